import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../base/shared/db.ts';
import { openDb } from '../store/engine/open-db.ts';
import { buildProgram, ChildProgram } from './child-program.ts';
import { makePlace } from './test-killed-service.ts';
import type { TestOperator } from './test-operator.ts';
import { openTestOperator } from './test-operator.ts';

/** Where the parties are that an operator routes to, by the name of their provider. */
export type PlayedWhereabouts = Readonly<
  Record<string, { hosts: Readonly<Record<string, string>>; trustedPem: string }>
>;

/** As operators name where notices come to; none is sent there. */
const BASE_URL = 'https://pay.example.com';

/**
 * A service that asks parties as they are played and is killed while it does. Its clock is that of
 * the parties, and both stand still but for `pass`.
 */
export async function startKilledAtParty(
  engine: Db['engine'],
  {
    clock,
    providers,
    route,
  }: {
    /** That of the parties. */
    clock: { advance(ms: number): void };
    providers: PlayedWhereabouts;
    /** What an operator does before the service starts. */
    route: (operator: TestOperator) => Promise<void>;
  },
) {
  const program = await buildProgram(new URL('./provider-program.ts', import.meta.url));
  const place = await makePlace(engine);
  let secondsAhead = 0;

  async function start(): Promise<ChildProgram> {
    const { dataDir, databaseUrl } = place;
    const more = databaseUrl === undefined ? [] : [databaseUrl];
    const parties = JSON.stringify(providers);
    const started = new ChildProgram(program, dataDir, String(secondsAhead), parties, ...more);
    await started.untilLines(1);
    return started;
  }

  // The first start makes the accounts; an operator stands beside the database while none has it.
  let child = await start();
  await child.end();
  const db = await openDb(place);
  const operator = await openTestOperator(db, { baseUrl: BASE_URL }, { played: { providers } });
  await route(operator);
  await operator.services.registeredProviders.stop();
  await db.close();
  child = await start();

  function advance(seconds: number): void {
    secondsAhead += seconds;
    clock.advance(seconds * 1_000);
    child.say(`pass ${seconds}`);
  }

  return {
    url: (path: string) => `${child.lines[0]}${path}`,
    /** It dies, and is back at the same moment. */
    async die(): Promise<void> {
      await child.kill();
      child = await start();
    },
    /** Time passes, and what is done every 15 seconds is done once. */
    async pass(seconds: number): Promise<void> {
      const lines = child.lines.length;
      advance(seconds);
      await child.untilLines(lines + 1);
      if (child.lines.length !== lines + 1) throw new Error('more was said than was asked');
    },
    /** The same, for a round that is not waited for. */
    begin: advance,
    log: () => readFileSync(join(place.dataDir, 'service.log'), 'utf8'),
    /** Its database, once it has ended; closed by whoever opened it. */
    async end(): Promise<Db> {
      await child.end();
      return openDb(place);
    },
    remove: async () => {
      await child.end();
      await place.remove();
    },
  };
}
