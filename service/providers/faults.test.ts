import { describe, expect, it } from 'vitest';
import { matchPath } from '../../simulators/server/exchange.ts';
import type { Fault } from '../../simulators/server/faults.ts';
import { openPlayed } from '../testing/open-played.ts';
import type { VerbAnswer } from '../testing/open-verb.ts';
import { openVerb } from '../testing/open-verb.ts';
import { ATTEMPT } from '../testing/order-facts.ts';
import type { Verb } from '../testing/play-provider.ts';
import type { RoutedMethod } from './definition.ts';
import { PROVIDER_DEFINITIONS } from './registry.ts';

/*
 * Every provider by everything it does with money by every fault. A new provider is in this table by
 * being in the registry, and fails here until its party is played.
 *
 * How a lost answer was lost is the same to an adapter, since the outgoing client tells each of these
 * as unknown: the rare ones, and those who differ from another provider by their profile alone, are
 * left to all tests.
 */

const VERBS: Readonly<Record<RoutedMethod, readonly Verb[]>> = {
  CREDIT_CARD: ['charge', 'void', 'refund of a charge'],
  PIX: ['PIX', 'refund of a PIX'],
  BOLETO: ['boleto'],
  OPEN_FINANCE: ['consent'],
  PAYOUT: ['payout'],
};

const ROWS = PROVIDER_DEFINITIONS.flatMap(({ name, methods }) =>
  methods.flatMap((method) => VERBS[method].map((verb) => ({ name, verb }))),
);

const RARE = { tags: ['rare'] };
/** Who are served by the code of another provider of this table, by a profile of their own. */
const BY_PROFILE = ['braspag', 'sicoob', 'sicredi', 'bb', 'santander'];

/** One whose answer never comes, and one that is done only after we gave up. */
const HELD_MS = 60 * 60_000;

/** As the first is told, so are the others. */
const LOST: readonly (readonly [string, Fault])[] = [
  ['cut after it was done', { kind: 'commit_and_cut' }],
  ['cut before', { kind: 'cut' }],
  ['a page of HTML before', { kind: 'html_error', status: 502, isCommitted: false }],
  ['a page of HTML after it was done', { kind: 'html_error', status: 504, isCommitted: true }],
  ['a 200 with nothing in it', { kind: 'empty_answer' }],
];

/** Of the providers who look up at once what was lost: by which verbs. Other banks do so by PIX. */
const ADOPTED: Readonly<Record<string, readonly Verb[]>> = {
  ...{ cielo: [], braspag: [] },
  ...{ mercadopago: ['void', 'PIX', 'boleto'], pagbank: ['void'], efi: ['PIX', 'boleto'] },
};

/**
 * Where the party has no id of ours to know a repetition by, so that it does twice what arrives twice;
 * with what is told of it then. A sale that was booked twice is told as neither until somebody has
 * put it right; of one that was given back twice the refund is told, and the rest as a return at the
 * acquirer's own pages; of two boletos the buyer sees one, and nobody the other.
 */
const DONE_TWICE: Readonly<Record<string, Meaning>> = {
  'cielo charge': 'unknown',
  'cielo refund of a charge': 'done',
  'braspag charge': 'unknown',
  'braspag refund of a charge': 'done',
  'efi boleto': 'done',
};
/** What is asked of another host than the one that credentials are tried at, and rests by itself. */
const RESTS_APART = ['efi boleto', 'efi consent'];
/** As long as a party rests that has not answered. */
const REST_MS = 30_000;
/** Where a party that knows its callers by certificate asks for none. */
const ASKS_NO_CERTIFICATE = ['efi boleto'];
/** Longer than any party wants between two calls that give money back. */
const BETWEEN_MS = 60_000;
/** Found by an id that the party tells with its answer: where that was lost, nobody was shown it. */
const SHOWN_BY_ANSWER = ['pagbank PIX', 'efi consent'];
/** What is never asked for again once it may have arrived: a charge is looked up, a consent ends. */
const ASKED_ONCE: readonly Verb[] = ['charge', 'consent'];

const { signal: never } = new AbortController();

/** Whether an operator types that for it. */
function asksFor(provider: string, setting: string): boolean {
  const { settings = [] } = PROVIDER_DEFINITIONS.find(({ name }) => name === provider) ?? {};
  return settings.some(({ name }) => name === setting);
}

