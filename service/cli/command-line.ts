import { parseArgs } from 'node:util';
import { broken } from '../../contract/errors/broken-rule.ts';
import { actorSchema } from '../acts/values.ts';
import { brokenRuleOf } from '../base/shared/broken-rule-of.ts';
import { inEnglish } from '../base/shared/error-detail.ts';
import type { Command } from './command.ts';
import { UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import type { CommandRequest } from './run-command.ts';

export type CommandLine =
  | { kind: 'help'; topic: Command | null }
  | { kind: 'run'; command: Command; request: CommandRequest; isJson: boolean; isNamed: boolean };

const COMMON_OPTIONS = {
  actor: 'who does it, for the audit log; else who called sudo, and in a sandbox the user',
  json: 'answers one JSON document',
} as const;

/** Throws `UsageError` for a command or option that is unknown, or an option that is missing. */
export function readCommandLine(words: readonly string[], user: string): CommandLine {
  const first = words.findIndex((word) => word.startsWith('-'));
  const name = words.slice(0, first === -1 ? undefined : first);
  if (name.length === 0 || name[0] === 'help') {
    return { kind: 'help', topic: name.length < 2 ? null : named(name.slice(1)) };
  }
  const command = named(name);
  const values = readOptions(command, words.slice(name.length));
  const { actor, json, help, ...given } = values;
  if (help === true) return { kind: 'help', topic: command };
  const options: Record<string, string> = {};
  for (const [option, value] of Object.entries(given)) {
    if (typeof value === 'string') options[option] = value;
  }
  const missing = command.options.find((option) => option.isRequired && !(option.name in options));
  if (missing !== undefined) throw new UsageError(`--${missing.name} is missing.${see(command)}`);
  const request = { command: command.name, options, actor: readActor(actor, user) };
  return { kind: 'run', command, request, isJson: json === true, isNamed: actor !== undefined };
}

function named(words: readonly string[]): Command {
  const command = findCommand(words.join(' '));
  // What was typed is not repeated: it may be anything.
  if (command === undefined) throw new UsageError('There is no such command: see "operator help".');
  return command;
}

function readOptions(
  command: Command,
  args: string[],
): Record<string, string | boolean | undefined> {
  const own = command.options.map(({ name }) => [name, { type: 'string' }] as const);
  // `--history` alone says yes.
  const yesOrNo = command.options
    .filter(({ choices }) => choices?.join() === 'yes,no')
    .map(({ name }) => `--${name}`);
  try {
    const { values } = parseArgs({
      args: args.flatMap((word, at) => {
        const isAlone = args[at + 1]?.startsWith('--') ?? true;
        return yesOrNo.includes(word) && isAlone ? [word, 'yes'] : [word];
      }),
      options: {
        ...Object.fromEntries(own),
        actor: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch {
    // The parser's own sentence quotes what was typed.
    throw new UsageError(`An option is unknown or has no value.${see(command)}`);
  }
}

function readActor(given: unknown, user: string): string {
  const actor = given ?? user;
  const read = actorSchema.safeParse(actor, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const fault = issue === undefined ? broken('invalid') : brokenRuleOf(issue);
  throw new UsageError(`--actor ${inEnglish(fault)}.`);
}

function see({ name }: Command): string {
  return ` See "operator help ${name}".`;
}

export function helpOf(topic: Command | null): string {
  if (topic === null) {
    const names = COMMANDS.map(({ name, summary }) => [name, summary] as const);
    return [
      'operator <command> [options]',
      '',
      ...inColumns(names),
      '',
      'operator help <command> tells its options.',
      '',
    ].join('\n');
  }
  const own = topic.options.map(({ name, help, isRequired }) => {
    return [`--${name} <value>`, isRequired ? `${help} (required)` : help] as const;
  });
  const common = Object.entries(COMMON_OPTIONS).map(([name, help]) => [`--${name}`, help] as const);
  return [
    `operator ${topic.name}: ${topic.summary}`,
    '',
    ...inColumns([...own, ...common]),
    '',
  ].join('\n');
}

function inColumns(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
