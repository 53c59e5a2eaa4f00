import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Command, CommandAnswer } from '../../cli/command.ts';
import { UsageError } from '../../cli/command.ts';
import { helpOf, readCommandLine } from '../../cli/command-line.ts';
import { findCommand } from '../../cli/commands.ts';
import { withLostFile } from '../../cli/lost-file.ts';
import { NOT_ASKED, offlineProvider } from '../../cli/offline-provider.ts';
import { refusalText, toJson, toText } from '../../cli/print.ts';
import { readContent } from '../../cli/read-content.ts';
import type { CommandRequest } from '../../cli/run-command.ts';
import { runCommand } from '../../cli/run-command.ts';
import type { Settings } from '../../settings.ts';
import { readSettings } from '../../settings.ts';
import { migrate, requireMigrated } from '../../store/engine/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { openDatabase, openEnvelope, surroundingsOf } from '../compose/dependencies.ts';
import { createDatabaseServices, createKeyedServices } from '../compose/operator.ts';
import { createServices } from '../compose/services.ts';
import { createStores } from '../compose/stores.ts';
import { lastWords } from '../last-words.ts';
import { askService, CommandFailed, socketPathOf } from '../socket.ts';

/**
 * The program `npm run operator`: one command, by the service that has the embedded database, else
 * on the database itself. Exit code 0 when it is done, 1 when it was refused or found something
 * wrong, 2 for a command line that means nothing.
 */
async function main(): Promise<void> {
  const { SUDO_USER } = process.env;
  const line = readCommandLine(process.argv.slice(2), SUDO_USER || userName());
  if (line.kind === 'help') {
    process.stdout.write(helpOf(line.topic));
    return;
  }
  const templateDir = fileURLToPath(new URL('../database', import.meta.url));
  const settings = { ...readSettings(process.env), templateDir };
  for (const remark of settings.remarks) process.stderr.write(`${remark}\n`);
  const { command, isNamed } = line;
  // Decision: a login that all share, such as the service's own, tells the log of nobody.
  if (settings.mode === 'production' && command.isAct && !isNamed && !SUDO_USER) {
    throw new UsageError('--actor is missing: outside the sandbox the log has to name a person.');
  }
  const request = { ...line.request, options: complete(line.command, line.request.options) };
  const answer =
    (await byService(settings, line.command, request)) ?? (await byItself(settings, request));
  process.stdout.write(line.isJson ? toJson(answer) : toText(answer));
  // Apart from what a machine reads.
  for (const note of answer.notes) process.stderr.write(`${note}\n`);
  process.exitCode = answer.isBad ? 1 : 0;
}

/** Paths as they were meant where they were typed, and what is to be read from the input. */
function complete(command: Command, given: CommandRequest['options']): Record<string, string> {
  const folder = process.env.INIT_CWD ?? process.cwd();
  const options = { ...given };
  for (const { name, isFile, mayBeRead, content } of command.options) {
    const value = options[name];
    if (value === undefined || value === '') continue;
    if (content !== undefined) options[name] = readContent({ name, value, content }, folder);
    if (isFile) options[name] = resolve(folder, value);
    if (mayBeRead && value === '-') options[name] = readFileSync(0, 'utf8').trim();
  }
  return options;
}

async function byService(
  settings: Settings,
  command: Command,
  request: CommandRequest & { options: Record<string, string> },
): Promise<CommandAnswer | null> {
  if (settings.databaseUrl !== undefined) return null;
  const answer = await askService(socketPathOf(settings.dataDir), request);
  return answer === null ? null : withLostFile(answer, command, request.options, existsSync);
}

/** Decision: beside a service no provider is asked and no payout sent: the service finds it. */
async function byItself(settings: Settings, request: CommandRequest): Promise<CommandAnswer> {
  let wasAsked = false;
  const provider = offlineProvider(() => {
    wasAsked = true;
  });
  const overrides = { provider, log: pino({ level: 'silent' }) };
  const surroundings = surroundingsOf(settings, overrides);
  const db = await openDatabase(settings, surroundings);
  const stores = createStores(db);
  const open = async () => {
    const envelope = await openEnvelope(settings, surroundings.randomBytes);
    const onError = () => undefined;
    const dependencies = { ...surroundings, db, stores, envelope, onError, overrides };
    const made = await createServices(settings, { ...dependencies, replica: null });
    const payoutFollower = { follow: () => undefined, stop: async () => undefined };
    const services = { ...made.services, payoutFollower };
    return createKeyedServices(settings, { services, envelope });
  };
  let opened: ReturnType<typeof open> | undefined;
  try {
    await (findCommand(request.command)?.isAct ? migrate : requireMigrated)(db, migrations);
    return await runCommand(request, {
      database: createDatabaseServices(settings, { ...surroundings, db, stores }),
      services() {
        opened ??= open();
        return opened;
      },
    });
  } finally {
    if (wasAsked && settings.mode === 'sandbox') process.stderr.write(`${NOT_ASKED}\n`);
    // Else connections to parties would keep this program from ending.
    await opened?.then((services) => services.registeredProviders.stop()).catch(() => undefined);
    await db.close();
  }
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

main().catch((error: unknown) => {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  if (error instanceof ApiError) {
    process.stderr.write(refusalText(error));
    return;
  }
  const isTold = error instanceof UsageError || error instanceof CommandFailed;
  process.stderr.write(isTold ? `${error.message}\n` : lastWords('command', error));
});
