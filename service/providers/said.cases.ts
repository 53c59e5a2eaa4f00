import { inspect } from 'node:util';
import { expect } from 'vitest';

/** Every call that was logged has its name, and nobody has said a secret. */
export function expectSafelySaid(said: readonly unknown[], secrets: Iterable<string>): void {
  const all = said.map((one) => inspect(one, { depth: null })).join('\n');
  expect(all).not.toBe('');
  expect(all).not.toMatch(/"?verb"?: ?(''|"")/);
  for (const secret of secrets) expect(all).not.toContain(secret);
}
