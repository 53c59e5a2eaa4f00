import type { ActServices } from '../acts/act.ts';
import type { CommandAnswer } from './command.ts';
import { UsageError } from './command.ts';
import { findCommand } from './commands.ts';

export type CommandRequest = {
  command: string;
  options: Readonly<Record<string, string>>;
  actor: string;
};

/** `UsageError` for what is not in the table, of which the log is not told. */
export async function runCommand(
  { command: name, options, actor }: CommandRequest,
  services: ActServices,
): Promise<CommandAnswer> {
  const command = findCommand(name);
  if (command === undefined) throw new UsageError('There is no such command.');
  const known = command.options.map((option) => option.name);
  if (!Object.keys(options).every((option) => known.includes(option))) {
    throw new UsageError(`The command ${name} has no such option.`);
  }
  return command.run(options, { actor }, services);
}
