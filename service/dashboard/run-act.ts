import type { CommandAnswer } from '../operator/command.ts';
import { findCommand } from '../operator/commands.ts';
import { companyOf } from '../operator/options.ts';
import { runCommand } from '../operator/run-command.ts';
import type { User } from '../people/user.ts';
import { ApiError } from '../shared/api-error.ts';
import type { DashboardServices } from './services.ts';

/** Options whose value is an id that carries its company. */
const IDS = ['payin', 'payout', 'event'];

/**
 * Runs an operator's command for somebody of the dashboard, under their name in the audit log.
 * What somebody of a company does is about that company: its id is put in where the command asks
 * for it, and the id of another company's thing is 404 NOT_FOUND, as if it were not there.
 */
export async function runAct(
  act: { command: string; options: Readonly<Record<string, string>> },
  by: { user: User; address: string },
  services: DashboardServices,
): Promise<CommandAnswer> {
  const { user, address } = by;
  const options = boundTo(user.companyId, act);
  return runCommand(
    { command: act.command, options, actor: user.id, address },
    { database: services, services: async () => services },
    services.recentLooks,
  );
}

function boundTo(
  companyId: string | null,
  { command, options }: { command: string; options: Readonly<Record<string, string>> },
): Readonly<Record<string, string>> {
  if (companyId === null) return options;
  const ids = IDS.flatMap((name) => options[name] ?? []);
  if (ids.some((id) => companyOf(id) !== companyId)) {
    throw new ApiError('NOT_FOUND', 'There is no such thing.');
  }
  const asksForCompany = findCommand(command)?.options.some(({ name }) => name === 'company');
  if (asksForCompany) return { ...options, company: companyId };
  if (ids.length === 0) throw new Error(`${command} could be about any company`);
  return options;
}
