import { createTestHarness } from '../../simulators/server/harness.ts';
import type { Db } from '../base/shared/db.ts';
import { BUDGET_MS } from '../domain/upkeep/due-queue.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import { mortalDb } from './mortal-db.ts';
import { orderBy } from './notice-place.ts';
import type { PlayedParty } from './play-provider.ts';
import { PLAYED } from './play-provider.ts';
import type { TestDatabase } from './test-db.ts';
import { momentsOf, openTestOperator } from './test-operator.ts';
import { basic, send, startTestService } from './test-service.ts';
import { manualTimers } from './test-timers.ts';
import type { ToldNotice } from './told-notices.ts';

export const COMPANY = 'no3ds';
const DELIVERY_POLL_MS = 250;
/** One of those that Efí as it is played has. */
const BANK_ID = 'ebbed125-5cd7-42e3-965d-2e7af8e3b7ae';

export type MoneyRoute = { method: RoutedMethod; provider: string };
export type MoneyWorld = Awaited<ReturnType<typeof openMoneyWorld>>;

/**
 * A service whose methods are routed to parties as they are played. Each of its processes can be
 * killed after any statement, and started again on the same database; all clocks are one.
 */
export async function openMoneyWorld(
  routes: readonly MoneyRoute[],
  { database, processes = 1 }: { database: TestDatabase; processes?: number },
) {
  const harness = createTestHarness();
  const { clock } = harness;
  const parties = new Map<string, PlayedParty>();
  for (const provider of new Set(routes.map((route) => route.provider))) {
    const party = await PLAYED[provider]?.(harness);
    if (party === undefined) throw new Error(`${provider} is not played`);
    parties.set(provider, party);
  }
  const providers = Object.fromEntries(
    [...parties].map(([name, { hosts, authorityPem: trustedPem }]) => [
      name,
      { hosts, trustedPem },
    ]),
  );
  const db = await database.openMigrated();

  async function startProcess() {
    const life = mortalDb(withOneCompany(db));
    const { timers, run, round } = manualTimers();
    const service = await startTestService({
      ...{ providers, db: life.db, timers, now: () => new Date(clock.now()) },
      // Whoever is told of an event takes it.
      sendWebhook: async () => ({ kind: 'answered', status: 200 }),
    });
    return { service, run, round, dieAfter: life.dieAfter };
  }

  const running = [await startProcess()];
  while (running.length < processes) running.push(await startProcess());
  const address = { baseUrl: 'https://pay.example.com' };
  const operator = await openTestOperator(db, address, {
    ...{ played: { providers }, now: momentsOf(clock.now) },
  });
  const noticePaths = new Map<PlayedParty, string>();
  for (const [provider, party] of parties) {
    await operator.run('provider add', { company: COMPANY, provider, ...party.settings() });
    const connected = await operator.record('provider connect', { company: COMPANY, provider });
    noticePaths.set(party, new URL(String(connected.address)).pathname);
  }
  for (const { method, provider } of routes) {
    await operator.run('route set', { company: COMPANY, method, providers: provider });
    if (method === 'OPEN_FINANCE') {
      await operator.run('company set-banks', { company: COMPANY, from: provider });
    }
  }
  // What was read of no route is used for some seconds.
  clock.advance(10_000);

  function processOf(nth: number) {
    const found = running[nth % processes];
    if (found === undefined) throw new Error('there is no such process');
    return found;
  }

  function partyOf(method: RoutedMethod): PlayedParty {
    const route = routes.find((one) => one.method === method);
    const party = parties.get(route?.provider ?? '');
    if (party === undefined) throw new Error(`${method} is routed nowhere`);
    return party;
  }

  /** What the merchant was told of each payin, by every answer. */
  const told = new Map<string, Set<string>>();
  function note(body: { id?: string; status?: string; error?: { payin?: object } } | undefined) {
    const { id, status } = { ...body, ...body?.error?.payin };
    if (id === undefined || status === undefined) return;
    told.set(id, (told.get(id) ?? new Set()).add(status));
  }

  /** What an operator gave back of a payin by a way that its party knows nothing of. */
  const handed = new Map<string, number>();

  const read = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });

  return {
    ...{ db, read, told, handed, partyOf, operator, parties: [...parties.values()], processes },
    methods: routes.map(({ method }) => method),
    /** A call of the merchant's to one of the processes. */
    async call(nth: number, method: 'GET' | 'POST', path: string, body?: unknown) {
      const request = { method, headers: basic(COMPANY), body };
      const answer = await send(processOf(nth).service.baseUrl + path, request);
      note(answer.body);
      return answer;
    },
    /** Whether it was taken: a party sends it again until it is. */
    async notify(nth: number, party: PlayedParty, { query, headers, body }: ToldNotice) {
      const url = new URL(processOf(nth).service.baseUrl + noticePaths.get(party));
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const answer = await fetch(url, { method: 'POST', headers: { ...headers }, body });
      await answer.text();
      return answer.ok;
    },
    orderBy(method: RoutedMethod, referenceId: string, amount: number): object {
      const [, body] = orderBy(method, { referenceId, bankId: BANK_ID });
      return { ...Object(body), amount };
    },
    /** The payins of a reference that somebody was told of, by their parties' keys, oldest first. */
    async payinsOf(referenceId: string) {
      const rows = await read<{ id: string; method: RoutedMethod }>(
        `SELECT id, payment_method AS method FROM payins WHERE company_id = '${COMPANY}'
          AND reference_id = '${referenceId}' AND charge_state <> 'reserved'
          ORDER BY reserved_at, id`,
      );
      return rows.map((row) => ({ ...row, key: attemptKeyOf(row.id) }));
    },
    handBack: (payin: string, amount: number) =>
      void handed.set(payin, (handed.get(payin) ?? 0) + amount),
    advance: (ms: number) => clock.advance(ms),
    now: () => clock.now(),
    /** Time passes, and what is done again and again is done once by each process. */
    async pass(ms: number, rounds = [15_000, 30_000, DELIVERY_POLL_MS]): Promise<void> {
      clock.advance(ms);
      // What providers may be asked for is full again.
      for (const { run } of running) run(BUDGET_MS);
      for (const everyMs of rounds) {
        await Promise.all(running.map(({ round }) => round(everyMs)));
      }
    },
    /** After that many statements more the process does nothing: it has died. */
    dieAfter: (nth: number, statements: number) => processOf(nth).dieAfter(statements),
    async restart(nth: number): Promise<void> {
      await processOf(nth).service.stop();
      running[nth % processes] = await startProcess();
    },
    async stop(): Promise<void> {
      await operator.services.registeredProviders.stop();
      for (const { service } of running) await service.stop();
      await db.close();
      for (const party of parties.values()) {
        // A gateway that sends twice has its party complain.
        party.takeViolations();
        await party.stop();
      }
    },
  };
}

const ONLY_ID = { name: '', text: `SELECT '${COMPANY}' AS company_id`, values: [] };

/** Rounds over the sandbox's other companies would find nothing, and cost more than all the rest. */
function withOneCompany(db: Db): Db {
  const query: Db['query'] = (statement, options) =>
    statement.name === 'account_ids' ? db.query(ONLY_ID, options) : db.query(statement, options);
  return { ...db, query };
}
