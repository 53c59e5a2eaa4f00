import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import type { PlayedParty } from '../../testing/play-provider.ts';
import { playEveryProvider } from '../../testing/play-provider.ts';
import { CANARY, hasCvv, hasNumber } from '../../testing/test-canary.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import {
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/*
 * A card may leave the service for the acquirer that charges it, and for nobody else: every party of
 * the registry is switched on, and all of them are looked through.
 */

const COMPANY = 'livraria';
/** Where a card's number goes at each acquirer; its CVV goes with it and nowhere else. */
const ACQUIRERS: Readonly<Record<string, { settings?: Record<string, string>; at: string[] }>> = {
  cielo: { at: ['POST /1/sales/'] },
  braspag: { at: ['POST /v2/sales/'] },
  mercadopago: { at: ['POST /v1/card_tokens'] },
  pagbank: { settings: { 'card-data': 'plain' }, at: ['POST /orders'] },
};
const ENCRYPTED = { 'card-data': 'encrypted' };

describe('a card that is charged by an outside party', () => {
  let parties: ReadonlyMap<string, PlayedParty>;
  const harness = createTestHarness();
  const { clock } = harness;
  const { timers } = manualTimers();
  let service: TestService;
  let operator: TestOperator;
  let headers: { authorization: string };

  beforeAll(async () => {
    const played = await playEveryProvider(harness);
    ({ parties } = played);
    const { providers } = played;
    const db = await embeddedTestDatabase.openEmpty();
    const now = () => new Date(clock.now());
    service = await startTestService({ db, providers, timers, now });
    operator = await openTestOperator(db, { baseUrl: service.baseUrl }, { played: { providers } });
    const of = { company: COMPANY };
    await operator.run('company create', { ...of, name: 'Livraria LTDA' });
    await operator.run('company set-kyc', { ...of, status: 'approved' });
    await operator.run('company set-card', { ...of, enabled: 'yes' });
    const { publicKey, secretKey } = await operator.record('key create', of);
    headers = {
      authorization: `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`,
    };
    for (const [name, party] of parties) {
      await operator.run('provider add', { ...of, provider: name, ...party.settings() });
    }
  });
  afterAll(async () => {
    await operator.services.registeredProviders.stop();
    await service.stop();
    for (const party of parties.values()) await party.stop();
  });

  /** Where it went, as `cielo: POST /1/sales/`, of all that came since. */
  function placesOf(isIn: (text: string) => boolean, since: ReadonlyMap<string, number>): string[] {
    return [...parties].flatMap(([name, { requests }]) =>
      requests
        .slice(since.get(name))
        .filter(({ path, query, headers: sent, rawBody }) =>
          isIn([path, query, JSON.stringify(sent), rawBody].join('\n')),
        )
        .map(({ method, path }) => `${name}: ${method} ${path}`),
    );
  }

  async function payBy(route: readonly string[]) {
    await operator.run('route set', {
      ...{ company: COMPANY, method: 'CREDIT_CARD', providers: route.join(',') },
    });
    // What was read of the route before is used for some seconds.
    clock.advance(10_000);
    const since = new Map([...parties].map(([name, { requests }]) => [name, requests.length]));
    const holderName = 'APRO';
    const card = { ...VALID_CARD, ...CANARY, holderName, installments: 1 };
    const body = validPayin({ referenceId: newReference(), card });
    const paid = await send(`${service.baseUrl}/payin`, { body, headers });
    expect([paid.status, paid.body.status], paid.text).toEqual([201, 'APPROVED']);
    const { id } = paid.body;
    const refund = { referenceId: newReference(), amount: 1_000 };
    const given = await send(`${service.baseUrl}/payin/${id}/refund`, { body: refund, headers });
    expect(given.status, given.text).toBe(201);
    return since;
  }

  it.each(Object.keys(ACQUIRERS))('leaves for who charges it, in one call: %s', async (name) => {
    const { settings, at } = ACQUIRERS[name] ?? { at: [] };
    const others = Object.keys(ACQUIRERS).filter((other) => other !== name);
    if (settings !== undefined) {
      await operator.run('provider rotate', { company: COMPANY, provider: name, ...settings });
    }
    const since = await payBy([name, ...others]);
    const expected = at.map((place) => `${name}: ${place}`);
    expect(placesOf(hasNumber, since)).toEqual(expected);
    expect(placesOf(hasCvv, since)).toEqual(expected);
  });

  it('leaves in no readable form for one that takes it encrypted', async () => {
    await operator.run('provider rotate', {
      ...{ company: COMPANY, provider: 'pagbank', ...ENCRYPTED },
    });
    const since = await payBy(['pagbank']);
    expect(placesOf(hasNumber, since)).toEqual([]);
    expect(placesOf(hasCvv, since)).toEqual([]);
  });

  it('is in no line of the log', async () => {
    await payBy(Object.keys(ACQUIRERS));
    const log = service.logged.join('');
    expect(log).toContain('"route":"/payin"');
    expect(hasNumber(log)).toBe(false);
  });

  it.each(PROVIDER_DEFINITIONS)('leaves no rule of a party broken: $name', ({ name }) => {
    expect(parties.get(name)?.takeViolations()).toEqual([]);
  });
});
