import { createBuilder } from 'vite';

/** `dist/rehearse`: for who rehearses and for a release, so that no other build waits for it. */
export async function buildRehearsal() {
  const builder = await createBuilder({ logLevel: 'warn' });
  await builder.build(builder.environments.rehearsal);
}