/** What an answer means for the money; `unknown` is what was thrown. */
type Meaning = 'done' | 'not done' | 'unavailable' | 'unknown' | 'refused';

function meaningOf(kind: string): Meaning {
  if (kind === 'unavailable' || kind === 'unknown') return kind;
  if (kind === 'not_found') return 'not done';
  return ['refused', 'rejected', 'declined', 'failed'].includes(kind) ? 'refused' : 'done';
}

/** The provider of the registry before its party, and what comes before the verb already done. */
async function arrange(name: string, verb: Verb) {
  const { party, open, clock, runAll } = await openPlayed(name);
  const played = party.verbs[verb];
  if (played === undefined) throw new Error(`${verb} is not played at ${name}`);

  const first = open();
  await first.notices?.connect?.('https://pay.example.com/notices', never);
  const before = openVerb(first, 'void refund of a charge'.includes(verb) ? 'charge' : 'PIX', null);
  let externalId: string | null = null;
  if (verb === 'void' || verb.startsWith('refund')) {
    externalId = (await before.ask(never)).externalId ?? null;
    if (verb === 'refund of a PIX') party.pay(ATTEMPT.reference);
  }

  /** The verb, asked for and looked up, by a provider that remembers nothing. */
  function using(provider = first) {
    const { ask, find } = openVerb(provider, verb, externalId);
    const mean = (answer: Promise<VerbAnswer>) =>
      answer.then(
        ({ kind }) => meaningOf(kind),
        () => 'unknown' as const,
      );
    return {
      ask: (signal = never) => mean(ask(signal)),
      find: () => mean(find()),
      test: () => provider.test?.(never).catch(() => ({ kind: 'thrown' })),
    };
  }

  const { method, path = '' } = played.at;
  const writes = () =>
    party.requests.filter((one) => one.method === method && matchPath(path, one.path)).length;
  return { party, played, open, using, clock, runAll, writes };
}

