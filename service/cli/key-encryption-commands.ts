import * as z from 'zod/mini';
import type { KeyedServices } from '../acts/services.ts';
import { countSealed, listUnreadable, rotateKey } from '../domain/upkeep/rotate-key.ts';
import type { SealedCount, UnreadableCount } from '../domain/upkeep/sealed-values.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { logged, yesOrNoOption } from './options.ts';

/** Commands for the key under which everything secret is sealed. */
export const KEY_ENCRYPTION_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'kek status',
    summary:
      'shows what is sealed under which version of the key-encryption key, and what cannot be read',
    isAct: false,
    async run(_options, { services: open }) {
      const services = await open();
      return toAnswer(await countSealed(services), services, await listUnreadable(services));
    },
  }),
  defineCommand({
    name: 'kek rotate',
    summary:
      'seals everything under the newest key; on the embedded database of a sandbox, under a new one',
    isAct: true,
    options: {
      'skip-unreadable': logged(
        z._default(yesOrNoOption, false),
        'yes: values that hang on a key that is lost, or cannot be read, stay as they are',
      ),
    },
    async run({ 'skip-unreadable': skipsUnreadable }, { trail, services: open }) {
      const services = await open();
      const { db, envelope } = services;
      await trail.record(db, { result: 'begun' });
      await rotateKey(services, { skipsUnreadable });
      await trail.record(db, { subjects: { version: envelope.currentVersion } });
      return toAnswer(await countSealed(services), services, await listUnreadable(services));
    },
  }),
];

function toAnswer(
  counts: readonly SealedCount[],
  { envelope }: KeyedServices,
  unreadable: readonly UnreadableCount[],
) {
  const newest = envelope.currentVersion;
  const rows = counts.map(({ kind, version, values }) => ({
    kind,
    version,
    values,
    isNewest: version === newest,
  }));
  const free = envelope.versions.filter(
    (version) => version !== newest && !counts.some((count) => count.version === version),
  );
  const old = counts.filter(
    ({ version }) => version !== newest && envelope.versions.includes(version),
  );
  return {
    content: { rows },
    notes: [
      `The newest version is ${newest}.`,
      ...free.map(
        (version) =>
          `Nothing here hangs on version ${version} any more; backups made before still need it.`,
      ),
      ...unreadable.map(
        ({ companyId, kind, values }) =>
          `Cannot be read: ${values} ${kind}${companyId === null ? '' : ` of ${companyId}`}.`,
      ),
      ...(old.length > 0 ? ['Run "kek rotate" for what hangs on older ones.'] : []),
    ],
  };
}
