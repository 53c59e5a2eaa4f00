import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../../parties/server/faults.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import type { VerbAnswer } from '../testing/open-verb.ts';
import { openVerb, PLAYED_PAYIN } from '../testing/open-verb.ts';
import type { Verb } from '../testing/play-provider.ts';
import { PLAYED } from '../testing/play-provider.ts';
import { manualTimers } from '../testing/test-timers.ts';
import type { RoutedMethod } from './definition.ts';
import { createAgent } from './outgoing/agent.ts';
import type { Provider } from './provider.ts';
import { PROVIDER_DEFINITIONS } from './registry.ts';

/*
 * Every provider by everything it does with money by every fault. A new provider is in this table by
 * being in the registry, and fails here until its party is played.
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

/** One whose answer never comes, and one that is done only after we gave up. */
const HELD_MS = 60 * 60_000;

const LOST: readonly (readonly [string, Fault])[] = [
  ['cut before', { kind: 'cut' }],
  ['cut after it was done', { kind: 'commit_and_cut' }],
  ['a page of HTML before', { kind: 'html_error', status: 502, isCommitted: false }],
  ['a page of HTML after it was done', { kind: 'html_error', status: 504, isCommitted: true }],
  ['a 200 with nothing in it', { kind: 'empty_answer' }],
];

const UNAUTHORIZED: Fault = { kind: 'answer', answer: { status: 401 } };

/**
 * Where the party has no id of ours to know a repetition by, so that it does twice what arrives twice;
 * with what is told of it then. A sale that was booked or given back twice is told as neither until
 * somebody has put it right; of two boletos the buyer sees one, and nobody the other.
 */
const DONE_TWICE: Readonly<Record<string, Meaning>> = {
  'cielo charge': 'unknown',
  'cielo refund of a charge': 'unknown',
  'braspag charge': 'unknown',
  'braspag refund of a charge': 'unknown',
  'efi boleto': 'done',
};
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
  const surroundings = createTestSurroundings();
  const { clock } = surroundings;
  const party = await PLAYED[name]?.(surroundings);
  const definition = PROVIDER_DEFINITIONS.find((one) => one.name === name);
  if (party === undefined || definition === undefined) throw new Error(`${name} is not played`);
  onTestFinished(() => party.stop());
  const played = party.verbs[verb];
  if (played === undefined) throw new Error(`${verb} is not played at ${name}`);
  const { hosts, settings: typed, authorityPem: trustedPem } = party;

  function open(): Provider {
    const settings = definition?.schema.parse(typed());
    const identity = definition?.identityOf(settings) ?? null;
    const dispatcher = createAgent({ identity, trustedPem });
    onTestFinished(() => dispatcher.destroy());
    const provider = definition?.create(settings, {
      ...{ account: 'acme', environment: 'production', dispatcher, hosts },
      ...{ timers: manualTimers().timers, now: clock.now },
      randomBytes: (size) => new Uint8Array(size).fill(7),
      log: () => undefined,
    });
    if (provider === undefined) throw new Error('there is no provider');
    return provider;
  }

  const first = open();
  await first.notices?.connect?.('https://pay.example.com/notices', never);
  const before = openVerb(first, 'void refund of a charge'.includes(verb) ? 'charge' : 'PIX', null);
  let externalId: string | null = null;
  if (verb === 'void' || verb.startsWith('refund')) {
    externalId = (await before.ask(never)).externalId ?? null;
    if (verb === 'refund of a PIX') party.pay(PLAYED_PAYIN.reference);
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

  return { party, played, open, using, clock };
}

