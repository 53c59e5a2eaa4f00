import * as z from 'zod/mini';
import { must } from '../../contract/errors/broken-rule.ts';
import { parseAgeIdentity, parseAgeRecipient } from '../base/crypto/age-file.ts';
import type { AuditEntry } from '../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { restore } from '../domain/upkeep/backup.ts';
import { distributeTables } from '../domain/upkeep/distribution.ts';
import { change, defineAct, logged, look, unlogged } from './act.ts';
import type { Value } from './values.ts';
import { COMPANY_ID, FILE_PATH, LIMIT, optional, written } from './values.ts';

export const LIST_AUDIT = defineAct({
  ...look('audit.list', 'audit list', 'audit.read-all'),
  summary: 'lists what operators did, newest first',
  fields: {
    companyId: logged(
      optional(COMPANY_ID),
      `of one company, or "${SYSTEM_COMPANY}" for what is of none; all unless given`,
    ),
    limit: logged(LIMIT, 'at most so many, 50 unless given'),
  },
  async run({ companyId, limit }, { database }) {
    const { audit, accounts } = database;
    const ids =
      companyId === undefined ? [SYSTEM_COMPANY, ...(await accounts.listIds())] : [companyId];
    const entries: AuditEntry[] = [];
    for (const id of ids) entries.push(...(await audit.list(id, limit)));
    entries.sort((one, other) => other.at.getTime() - one.at.getTime());
    return entries.slice(0, limit);
  },
});

export const BACK_UP = defineAct({
  ...change('database.back-up', 'backup', null),
  summary: 'writes the whole database, as it is at one moment, into a file',
  fields: {
    file: unlogged(FILE_PATH, 'a new file, written by the process that has the database', {
      isFile: true,
    }),
    recipient: unlogged(
      optional(ageKey(parseAgeRecipient, 'age1')),
      'a public key of age (age1...): the file is encrypted, and opened by its identity alone',
    ),
  },
  async run({ file, recipient }, { database, trail }) {
    const header = await database.backUp(file, recipient ?? null);
    const { at, migration } = header;
    const { tables, rows } = countRows(header);
    await trail.record(database.db, { subjects: { rows, migration } });
    return { at, migration, tables, rows, isEncrypted: recipient !== undefined };
  },
});

export const RESTORE = defineAct({
  ...change('database.restore', 'restore', null),
  summary: 'fills an empty database from a backup, then recomputes its ledger',
  fields: {
    file: unlogged(FILE_PATH, 'a file that "backup" has written', { isFile: true }),
    identity: unlogged(
      optional(ageKey(parseAgeIdentity, 'AGE-SECRET-KEY-1')),
      'for an encrypted one: what age-keygen wrote, as @path or from the input (-)',
      { mayBeRead: true, content: 'text' },
    ),
  },
  async run({ file, identity }, { database, trail }) {
    const header = await restore(
      { path: file, identity: identity ?? null },
      (tx, { migration }) => trail.record(tx, { subjects: { migration } }),
      database,
    );
    const { rows } = countRows(header);
    return { backupOf: header.at, rows, ...(await checkLedger(database)) };
  },
});

export const DISTRIBUTE_DATABASE = defineAct({
  ...change('database.distribute', 'database distribute', null),
  summary: 'spreads the tables over the machines of a Citus; what is new, where it was done before',
  fields: {},
  run: (_asked, { database, trail }) =>
    distributeTables(database.distribution, async (tx, placed) => {
      const declared = placed.filter(({ isNew }) => isNew).length;
      await trail.record(tx, { subjects: { declared } });
    }),
});

export const DATABASE_ACTS = [LIST_AUDIT, BACK_UP, RESTORE, DISTRIBUTE_DATABASE] as const;

function countRows({ tables }: { tables: Readonly<Record<string, number>> }) {
  const counts = Object.values(tables);
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
}

function ageKey(parse: (text: string) => string | null, prefixes: string): Value<string> {
  const isKey = must<string, 'begins_with'>((text) => parse(text) !== null, 'begins_with', {
    prefixes,
  });
  return written(z.pipe(z.string().check(isKey), z.transform(parse)), z.string());
}
