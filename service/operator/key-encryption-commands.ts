import { countSealed, rotateKey } from '../maintenance/rotate-key.ts';
import type { SealedCount } from '../maintenance/sealed-values.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import type { KeyedServices } from './services.ts';

/** Commands for the key under which everything secret is sealed. */
export const KEY_ENCRYPTION_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'kek status',
    summary: 'shows what is sealed under which version of the key-encryption key',
    isAct: false,
    async run(_options, { services: open }) {
      const services = await open();
      return toAnswer(await countSealed(services), services);
    },
  }),
  defineCommand({
    name: 'kek rotate',
    summary:
      'seals everything under the newest key; on the embedded database of a sandbox, under a new one',
    isAct: true,
    async run(_options, { trail, services: open }) {
      const services = await open();
      const { db, envelope } = services;
      await trail.record(db, { result: 'begun' });
      await rotateKey(services);
      await trail.record(db, { subjects: { version: envelope.currentVersion } });
      return toAnswer(await countSealed(services), services);
    },
  }),
];

function toAnswer(counts: readonly SealedCount[], { envelope }: KeyedServices) {
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
  const old = counts.filter(({ version }) => version !== newest);
  return {
    content: { rows },
    notes: [
      `The newest version is ${newest}.`,
      ...free.map(
        (version) =>
          `Nothing here hangs on version ${version} any more; backups made before still need it.`,
      ),
      ...(old.length > 0 ? ['Run "kek rotate" for what hangs on older ones.'] : []),
    ],
  };
}
