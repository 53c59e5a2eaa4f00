import { countSealed, listUnreadable, rotateKey } from '../domain/upkeep/rotate-key.ts';
import { change, defineAct, logged, look } from './act.ts';
import type { KeyedServices } from './services.ts';
import { orElse, YES_OR_NO } from './values.ts';

export const SHOW_ENCRYPTION_KEYS = defineAct({
  ...look('encryption-key.show', 'kek status', 'system.read'),
  summary:
    'shows what is sealed under which version of the key-encryption key, and what cannot be read',
  fields: {},
  run: async (_asked, { services }) => countAll(await services()),
});

export const ROTATE_ENCRYPTION_KEY = defineAct({
  ...change('encryption-key.rotate', 'kek rotate', null),
  summary:
    'seals everything under the newest key; on the embedded database of a sandbox, under a new one',
  fields: {
    skipUnreadable: logged(
      orElse(YES_OR_NO, false),
      'yes: values that hang on a key that is lost, or cannot be read, stay as they are',
    ),
  },
  async run({ skipUnreadable: skipsUnreadable }, { trail, services: open }) {
    const services = await open();
    const { db, envelope } = services;
    await trail.record(db, { result: 'begun' });
    await rotateKey(services, { skipsUnreadable });
    await trail.record(db, { subjects: { version: envelope.currentVersion } });
    return countAll(services);
  },
});

export const ENCRYPTION_KEY_ACTS = [SHOW_ENCRYPTION_KEYS, ROTATE_ENCRYPTION_KEY] as const;

async function countAll(services: KeyedServices) {
  const { currentVersion: newest, versions } = services.envelope;
  const sealed = await countSealed(services);
  return { newest, versions, sealed, unreadable: await listUnreadable(services) };
}
