import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { parseAgeIdentity, parseAgeRecipient } from '../base/crypto/age-keys.ts';
import type { AuditSubjects } from '../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { restore } from '../domain/upkeep/backup.ts';
import { distributeTables } from '../domain/upkeep/distribution.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { companyIdOption, limitOption, logged, pathOption, unlogged } from './options.ts';

const recipientOption = ageKeyOption(parseAgeRecipient, 'must be a public key of age (age1...)');
const identityOption = ageKeyOption(
  parseAgeIdentity,
  'must be an identity of age (AGE-SECRET-KEY-1...)',
);

/** Commands for the database as a whole, and for the log of commands. */
export const DATABASE_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'audit list',
    summary: 'lists what operators did, newest first',
    isAct: false,
    options: {
      company: logged(
        z.optional(companyIdOption),
        `of one company, or "${SYSTEM_COMPANY}" for what is of none; all unless given`,
      ),
      limit: logged(limitOption, 'at most so many, 50 unless given'),
    },
    async run({ company, limit }, { database }) {
      const { audit, accounts } = database;
      const ids =
        company === undefined ? [SYSTEM_COMPANY, ...(await accounts.listIds())] : [company];
      const entries = [];
      for (const id of ids) entries.push(...(await audit.list(id, limit)));
      entries.sort((one, other) => other.at.getTime() - one.at.getTime());
      const rows = entries.slice(0, limit).map((entry) => ({
        at: entry.at.toISOString(),
        actor: entry.actor,
        action: entry.action,
        company: entry.companyId,
        subjects: subjectsText(entry.subjects),
        result: entry.result,
        code: entry.code,
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'backup',
    summary: 'writes the whole database, as it is at one moment, into a file',
    isAct: true,
    options: {
      file: unlogged(pathOption, 'a new file, written by the process that has the database', {
        isFile: true,
      }),
      recipient: unlogged(
        z.optional(recipientOption),
        'a public key of age (age1...): the file is encrypted, and opened by its identity alone',
      ),
    },
    async run({ file, recipient }, { database, trail }) {
      const { at, migration, tables } = await database.backUp(file, recipient ?? null);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      await trail.record(database.db, { subjects: { rows, migration } });
      return {
        content: { record: { at, migration, tables: Object.keys(tables).length, rows } },
        notes: [
          recipient === undefined
            ? 'The file holds personal data in the clear: keep it as you keep the database.'
            : 'The file is encrypted: without the identity of its recipient nobody can restore it.',
          'The key-encryption key is not in it: without that key its cards and secrets stay sealed.',
        ],
      };
    },
  }),
  defineCommand({
    name: 'restore',
    summary: 'fills an empty database from a backup, then recomputes its ledger',
    isAct: true,
    options: {
      file: unlogged(pathOption, 'a file that "backup" has written', { isFile: true }),
      identity: unlogged(
        z.optional(identityOption),
        'for an encrypted one: what age-keygen wrote, as @path or from the input (-)',
        { mayBeRead: true, content: 'text' },
      ),
    },
    async run({ file, identity }, { database, trail }) {
      const { at, tables } = await restore(
        { path: file, identity: identity ?? null },
        (tx, { migration }) => trail.record(tx, { subjects: { migration } }),
        database,
      );
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const { companies, disagreement } = await checkLedger(database);
      return {
        content: { record: { backupOf: at, rows, companies, disagreement } },
        notes: ['The service needs the key-encryption key this database was written with.'],
        isBad: disagreement !== null,
      };
    },
  }),
  defineCommand({
    name: 'database distribute',
    summary:
      'spreads the tables over the machines of a Citus; what is new, where it was done before',
    isAct: true,
    async run(_options, { database, trail }) {
      const tables = await distributeTables(database.distribution, async (tx, placed) => {
        const declared = placed.filter(({ isNew }) => isNew).length;
        await trail.record(tx, { subjects: { declared } });
      });
      const rows = tables.map(({ table, place, isNew }) => ({ table, place, isNew }));
      return {
        content: { rows },
        notes: [
          rows.some(({ isNew }) => isNew)
            ? 'Restart the service: its connections know the tables as they were.'
            : 'Nothing was to be done.',
        ],
      };
    },
  }),
];

function ageKeyOption(parse: (text: string) => KeyObject | null, message: string) {
  return z.pipe(
    z.string().check(z.refine((text) => parse(text) !== null, message)),
    z.transform((text) => parse(text) as KeyObject),
  );
}

function subjectsText(subjects: AuditSubjects): string {
  return Object.entries(subjects)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
