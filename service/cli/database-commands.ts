import { BACK_UP, DISTRIBUTE_DATABASE, LIST_AUDIT, RESTORE } from '../acts/database.ts';
import { ROTATE_ENCRYPTION_KEY, SHOW_ENCRYPTION_KEYS } from '../acts/encryption-keys.ts';
import type { AuditEntry, AuditSubjects } from '../domain/audit/audit-log.ts';
import type { SealedCount, UnreadableCount } from '../domain/upkeep/sealed-values.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

export const DATABASE_COMMANDS: readonly Command[] = [
  commandOf(SHOW_ENCRYPTION_KEYS, toSealedRows, tellSealed),
  commandOf(ROTATE_ENCRYPTION_KEY, toSealedRows, tellSealed),
  commandOf(LIST_AUDIT, (entries) => entries.map(toRow)),
  commandOf(
    BACK_UP,
    ({ isEncrypted: _isEncrypted, ...written }) => written,
    ({ isEncrypted }) => ({
      notes: [
        isEncrypted
          ? 'The file is encrypted: without the identity of its recipient nobody can restore it.'
          : 'The file holds personal data in the clear: keep it as you keep the database.',
        'The key-encryption key is not in it: without that key its cards and secrets stay sealed.',
      ],
    }),
  ),
  commandOf(
    RESTORE,
    (restored) => restored,
    ({ disagreement }) => ({
      notes: ['The service needs the key-encryption key this database was written with.'],
      isBad: disagreement !== null,
    }),
  ),
  commandOf(
    DISTRIBUTE_DATABASE,
    (tables) => tables.map(({ table, place, isNew }) => ({ table, place, isNew })),
    (tables) => ({
      notes: [
        tables.some(({ isNew }) => isNew)
          ? 'Restart the service: its connections know the tables as they were.'
          : 'Nothing was to be done.',
      ],
    }),
  ),
];

function toRow(entry: AuditEntry): Row {
  return {
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    company: entry.companyId,
    subjects: subjectsText(entry.subjects),
    result: entry.result,
    code: entry.code,
  };
}

type Sealed = {
  newest: number;
  versions: readonly number[];
  sealed: readonly SealedCount[];
  unreadable: readonly UnreadableCount[];
};

function toSealedRows({ newest, sealed }: Sealed): Row[] {
  return sealed.map((count) => ({ ...count, isNewest: count.version === newest }));
}

function tellSealed({ newest, versions, sealed, unreadable }: Sealed) {
  const free = versions.filter(
    (version) => version !== newest && !sealed.some((count) => count.version === version),
  );
  const old = sealed.filter(({ version }) => version !== newest && versions.includes(version));
  return {
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

function subjectsText(subjects: AuditSubjects): string {
  return Object.entries(subjects)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
