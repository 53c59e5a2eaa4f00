import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../base/shared/db.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { openDb } from '../store/engine/open-db.ts';
import { createAccountStore } from '../store/tables/accounts/account.ts';
import { createLedgerAudit } from '../store/tables/ledger/ledger-audit.ts';
import { buildProgram, ChildProgram } from './child-program.ts';
import { emptyPostgresSchema } from './test-db.ts';
import { basic, clientOf, send } from './test-service.ts';

/** How much later a killed service comes back: all that its death has left reserved is over. */
const PAUSE_SECONDS = 20;

/**
 * What is done, by which verb, and the point at which it is killed. Cases that `npm test` leaves out
 * are tagged. It does each verb once, at a point that no verb before it has met where there is one.
 */
export function takeTurns<Case extends { verb: string; point: string }>(
  cases: readonly Case[],
): (Case & { tags: string[] })[] {
  const kept = new Set<Case>();
  const met = new Set<string>();
  for (const verb of new Set(cases.map((one) => one.verb))) {
    const own = cases.filter((one) => one.verb === verb);
    const turn = own.find(({ point }) => !met.has(point)) ?? own[0];
    if (turn === undefined) continue;
    kept.add(turn);
    met.add(turn.point);
  }
  return cases.map((one) => ({ ...one, tags: kept.has(one) ? [] : ['rare'] }));
}

/** Where its processes keep everything. */
type Place = { dataDir: string; databaseUrl?: string };

/** An empty place; `remove` is for the end. */
export async function makePlace(engine: Db['engine']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-'));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'embedded') return { dataDir, remove: async () => removeDir() };
  const { url, drop } = await emptyPostgresSchema();
  const remove = async () => {
    await drop();
    removeDir();
  };
  return { dataDir, databaseUrl: url, remove };
}

/** One process of the service, for tests that kill it. */
export async function startProcess(program: string, place: Place, secondsAhead = 0) {
  const { dataDir, databaseUrl } = place;
  const more = databaseUrl === undefined ? [] : [databaseUrl];
  const child = new ChildProgram(program, dataDir, String(secondsAhead), ...more);
  await child.untilLines(1);
  const [baseUrl = '', checkoutUrl = baseUrl, pageUrl = ''] = String(child.lines[0]).split(' ');
  return { child, baseUrl, pageUrl, ...clientOf({ baseUrl, checkoutUrl }) };
}

/** A service that is killed again and again, and started again each time, so much later. */
export async function startKilledService(engine: Db['engine'], pauseSeconds = PAUSE_SECONDS) {
  const program = await buildProgram(new URL('./kill-program.ts', import.meta.url));
  const place = await makePlace(engine);
  let starts = 0;
  const start = () => {
    starts += 1;
    return startProcess(program, place, starts * pauseSeconds);
  };
  let running = await start();
  return {
    url: (path: string) => `${running.baseUrl}${path}`,
    /** What it is asked by, as it runs now. */
    client: () => running,
    /** Has the service killed at this point by what `act` asks of it, and starts it again. */
    async killedAt(point: string, act: () => Promise<unknown>): Promise<void> {
      const { child } = running;
      child.say(point);
      await child.untilLines(2);
      await act().catch(() => undefined);
      await child.untilEnd();
      running = await start();
    },
    /** Ends the service and gives what it has left. */
    async end(): Promise<Db> {
      await running.child.end();
      return openDb(place);
    },
    remove: () => place.remove(),
  };
}

/** The names of all events there are of one payin or payout, oldest first. */
export async function listEvents(
  baseUrl: string,
  { id, account }: { id: string; account: string },
): Promise<string[]> {
  const url = `${baseUrl}/sandbox/webhooks/deliveries`;
  const { data } = (await send(url, { headers: basic(account) })).body;
  return data
    .filter((delivery: { transactionId: string }) => delivery.transactionId === id)
    .map((delivery: { event: string }) => delivery.event)
    .reverse();
}

/** The first row of the ledger that disagrees; null where all agree. */
export async function disagreementOf(db: Db): Promise<string | null> {
  const services = { accounts: createAccountStore(db), ledgerAudit: createLedgerAudit(db) };
  return (await checkLedger(services)).disagreement;
}

/** One number. */
export async function countOf(db: Db, text: string): Promise<number> {
  const [row] = await db.query<{ count: number }>({ name: '', text, values: [] });
  return row?.count ?? 0;
}
