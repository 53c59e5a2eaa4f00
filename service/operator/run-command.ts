import type { AuditEntry, AuditSubjects } from '../maintenance/audit-log.ts';
import { newAuditId, SYSTEM_COMPANY } from '../maintenance/audit-log.ts';
import { ALL_COMPANIES } from '../providers/registered/credentials.ts';
import { ApiError } from '../shared/api-error.ts';
import type { Command, CommandAnswer, Invocation, Trail } from './command.ts';
import { UsageError } from './command.ts';
import { findCommand } from './commands.ts';
import { companyOf } from './options.ts';
import type { DatabaseServices } from './services.ts';

/**
 * A command as somebody asked for it. `actor`: who they say they are; `address`: where they are, if
 * they came by the network.
 */
export type CommandRequest = {
  command: string;
  options: Readonly<Record<string, string>>;
  actor: string;
  address?: string;
};

/** Looks that are in the log already, for callers that look again and again. */
export type RecentLooks = {
  /** Whether the same look was written a moment ago, so that it need not be again. */
  isWritten(look: AuditEntry): boolean;
  written(look: AuditEntry): void;
};

/**
 * Runs one command and leaves its entry in the audit log: an act in its own transaction, a look
 * once it has seen and unless `recentLooks` has it, a refusal with its code. Throws what the command throws; `UsageError` for a
 * command that is not in the table.
 */
export async function runCommand(
  request: CommandRequest,
  invocation: Omit<Invocation, 'trail' | 'actor'>,
  recentLooks: RecentLooks | null = null,
): Promise<CommandAnswer> {
  const command = findCommand(request.command);
  if (command === undefined) throw new UsageError('There is no such command.');
  const log = createLog(command, request, invocation.database);
  try {
    const answer = await command.execute(request.options, {
      ...invocation,
      actor: request.actor,
      trail: log.trail,
    });
    if (!log.isDone()) {
      if (command.isAct) throw new Error(`${command.name} has left no entry in the log`);
      await log.writeLook(recentLooks);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof UsageError)) await log.refuse(error);
    throw error;
  }
}

function createLog(
  command: Command,
  { actor, address }: Pick<CommandRequest, 'actor' | 'address'>,
  database: DatabaseServices,
) {
  const { audit, accounts, now, randomBytes } = database;
  let subjects: AuditSubjects = {};
  let isDone = false;
  const entry = (
    companyId: string,
    more: Pick<AuditEntry, 'subjects' | 'result' | 'code'>,
  ): AuditEntry => ({
    companyId,
    id: newAuditId(randomBytes),
    at: now(),
    actor,
    action: command.name,
    ...more,
    subjects: { ...more.subjects, ...(address === undefined ? {} : { address }) },
  });
  const acted = (more: AuditSubjects | undefined, result: 'begun' | 'done') => {
    const all = { ...subjects, ...more };
    return entry(companyIn(all) ?? SYSTEM_COMPANY, { subjects: all, result, code: null });
  };
  const trail: Trail = {
    about(known) {
      subjects = known;
    },
    async record(tx, more) {
      const result = more?.result ?? 'done';
      await audit.append(acted(more?.subjects, result), tx);
      if (result === 'done') isDone = true;
    },
    async recordBy(act, more) {
      const isActed = await act(acted(more?.subjects, 'done'));
      if (isActed) isDone = true;
      return isActed;
    },
  };
  const refuse = async (error: unknown) => {
    const failure: Pick<AuditEntry, 'result' | 'code'> =
      error instanceof ApiError
        ? { result: 'refused', code: error.code }
        : { result: 'failed', code: null };
    const named = companyIn(subjects);
    // A company that is not there has no log of its own.
    const isKnown = named !== null && (await accounts.find(named)) !== null;
    await audit.append(entry(isKnown ? named : SYSTEM_COMPANY, { subjects, ...failure }));
  };
  return {
    trail,
    isDone: () => isDone,
    async writeLook(recentLooks: RecentLooks | null) {
      const look = acted(undefined, 'done');
      if (recentLooks?.isWritten(look)) return;
      await audit.append(look);
      recentLooks?.written(look);
    },
    async refuse(error: unknown) {
      // Where the log cannot be written either, what broke the command is what has to be told.
      await refuse(error).catch(() => undefined);
    },
  };
}

/** The company an act is about, by its own option or by what the id of the thing carries. */
function companyIn({ company, payin, payout, event }: AuditSubjects): string | null {
  // What belongs to all companies is in the log of none.
  if (company === ALL_COMPANIES) return null;
  if (typeof company === 'string') return company;
  const id = payin ?? payout ?? event;
  return typeof id === 'string' ? companyOf(id) : null;
}
