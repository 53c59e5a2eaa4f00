import type { ActServices } from '../../acts/act.ts';
import { companyOf } from '../../acts/values.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { CommandAnswer } from '../../cli/command.ts';
import { findCommand } from '../../cli/commands.ts';
import type { User } from '../../domain/people/user.ts';
import type { DashboardServices } from './services.ts';

/** What acts have to do their work with, for the people of the dashboard. */
export function actServices(services: DashboardServices): ActServices {
  const { recentLooks } = services;
  return { database: services, services: async () => services, recentLooks };
}

/** Options whose value is an id that carries its company. */
const IDS = ['payin', 'payout', 'event'];

/** Runs a command that is not made of an act yet. */
export async function runCommandOf(
  { command: name, options }: { command: string; options: Readonly<Record<string, string>> },
  { user, address }: { user: User; address: string },
  services: DashboardServices,
): Promise<CommandAnswer> {
  const command = findCommand(name);
  if (command === undefined) throw new Error(`${name} is no command`);
  const bound = boundTo(user.companyId, { command: name, options });
  return command.run(bound, { actor: user.id, address }, actServices(services));
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