describe.each(ROWS)('$verb at $name', ({ name, verb }) => {
  const nth = ROWS.findIndex((row) => row.name === name && row.verb === verb);
  const isGivenBack = verb === 'void' || verb.startsWith('refund');
  const isAskedAgain = !ASKED_ONCE.includes(verb);
  const deadlineMs = verb === 'charge' || isGivenBack ? 30_000 : 15_000;
  const place = `${name} ${verb}`;
  const isDoneTwice = Object.hasOwn(DONE_TWICE, place);
  const isToldOnce = SHOWN_BY_ANSWER.includes(place);
  const isAdopted = (ADOPTED[name] ?? ['PIX']).includes(verb);
  const known: Meaning[] = isToldOnce ? ['done', 'not done'] : ['done'];
  const turn = BY_PROFILE.includes(name) ? null : nth % 2;
  /** `npm test` tries a verb at half of the faults, and the next verb at the rest. */
  const half = turn === 0 ? {} : RARE;
  const rest = turn === 1 ? {} : RARE;

  /** It was sent once, and ends as one by a provider that has heard nothing of it. */
  async function expectOne(arranged: Awaited<ReturnType<typeof arrange>>) {
    const { played, using, open, clock, writes } = arranged;
    expect(writes()).toBe(1);
    const anew = using(open());
    expect(played.done() === 0 ? ['not done'] : known).toContain(await anew.find());
    if (!isAskedAgain) return;
    if (isGivenBack) clock.advance(BETWEEN_MS);
    expect([await anew.ask(), played.done()]).toEqual(['done', 1]);
  }

  it('is done once, and found done', async () => {
    const { played, using } = await arrange(name, verb);
    const { ask, find } = using();
    expect(await find()).toBe('not done');
    expect(await ask()).toBe('done');
    expect([await find(), played.done()]).toEqual(['done', 1]);
  });

  describe.each(LOST)('is done once where its answer was lost: %s', (how, fault) => {
    const isDone = !how.endsWith('before');
    it('and was sent once', isDone && fault.kind === 'commit_and_cut' ? rest : RARE, async () => {
      const arranged = await arrange(name, verb);
      const { party, played, using } = arranged;
      party.faults.next(played.at, fault);
      expect(await using().ask()).toBe(isDone && isAdopted ? 'done' : 'unknown');
      expect(played.done()).toBe(isDone ? 1 : 0);
      await expectOne(arranged);
    });
  });

  it('is done once where its answer never came, and whoever asked gave up', half, async () => {
    const arranged = await arrange(name, verb);
    const { party, played, using } = arranged;
    const held = party.faults.next(played.at, { kind: 'answer_late', afterMs: HELD_MS });
    const waiting = new AbortController();
    const asking = using().ask(waiting.signal);
    await held.taken;
    waiting.abort();
    expect([await asking, played.done()]).toEqual(['unknown', 1]);
    await expectOne(arranged);
  });

  it('is done once where it was done after its time was over', rest, async () => {
    const arranged = await arrange(name, verb);
    const { party, played, using, open, runAll } = arranged;
    const held = party.faults.next(played.at, { kind: 'book_late', afterMs: HELD_MS });
    const asking = using().ask();
    await held.taken;
    expect(Math.max(...runAll())).toBe(deadlineMs);
    expect([await asking, played.done()]).toEqual(['unknown', 0]);
    expect(await using(open()).find()).toBe('not done');
    held.release();
    await held.finished;
    expect(played.done()).toBe(1);
    await expectOne(arranged);
  });

  it(
    `sent twice by a gateway is ${isDoneTwice ? 'told as no more than it is' : 'done once'}`,
    half,
    async () => {
      const { party, played, using } = await arrange(name, verb);
      party.faults.next(played.at, { kind: 'done_twice' });
      const { ask, find } = using();
      // A void that is told as not taken in is asked for again, and found then.
      expect(['done', 'unknown', ...(verb === 'void' ? ['unavailable'] : [])]).toContain(
        await ask(),
      );
      expect(isDoneTwice ? [DONE_TWICE[place]] : known).toContain(await find());
      expect(played.done()).toBe(isDoneTwice ? 2 : 1);
      if (isDoneTwice) party.takeViolations();
    },
  );

  it(
    'is not done while it is turned away at the door, and once when it is let in',
    rest,
    async () => {
      const { party, played, using, open, clock } = await arrange(name, verb);
      for (const status of [401, 403, 429]) {
        const answer = { kind: 'answer', answer: { status } } as const;
        // Who fetches tokens tries a second one.
        const refusals = status === 401 && asksFor(name, 'client-id') ? 2 : 1;
        for (let nth = 0; nth < refusals; nth += 1) party.faults.next(played.at, answer);
        expect([await using(open()).ask(), played.done()]).toEqual(['unavailable', 0]);
      }
      clock.advance(BETWEEN_MS);
      expect([await using(open()).ask(), played.done()]).toEqual(['done', 1]);
    },
  );

  if (!RESTS_APART.includes(place)) {
    it('is not done at a party that rests, and once when it answers again', half, async () => {
      const { party, played, using, clock } = await arrange(name, verb);
      const { ask, test } = using();
      for (let nth = 0; nth < 5; nth += 1) {
        party.faults.next({ method: 'GET' }, { kind: 'cut' });
        expect(await test()).toEqual({ kind: 'thrown' });
      }
      // What is looked up before it is given back cannot be told either.
      expect(['unavailable', ...(isGivenBack ? ['unknown'] : [])]).toContain(await ask());
      expect(played.done()).toBe(0);
      clock.advance(REST_MS);
      expect([await ask(), played.done()]).toEqual(['done', 1]);
    });
  }

  if (asksFor(name, 'client-id')) {
    it('is done once where a token was taken away before its time', rest, async () => {
      const { party, played, using } = await arrange(name, verb);
      party.faults.next(played.at, { kind: 'answer', answer: { status: 401 } });
      expect([await using().ask(), played.done()]).toEqual(['done', 1]);
    });
  }

  if (asksFor(name, 'certificate') && !ASKS_NO_CERTIFICATE.includes(place)) {
    it('is not done by a certificate that has ended, and once by the next', half, async () => {
      const { party, played, using, open } = await arrange(name, verb);
      party.endCertificates?.();
      const old = using();
      expect(['unavailable', 'unknown']).toContain(await old.ask());
      expect(await old.find()).toBe(isToldOnce ? 'not done' : 'unknown');
      expect(played.done()).toBe(0);
      expect(await old.test()).not.toEqual({ kind: 'works' });
      const renewed = using(open());
      expect(await renewed.test()).toEqual({ kind: 'works' });
      expect([await renewed.find(), await renewed.ask()]).toEqual(['not done', 'done']);
      expect(played.done()).toBe(1);
    });
  }
});
