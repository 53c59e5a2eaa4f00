import * as z from 'zod/mini';
import type { PermissionName } from '../domain/people/roles.ts';
import { change, defineAct, OF_COMPANY, unlogged } from './act.ts';
import { plain } from './values.ts';

/** What narrows a file, in the words of its page; it names no person that was looked for. */
const FILTER = plain(z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])));

export const EXPORT_PAYMENTS = exportAct('payment.export', 'payments export', 'payments.export');
export const EXPORT_PAYOUTS = exportAct('payout.export', 'payouts export', 'payouts.export');
export const EXPORT_STATEMENT = exportAct('statement.export', 'statement export', 'balance.export');

export const EXPORT_ACTS = [EXPORT_PAYMENTS, EXPORT_PAYOUTS, EXPORT_STATEMENT] as const;

/** Somebody takes a list as a file: the log says so each time, before the first line is read. */
function exportAct<const Id extends string, const Command extends string>(
  id: Id,
  command: Command,
  permission: PermissionName,
) {
  return defineAct({
    ...change(id, command, permission),
    summary: 'takes what a page of the dashboard lists as a file',
    fields: { ...OF_COMPANY, filter: unlogged(FILTER, 'what narrows it, by name') },
    run: ({ filter }, { trail, database }) => trail.record(database.db, { subjects: filter }),
  });
}