describe.each(ROWS)('$verb at $name', ({ name, verb }) => {
  const isGivenBack = verb === 'void' || verb.startsWith('refund');
  const isAskedAgain = !ASKED_ONCE.includes(verb);
  const place = `${name} ${verb}`;
  const isDoneTwice = Object.hasOwn(DONE_TWICE, place);
  const isToldOnce = SHOWN_BY_ANSWER.includes(place);
  const known: Meaning[] = isToldOnce ? ['done', 'not done'] : ['done'];

  it('is done once, and found done', async () => {
    const { played, using } = await arrange(name, verb);
    const { ask, find } = using();
    expect(await find()).toBe('not done');
    expect(await ask()).toBe('done');
    expect([await find(), played.done()]).toEqual(['done', 1]);
  });

  it.each(LOST)('is done once where its answer was lost: %s', async (_how, fault) => {
    const { party, played, using, open, clock } = await arrange(name, verb);
    party.faults.next(played.at, fault);
    const asked = await using().ask();
    if (played.done() === 0) expect(['unknown', 'unavailable']).toContain(asked);
    else expect([['unknown', 'done'], 1]).toEqual([expect.arrayContaining([asked]), played.done()]);
    const anew = using(open());
    expect(played.done() === 0 ? ['not done'] : known).toContain(await anew.find());
    if (!isAskedAgain) return;
    if (isGivenBack) clock.advance(BETWEEN_MS);
    expect([await anew.ask(), played.done()]).toEqual(['done', 1]);
  });

  it('is done once where its answer never came', async () => {
    const { party, played, using, open, clock } = await arrange(name, verb);
    const held = party.faults.next(played.at, { kind: 'answer_late', afterMs: HELD_MS });
    const waiting = new AbortController();
    const asking = using().ask(waiting.signal);
    await held.taken;
    waiting.abort();
    expect([await asking, played.done()]).toEqual(['unknown', 1]);
    const anew = using(open());
    expect(known).toContain(await anew.find());
    if (!isAskedAgain) return;
    if (isGivenBack) clock.advance(BETWEEN_MS);
    expect([await anew.ask(), played.done()]).toEqual(['done', 1]);
  });

  it('is done once where it was done after we gave up', async () => {
    const { party, played, using, open, clock } = await arrange(name, verb);
    const held = party.faults.next(played.at, { kind: 'book_late', afterMs: HELD_MS });
    const waiting = new AbortController();
    const asking = using().ask(waiting.signal);
    await held.taken;
    waiting.abort();
    expect([await asking, played.done()]).toEqual(['unknown', 0]);
    expect(await using(open()).find()).toBe('not done');
    held.release();
    await held.finished;
    const anew = using(open());
    expect(known).toContain(await anew.find());
    if (!isAskedAgain) return;
    if (isGivenBack) clock.advance(BETWEEN_MS);
    expect([await anew.ask(), played.done()]).toEqual(['done', 1]);
  });

  it(`sent twice by a gateway is ${isDoneTwice ? 'told as no more than it is' : 'done once'}`, async () => {
    const { party, played, using } = await arrange(name, verb);
    party.faults.next(played.at, { kind: 'done_twice' });
    const { ask, find } = using();
    // A void that is told as not taken in is asked for again, and found then.
    expect(['done', 'unknown', ...(verb === 'void' ? ['unavailable'] : [])]).toContain(await ask());
    expect(isDoneTwice ? [DONE_TWICE[place]] : known).toContain(await find());
    expect(played.done()).toBe(isDoneTwice ? 2 : 1);
    if (isDoneTwice) party.takeViolations();
  });

  it('is not done by a token that is taken for none, and once by the next', async () => {
    const { party, played, using, open } = await arrange(name, verb);
    // Who fetches tokens has tried a second one by then.
    const refusals = asksFor(name, 'client-id') ? 2 : 1;
    for (let nth = 0; nth < refusals; nth += 1) party.faults.next(played.at, UNAUTHORIZED);
    expect([await using().ask(), played.done()]).toEqual(['unavailable', 0]);
    expect([await using(open()).ask(), played.done()]).toEqual(['done', 1]);
  });

  if (asksFor(name, 'client-id')) {
    it('is done once where a token was taken away before its time', async () => {
      const { party, played, using } = await arrange(name, verb);
      party.faults.next(played.at, UNAUTHORIZED);
      expect([await using().ask(), played.done()]).toEqual(['done', 1]);
    });
  }

  if (asksFor(name, 'certificate') && !ASKS_NO_CERTIFICATE.includes(place)) {
    it('is not done by a certificate that has ended, and once by the next', async () => {
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
