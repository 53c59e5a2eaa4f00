import type { KeyedServices } from '../acts/services.ts';
import type { Db } from '../base/shared/db.ts';
import type { CommandAnswer, Row } from '../cli/command.ts';
import { OFFLINE_PROVIDER } from '../cli/offline-provider.ts';
import { toText } from '../cli/print.ts';
import { runCommand } from '../cli/run-command.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { Overrides } from '../run/compose/dependencies.ts';
import { openEnvelope, surroundingsOf } from '../run/compose/dependencies.ts';
import { createDatabaseServices, createKeyedServices } from '../run/compose/operator.ts';
import { createServices } from '../run/compose/services.ts';
import type { Settings } from '../settings.ts';
import { readSettings } from '../settings.ts';
import { migrate } from '../store/engine/migrate.ts';
import { migrations } from '../store/migrations/migrations.ts';

/** An operator at the command line, on a database that a test has open; `ana` unless it is said. */
export type TestOperator = {
  run(command: string, options?: Record<string, string>, actor?: string): Promise<CommandAnswer>;
  /** The record that a command answers. */
  record(command: string, options?: Record<string, string>, actor?: string): Promise<Row>;
  rows(command: string, options?: Record<string, string>): Promise<Row[]>;
  /** The code of the refusal, with the options it names. */
  refusal(command: string, options?: Record<string, string>, actor?: string): Promise<unknown>;
  /** The newest entries of the log, without their ids. */
  audit(companyId: string, limit?: number): Promise<object[]>;
  services: KeyedServices;
  /** A company that has to be there. */
  account(companyId: string): Promise<Account>;
  /** Everything that was answered, as it is printed. */
  printed: string[];
};

export const TEST_KEY = new Uint8Array(32).fill(7);

function settingsOf(changed: Partial<Settings>): Settings {
  return {
    ...readSettings({}),
    logLevel: 'silent',
    keyEncryptionKeys: [{ version: 1, key: TEST_KEY }],
    ...changed,
  };
}

type OperatorOptions = { hasKeyFile?: boolean; played?: Overrides; now?: () => Date };

export async function openTestOperator(
  db: Db,
  changed: Partial<Settings> = {},
  { hasKeyFile = false, played, now = nextMoment }: OperatorOptions = {},
): Promise<TestOperator> {
  const settings = settingsOf(changed);
  if (hasKeyFile) settings.keyEncryptionKeys = undefined;
  const overrides = { provider: OFFLINE_PROVIDER, ...played };
  const surroundings = surroundingsOf(settings, { ...overrides, now });
  await migrate(db, migrations);
  const envelope = await openEnvelope(settings, surroundings.randomBytes);
  const onError = () => undefined;
  const dependencies = { ...surroundings, db, replica: null, envelope, onError, overrides };
  const made = await createServices(settings, dependencies);
  const keyed = createKeyedServices(settings, { services: made.services, envelope });
  const payoutFollower = { follow: () => undefined, stop: async () => undefined };
  const services: KeyedServices = { ...keyed, payoutFollower };
  const account = async (companyId: string) => {
    const found = await services.accounts.find(companyId);
    if (found === null) throw new Error(`there is no account ${companyId}`);
    return found;
  };
  return { ...operate(db, settings, async () => services, now), services, account };
}

/** An operator who has no key to what is sealed. */
export type BareTestOperator = Omit<TestOperator, 'services' | 'account'>;

/** For commands that need the database alone: nothing is made in it, not even a root of hashes. */
export function openBareTestOperator(db: Db): BareTestOperator {
  return operate(db, settingsOf({}), async () => {
    throw new Error('this command needs a key');
  });
}

function operate(
  db: Db,
  settings: Settings,
  services: () => Promise<KeyedServices>,
  now = nextMoment,
): BareTestOperator {
  const database = createDatabaseServices(settings, {
    ...surroundingsOf(settings, { now }),
    db,
  });
  const printed: string[] = [];
  const run: TestOperator['run'] = async (command, options = {}, actor = 'ana') => {
    const answer = await runCommand({ command, options, actor }, { database, services });
    printed.push(toText(answer), ...answer.notes);
    return answer;
  };
  return {
    run,
    printed,
    async record(command, options, actor) {
      const { content } = await run(command, options, actor);
      if (!('record' in content)) throw new Error(`${command} answers rows`);
      return content.record;
    },
    async rows(command, options) {
      const { content } = await run(command, options);
      if (!('rows' in content)) throw new Error(`${command} answers a record`);
      return content.rows;
    },
    async refusal(command, options, actor) {
      try {
        await run(command, options, actor);
      } catch (error) {
        return toRefusal(error);
      }
      throw new Error(`${command} was not refused`);
    },
    async audit(companyId, limit = 1) {
      const entries = await database.audit.list(companyId, limit);
      return entries.map(({ id: _id, at: _at, companyId: _companyId, ...entry }) => entry);
    },
  };
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const details = 'details' in error && Array.isArray(error.details) ? error.details : [];
  const options = details.map((detail: { path: string }) => detail.path);
  return [error.code, ...options.filter((option) => option !== '')];
}

const nextMoment = momentsOf(Date.now);

/** By a clock, but no two of a log's entries at one moment, so that their order can be told. */
export function momentsOf(clock: () => number): () => Date {
  let latest = 0;
  return () => {
    latest = Math.max(latest + 1, clock());
    return new Date(latest);
  };
}
