import { beforeEach, describe, expect, it } from 'vitest';
import type { ChargeOutcome } from '../../../providers/acquirer.ts';
import type { AuthenticationResult } from '../../../providers/three-d-secure-provider.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import type { TestService } from '../../../testing/test-service.ts';
import {
  newReference,
  payinWithCard,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../../testing/test-service.ts';
import {
  AUTHENTICATED,
  PROOF,
  scriptedAcquirer,
  scriptedThreeDS,
} from '../../../testing/test-three-d-secure.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import { until } from '../../../testing/until.ts';

const SESSIONS = '/checkout/three-d-secure-sessions';

/** The calls of a merchant and of a browser on the post-order account. */
function callsOf(service: () => TestService) {
  const calls = {
    pay: (body: unknown, headers: Record<string, string> = {}) =>
      service().post('postorder', '/payin', body, headers),
    show: async (id: string) => (await service().get('postorder', `/payin/${id}`)).body,
    advance: (advanceSeconds: number) =>
      service().post('postorder', '/sandbox/clock', { advanceSeconds }),
    read: async (id: string) => (await service().fromPage('postorder', `${SESSIONS}/${id}`)).body,
    complete: async (id: string, outcome = 'done') =>
      (await service().fromPage('postorder', `${SESSIONS}/${id}/complete`, { outcome })).body,
    token: async (order: object) => (await service().tokenize('postorder', order)).token,
    /** A payin that waits for its buyer. */
    async pending(request = validPayin()) {
      const { body } = await calls.pay(request);
      return {
        request,
        payinId: String(body.id),
        id: String(body.threeDSecureAction.session_id),
        transactionId: String(body.threeDSecureTransactionId),
      };
    },
  };
  return calls;
}

describe.each(testDatabases())('3-D Secure after the order on $engine', (database) => {
  const { script, provider } = scriptedThreeDS();
  const { charges, acquirer } = scriptedAcquirer();
  const { timers, run } = manualTimers();
  /** The real time of a test that stops it. */
  let standsAt: Date | null = null;
  const { pay, show, advance, read, complete, token, pending } = callsOf(() => service);

  const db = opened(database.openEmpty);
  const service: TestService = opened(() => {
    const now = () => standsAt ?? new Date();
    return startTestService({ db, provider: { cards: acquirer, threeDS: provider }, timers, now });
  });
  beforeEach(() => {
    script.isDown = false;
    charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-1' });
    charges.known = { kind: 'not_found' };
  });

  /** What our tables still hold of the card, beside the payin. */
  const secretsOf = async (id: string) => {
    const [row] = await sql(db)`
      SELECT sealed_card IS NOT NULL AS card, sealed_proof IS NOT NULL AS proof
      FROM authentications WHERE company_id = 'postorder' AND id = ${id}`;
    return row;
  };
  const statusInTable = async (payinId: string) => {
    const [row] = await sql<{ status: string }>(db)`SELECT status FROM payins
      WHERE company_id = 'postorder' AND id = ${payinId}`;
    return row?.status;
  };
  const chargesOf = (payinId: string) =>
    charges.charges.filter(({ reference }) => reference === payinId);

  describe('a payin the acquirer wants authenticated', () => {
    it('answers 201 with every field of the specification', async () => {
      const request = validPayin();
      const { status, body } = await pay(request);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^pay_postorder_/),
        externalId: body.id,
        referenceId: request.referenceId,
        status: 'PENDING_3DS',
        amount: request.amount,
        paymentMethod: 'CREDIT_CARD',
        createdAt: expect.any(String),
        threeDSecurePending: true,
        threeDSecureSession: expect.any(String),
        threeDSecureTransactionId: expect.any(String),
        threeDSecureSdkUrl: 'https://3ds.test/sdk.js',
        threeDSecureProvider: 'scripted',
        threeDSecureAction: {
          type: 'THREEDS_CHALLENGE',
          session_id: expect.stringMatching(/^tds_postorder_[\w-]{32}$/),
          expires_at: expect.any(String),
        },
      });
      const { expires_at } = body.threeDSecureAction;
      expect(Date.parse(expires_at) - Date.parse(body.createdAt)).toBeGreaterThanOrEqual(900_000);
      expect(Date.parse(expires_at) - Date.parse(body.createdAt)).toBeLessThan(910_000);
      expect((await show(body.id)).status).toBe('PENDING_3DS');
      expect(await read(body.threeDSecureAction.session_id)).toMatchObject({
        status: 'OPEN',
        payinId: body.id,
      });
    });

    it('answers the same under an Idempotency-Key', async () => {
      const request = validPayin();
      const key = { 'idempotency-key': `key-${request.referenceId}` };
      const first = await pay(request, key);
      expect(first.body.threeDSecurePending).toBe(true);
      expect((await pay(request, key)).body).toEqual(first.body);
    });

    it('leaves nothing where the provider is down, and goes on when it is back', async () => {
      const order = { amount: 10_000, installments: 1, referenceId: newReference() };
      const { amount, referenceId } = order;
      const card = { token: await token(order), installments: 1 };
      const request = validPayin({ amount, referenceId, card });
      script.isDown = true;
      const answer = await pay(request);
      expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
      const [left] = await sql(db)`SELECT count(*) AS payins FROM payins
        WHERE reference_id = ${referenceId}`;
      expect(left).toEqual({ payins: 0 });
      script.isDown = false;
      expect((await pay(request)).body.status).toBe('PENDING_3DS');
    });
  });

  describe('an authenticated payin', () => {
    it.each<[string, AuthenticationResult, string]>([
      ['authenticated', AUTHENTICATED, 'AUTHENTICATED'],
      ['attempted', { kind: 'attempted', ...PROOF }, 'ATTEMPTED'],
    ])('is charged once with the proof when %s', async (_, result, status) => {
      const { payinId, id, transactionId, request } = await pending();
      script.results.set(transactionId, result);
      expect(await complete(id)).toMatchObject({ status, reason: null, payinId });
      expect(chargesOf(payinId)).toEqual([
        {
          companyId: 'postorder',
          reference: payinId,
          orderReference: request.referenceId,
          merchantName: expect.any(String),
          payer: request.customer,
          payerIp: request.payerIp,
          items: request.items,
          amount: request.amount,
          installments: 1,
          brand: 'visa',
          card: { kind: 'card', card: expect.objectContaining({ number: VALID_CARD.number }) },
          cvv: VALID_CARD.cvv,
          authentication: { kind: 'cryptogram', ...PROOF },
          canAuthenticateLater: false,
        },
      ]);
      const threeDSecure = { used: true, eci: PROOF.eci, expectedLiability: 'issuer' };
      const approved = { status: 'APPROVED', externalId: 'acq-1', threeDSecure };
      expect(await show(payinId)).toMatchObject(approved);
      expect(await secretsOf(id)).toEqual({ card: false, proof: false });
      expect((await complete(id)).status).toBe(status);
      expect(chargesOf(payinId)).toHaveLength(1);
    });

    it.each<[string, AuthenticationResult, boolean | null]>([
      ['asked', { kind: 'authenticated', ...PROOF, isChallenged: true }, true],
      ['not asked', { kind: 'authenticated', ...PROOF, isChallenged: false }, false],
      [
        'asked, and did not confirm',
        { kind: 'failed', reason: 'not_authenticated', isChallenged: true },
        true,
      ],
      ['asked or not, which its provider does not tell', AUTHENTICATED, null],
    ])('keeps that the buyer was %s, for who looks at it later', async (_, result, kept) => {
      const { id, transactionId } = await pending();
      const isChallenged = async () => {
        const text = 'SELECT is_challenged FROM authentications WHERE id = $1';
        return (await db.query({ name: '', text, values: [id] }))[0];
      };
      expect(await isChallenged()).toEqual({ is_challenged: null });
      script.results.set(transactionId, result);
      await complete(id);
      expect(await isChallenged()).toEqual({ is_challenged: kept });
    });

    it.each<[string, ChargeOutcome, string]>([
      ['refused', { kind: 'refused', externalId: 'a' }, 'REFUSED'],
      ['failed', { kind: 'failed', externalId: 'a' }, 'FAILED'],
      [
        'over the limit',
        { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' },
        'REFUSED',
      ],
      ['of a wrong CVV', { kind: 'declined', code: 'INVALID_CVV', decidedBy: 'issuer' }, 'REFUSED'],
      ['a risk', { kind: 'declined', code: 'REJECTED_BY_RISK', decidedBy: 'antifraud' }, 'REFUSED'],
      ['not taken', { kind: 'unavailable' }, 'FAILED'],
      ['asked about again', { kind: 'authentication_required' }, 'FAILED'],
    ])('that is %s ends so for good', async (_, outcome, status) => {
      const { payinId, id, transactionId, request } = await pending();
      script.results.set(transactionId, AUTHENTICATED);
      charges.onCharge = async () => outcome;
      expect((await complete(id)).status).toBe('AUTHENTICATED');
      expect((await show(payinId)).status).toBe(status);
      expect(await secretsOf(id)).toEqual({ card: false, proof: false });
      const next = await pay(request);
      expect(next.body.id).not.toBe(payinId);
      expect(next.body.status).toBe('PENDING_3DS');
    });

    it('is PENDING where the acquirer does not answer, and decided when it does', async () => {
      const { payinId, id, transactionId } = await pending();
      script.results.set(transactionId, AUTHENTICATED);
      const isCharged = new Promise<void>((resolve) => {
        charges.onCharge = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const completing = complete(id);
      await isCharged;
      run(3000);
      expect((await completing).status).toBe('AUTHENTICATED');
      expect(await show(payinId)).toMatchObject({ status: 'PENDING', externalId: null });
      charges.known = { kind: 'approved', externalId: 'acq-9' };
      await advance(1);
      expect((await show(payinId)).status).toBe('APPROVED');
      expect(chargesOf(payinId)).toHaveLength(1);
      expect(await secretsOf(id)).toEqual({ card: false, proof: false });
    });

    it('is IN_PROGRESS to a repeat while it is charged, and then what it became', async () => {
      const { id, payinId, request, transactionId } = await pending();
      let answer = (_outcome: ChargeOutcome): void => undefined;
      const isCharging = new Promise<void>((resolve) => {
        charges.onCharge = () => {
          resolve();
          return new Promise((settle) => {
            answer = settle;
          });
        };
      });
      script.results.set(transactionId, AUTHENTICATED);
      const completed = complete(id);
      await isCharging;
      const early = await pay(request);
      expect([early.status, early.body.error?.code]).toEqual([409, 'IN_PROGRESS']);
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      answer({ kind: 'approved', externalId: 'acq-1' });
      await completed;
      const late = await pay(request);
      expect([late.status, late.body.id, late.body.status]).toEqual([201, payinId, 'APPROVED']);
      expect(chargesOf(payinId)).toHaveLength(1);
    });

    it('by token is charged with the CVV that came with it, and uses the token up', async () => {
      const order = { amount: 10_000, installments: 1, referenceId: newReference() };
      const { amount, referenceId } = order;
      const card = { token: await token(order), installments: 1 };
      const made = await pending(validPayin({ amount, referenceId, card }));
      // Almost too late for the token alone.
      await advance(14 * 60);
      script.results.set(made.transactionId, AUTHENTICATED);
      await complete(made.id);
      expect(chargesOf(made.payinId)).toMatchObject([{ cvv: VALID_CARD.cvv }]);
      const other = await pay(validPayin({ amount, referenceId: newReference(), card }));
      expect(other.body.error.details[0].path).toBe('card.token');
    });

    it('is charged also when only the provider tells', async () => {
      const { payinId, transactionId } = await pending();
      script.results.set(transactionId, AUTHENTICATED);
      for (let told = 0; told < 5; told += 1) script.tell(transactionId);
      await expect.poll(async () => (await show(payinId)).status).toBe('APPROVED');
      expect(chargesOf(payinId)).toHaveLength(1);
    });
  });

  it('asks by itself for what the provider could not tell', async () => {
    const { payinId, transactionId } = await pending();
    script.results.set(transactionId, AUTHENTICATED);
    script.isDown = true;
    const { asked } = script;
    script.tell(transactionId);
    await expect.poll(() => script.asked).toBe(asked + 1);
    run(30_000);
    await expect.poll(() => script.asked).toBeGreaterThan(asked + 1);
    expect((await show(payinId)).status).toBe('PENDING_3DS');
    script.isDown = false;
    // It did not answer, so it is asked again in 15 seconds.
    standsAt = new Date(Date.now() + 60_000);
    await expect
      .poll(async () => {
        run(30_000);
        return (await show(payinId)).status;
      })
      .toBe('APPROVED');
    expect(chargesOf(payinId)).toHaveLength(1);
    standsAt = null;
  });

  describe('a payin whose buyer is not authenticated', () => {
    it.each(['cancelled', 'not_authenticated', 'rejected', 'unavailable', 'error'] as const)(
      'is REFUSED for the reason %s, and never charged',
      async (reason) => {
        const { payinId, id, transactionId, request } = await pending();
        script.results.set(transactionId, { kind: 'failed', reason });
        expect(await complete(id)).toMatchObject({ status: 'FAILED', reason, payinId });
        expect((await show(payinId)).status).toBe('REFUSED');
        expect(chargesOf(payinId)).toEqual([]);
        expect(await secretsOf(id)).toEqual({ card: false, proof: false });
        expect((await pay(request)).body.id).not.toBe(payinId);
      },
    );

    it('is REFUSED when the buyer closes the challenge', async () => {
      const { payinId, id } = await pending();
      expect(await complete(id, 'cancelled')).toMatchObject({
        status: 'FAILED',
        reason: 'cancelled',
      });
      expect((await show(payinId)).status).toBe('REFUSED');
    });

    it.each(['done', 'failed'])('stays open when the browser says only %s', async (outcome) => {
      const { payinId, id, request } = await pending();
      expect((await complete(id, outcome)).status).toBe('OPEN');
      expect((await show(payinId)).status).toBe('PENDING_3DS');
      expect((await pay(request)).body.threeDSecureAction.session_id).toBe(id);
    });

    it('stays open while the provider is down', async () => {
      const { payinId, id } = await pending();
      script.isDown = true;
      expect((await complete(id)).status).toBe('OPEN');
      expect((await complete(id, 'cancelled')).status).toBe('OPEN');
      expect((await show(payinId)).status).toBe('PENDING_3DS');
    });
  });

  describe('a payin whose time is over', () => {
    /** As if the time had passed while nothing of the service ran. */
    const passTime = (id: string) =>
      sql(db)`UPDATE authentications SET expires_at = created_at
        WHERE company_id = 'postorder' AND id = ${id}`;

    it.each<[string, (made: Awaited<ReturnType<typeof pending>>) => Promise<unknown>]>([
      ['looking at it', ({ payinId }) => show(payinId)],
      ['looking at its session', ({ id }) => read(id)],
      ['completing it', ({ id }) => complete(id)],
      ['cancelling it', ({ id }) => complete(id, 'cancelled')],
      ['the sandbox clock', () => advance(1)],
      ['the provider', async ({ transactionId }) => script.tell(transactionId)],
      ['the timer', async () => run(15_000)],
    ])('is CANCELED by %s', async (_, look) => {
      const made = await pending();
      await passTime(made.id);
      script.results.set(made.transactionId, AUTHENTICATED);
      await look(made);
      // Read from the table, since looking by a call would do it too.
      await expect.poll(() => statusInTable(made.payinId)).toBe('CANCELED');
      expect((await show(made.payinId)).status).toBe('CANCELED');
      expect(await read(made.id)).toMatchObject({ status: 'EXPIRED', remainingMs: 0 });
      expect(chargesOf(made.payinId)).toEqual([]);
      expect(await secretsOf(made.id)).toEqual({ card: false, proof: false });
    });

    it('leaves its reference to the next try', async () => {
      const { payinId, id, request } = await pending();
      await passTime(id);
      const next = await pay(request);
      expect(next.body.threeDSecurePending).toBe(true);
      expect(next.body.id).not.toBe(payinId);
      expect(next.body.threeDSecureAction.session_id).not.toBe(id);
      expect((await show(payinId)).status).toBe('CANCELED');
    });

    it('is not over a second before', async () => {
      standsAt = new Date();
      const { payinId } = await pending();
      await advance(15 * 60 - 1);
      expect((await show(payinId)).status).toBe('PENDING_3DS');
      await advance(1);
      expect((await show(payinId)).status).toBe('CANCELED');
      standsAt = null;
    });
  });

  it.each<[string, AuthenticationResult]>([
    ['authenticated', AUTHENTICATED],
    ['not authenticated', { kind: 'failed', reason: 'not_authenticated' }],
  ])('at the same time two tabs, provider and timer end it once when %s', async (_, result) => {
    for (let round = 0; round < 5; round += 1) {
      const { payinId, id, transactionId } = await pending();
      script.results.set(transactionId, result);
      await Promise.all([
        complete(id),
        complete(id),
        complete(id, 'cancelled'),
        script.tell(transactionId),
        advance(15 * 60),
        show(payinId),
      ]);
      await expect
        .poll(async () => (await show(payinId)).status)
        .toMatch(/^(APPROVED|REFUSED|CANCELED)$/);
      const { status } = await read(id);
      const ends = { AUTHENTICATED: 'APPROVED', FAILED: 'REFUSED', EXPIRED: 'CANCELED' };
      expect(ends).toMatchObject({ [status]: (await show(payinId)).status });
      expect(chargesOf(payinId)).toHaveLength(status === 'AUTHENTICATED' ? 1 : 0);
    }
  });

  it('decides at once where the acquirer does not ask', async () => {
    const answer = await service.post('no3ds', '/payin', validPayin());
    expect(answer.body.status).toBe('APPROVED');
    expect(answer.body).not.toHaveProperty('threeDSecurePending');
  });
});

describe.each(testDatabases())('a restart with 3-D Secure open on $engine', (database) => {
  const { script, provider } = scriptedThreeDS();
  const { charges, acquirer } = scriptedAcquirer();
  const LATER = () => new Date(Date.now() + 60_000);
  let first: TestService;
  let second: TestService;

  const db = opened(database.openEmpty);
  const kept = () => ({ ...db, close: async () => undefined });
  const start = (more: object = {}) =>
    startTestService({ db: kept(), provider: { cards: acquirer, threeDS: provider }, ...more });

  it('goes on with an open authentication', async () => {
    first = await start();
    const { payinId, id, transactionId, request } = await callsOf(() => first).pending();
    await first.stop();
    second = await start();
    const { pay, show, complete } = callsOf(() => second);
    expect((await pay(request)).body.threeDSecureAction.session_id).toBe(id);
    script.results.set(transactionId, AUTHENTICATED);
    await complete(id);
    expect((await show(payinId)).status).toBe('APPROVED');
    await second.stop();
  });

  it.each<[string, AuthenticationResult, string]>([
    ['charges what was authenticated', AUTHENTICATED, 'APPROVED'],
    ['refuses what was not', { kind: 'failed', reason: 'rejected' }, 'REFUSED'],
  ])('%s while nobody listened', async (_, result, status) => {
    first = await start();
    const { payinId, transactionId } = await callsOf(() => first).pending();
    await first.stop();
    script.results.set(transactionId, result);
    second = await start();
    expect((await callsOf(() => second).show(payinId)).status).toBe(status);
    await second.stop();
  });

  it('is not held up by a provider that is down', async () => {
    first = await start();
    const made = await Promise.all(Array.from({ length: 5 }, () => callsOf(() => first).pending()));
    await first.stop();
    const asked = script.asked;
    script.isDown = true;
    second = await start();
    expect(script.asked - asked).toBe(made.length);
    script.isDown = false;
    const { show } = callsOf(() => second);
    for (const { payinId } of made) expect((await show(payinId)).status).toBe('PENDING_3DS');
    await second.stop();
  });

  it('cancels what ran out of time meanwhile', async () => {
    first = await start();
    const { payinId } = await callsOf(() => first).pending();
    await first.stop();
    second = await start({ now: () => new Date(Date.now() + 16 * 60_000) });
    expect((await callsOf(() => second).show(payinId)).status).toBe('CANCELED');
    await second.stop();
  });

  /** A service that dies after the authentication was written and before the acquirer answered. */
  const abandoned = async () => {
    const { timers, run } = manualTimers();
    first = await start({ timers });
    const { pending, complete } = callsOf(() => first);
    const made = await pending();
    script.results.set(made.transactionId, AUTHENTICATED);
    const isCharging = new Promise<void>((resolve) => {
      charges.onCharge = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const completing = complete(made.id);
    await isCharging;
    charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-1' });
    const end = async () => {
      run(3000);
      await completing;
      await first.stop();
    };
    return { ...made, end };
  };

  it('charges under the same reference what the acquirer never got', async () => {
    const { payinId, end } = await abandoned();
    const before = charges.charges.length;
    second = await start({ now: LATER });
    expect(charges.charges.slice(before)).toMatchObject([
      { reference: payinId, authentication: { kind: 'cryptogram', ...PROOF } },
    ]);
    expect((await callsOf(() => second).show(payinId)).status).toBe('APPROVED');
    await end();
    expect((await callsOf(() => second).show(payinId)).status).toBe('APPROVED');
    await second.stop();
  });

  it('does not charge again what the acquirer has', async () => {
    const { payinId, end } = await abandoned();
    const before = charges.charges.length;
    charges.known = { kind: 'refused', externalId: 'acq-7' };
    second = await start({ now: LATER });
    expect(charges.charges.length).toBe(before);
    expect((await callsOf(() => second).show(payinId)).status).toBe('REFUSED');
    charges.known = { kind: 'not_found' };
    await end();
    await second.stop();
  });

  it('opens waiting cards and proofs under a rotated key', async () => {
    const [one, two] = [1, 2].map((version) => ({
      version: version + 10,
      key: new Uint8Array(32).fill(version),
    }));
    const rotated = await database.openEmpty();
    const once = (keyEncryptionKeys: unknown[]) =>
      start({ db: { ...rotated, close: async () => undefined }, settings: { keyEncryptionKeys } });
    first = await once([one]);
    const { payinId, id, transactionId } = await callsOf(() => first).pending();
    await first.stop();
    // What the new key alone can open: the start before it took everything over.
    await (await once([two, one])).stop();
    const [row] = await sql<{ version: Uint8Array }>(rotated)`SELECT substring(sealed_card
      FROM 2 FOR 2) AS version FROM authentications
      WHERE company_id = 'postorder' AND id = ${id}`;
    expect([...(row?.version ?? [])]).toEqual([0, 12]);
    second = await once([two, one]);
    script.results.set(transactionId, AUTHENTICATED);
    await callsOf(() => second).complete(id);
    expect((await callsOf(() => second).show(payinId)).status).toBe('APPROVED');
    await second.stop();
    await rotated.close();
  });
});

const LAST = testDatabases().slice(-1);

it.each(LAST)('asks the bank of the sandbox for numbers of its table alone', async (database) => {
  const service = await startTestService({ database });
  const { pay, complete, show } = callsOf(() => service);
  const { body } = await pay(payinWithCard({ number: '4000000000002503' }));
  expect(body).toMatchObject({ status: 'PENDING_3DS', threeDSecureProvider: 'sandbox' });
  expect(body.threeDSecureSdkUrl).toBe(`${service.bankUrl}/3ds/sdk.js`);
  expect((await complete(body.threeDSecureAction.session_id, 'cancelled')).reason).toBe(
    'cancelled',
  );
  expect((await show(body.id)).status).toBe('REFUSED');
  expect((await pay(validPayin())).body.status).toBe('APPROVED');
  await service.stop();
});

describe('following what payins wait for', () => {
  it('goes on to other companies and records where the provider refuses one', async () => {
    const { script, provider } = scriptedThreeDS();
    const { acquirer } = scriptedAcquirer();
    const { timers, run } = manualTimers();
    const refused = new Set<string>();
    const threeDSProvider = {
      ...provider,
      find: async (...[transaction, signal]: Parameters<typeof provider.find>) => {
        if (refused.has(transaction.transactionId)) throw new Error('refused');
        return await provider.find(transaction, signal);
      },
    };
    const service = await startTestService({
      provider: { cards: acquirer, threeDS: threeDSProvider },
      timers,
    });
    const calls = callsOf(() => service);
    const first = await calls.pending();
    const second = await calls.pending();
    refused.add(first.transactionId);
    script.results.set(second.transactionId, AUTHENTICATED);
    run(30_000);
    await until(async () => (await calls.show(second.payinId)).status !== 'PENDING_3DS');
    expect((await calls.show(second.payinId)).status).toBe('APPROVED');
    expect((await calls.show(first.payinId)).status).toBe('PENDING_3DS');
    await service.stop();
  });

  it.each(LAST)('asks less and less without an answer, and often with one', async (database) => {
    const { script, provider } = scriptedThreeDS();
    const { acquirer } = scriptedAcquirer();
    const db = await database.openMigrated();
    const broken = new Set<string>();
    const asked: string[] = [];
    const find: typeof provider.find = async (transaction, signal) => {
      asked.push(transaction.transactionId);
      if (broken.has(transaction.transactionId)) throw new Error('refused');
      return provider.find(transaction, signal);
    };
    let time = Date.now();
    const start = async () => {
      const { timers, round } = manualTimers();
      const service = await startTestService({
        db: { ...db, close: async () => undefined },
        provider: { cards: acquirer, threeDS: { ...provider, find } },
        timers,
        now: () => new Date(time),
      });
      return { service, round };
    };
    let running = await start();
    const calls = callsOf(() => running.service);
    const first = await calls.pending();
    const second = await calls.pending();
    broken.add(first.transactionId);
    const countOf = ({ transactionId }: typeof first) =>
      asked.filter((one) => one === transactionId).length;
    const passRounds = async (rounds: number) => {
      for (let nth = 0; nth < rounds; nth += 1) {
        await running.round(30_000);
        time += 30_000;
      }
    };
    // Looks at 0, 30, 60, 120, 240 and 480 seconds.
    await passRounds(10);
    expect([countOf(first), countOf(second)]).toEqual([5, 10]);
    await running.service.stop();
    running = await start();
    expect([countOf(first), countOf(second)]).toEqual([5, 11]);
    await passRounds(7);
    expect([countOf(first), countOf(second)]).toEqual([6, 18]);
    script.results.set(second.transactionId, AUTHENTICATED);
    await passRounds(1);
    expect((await calls.show(second.payinId)).status).toBe('APPROVED');
    await running.service.stop();
    await db.close();
  });
});
