import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthenticationResult } from '../../providers/three-d-secure-provider.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import {
  AUTHENTICATED,
  PROOF,
  scriptedAcquirer,
  scriptedThreeDS,
} from '../../testing/test-three-d-secure.ts';

const SESSIONS = '/checkout/three-d-secure-sessions';
const ATTEMPTED: AuthenticationResult = { kind: 'attempted', ...PROOF, eci: '06' };

describe.each(testDatabases())('3-D Secure before the order on $engine', (database) => {
  const { script, provider } = scriptedThreeDS();
  const { charges, acquirer } = scriptedAcquirer();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, provider: { cards: acquirer, threeDS: provider } }),
  );
  beforeEach(() => {
    script.isDown = false;
    script.onFind = async () => undefined;
    charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-1' });
  });

  const as = (account: string) => ({ 'x-public-key': `pk_test_${account}` });
  const browser = (path: string, body?: unknown, account = 'preorder') =>
    service.fromPage(account, `/checkout${path}`, body);
  const open = (token: string, account = 'preorder') =>
    browser('/three-d-secure-sessions', { token }, account);
  const read = (id: string, account = 'preorder') =>
    browser(`/three-d-secure-sessions/${id}`, undefined, account);
  const complete = (id: string, outcome = 'done', account = 'preorder') =>
    browser(`/three-d-secure-sessions/${id}/complete`, { outcome }, account);
  const pay = (body: unknown, account = 'preorder') => service.post(account, '/payin', body);
  const advance = (advanceSeconds: number, account = 'preorder') =>
    service.post(account, '/sandbox/clock', { advanceSeconds });

  const newOrder = (change: Record<string, unknown> = {}) => ({
    amount: 10_000,
    installments: 2,
    referenceId: newReference(),
    ...change,
  });
  const tokenFor = async (order: ReturnType<typeof newOrder>, account = 'preorder') =>
    (await service.tokenize(account, order)).token;
  /** An open authentication of a fresh token. */
  const begun = async () => {
    const order = newOrder();
    const token = await tokenFor(order);
    const { body } = await open(token);
    const transactionId = String(body.threeDSecureTransactionId);
    return { order, token, id: String(body.threeDSecureAction.session_id), transactionId };
  };
  const ended = async (result: AuthenticationResult = AUTHENTICATED) => {
    const session = await begun();
    script.results.set(session.transactionId, result);
    await complete(session.id);
    return session;
  };
  type Session = Awaited<ReturnType<typeof begun>>;
  const payinOf = ({ order, token, id }: Session, change: Record<string, unknown> = {}) => ({
    ...validPayin({ amount: order.amount, referenceId: order.referenceId }),
    card: { token, installments: order.installments, threeDSecure: { referenceId: id } },
    ...change,
  });
  const tokenRow = async (token: string) => {
    // The hash is not known here: the newest token of the account is the one in question.
    expect(token).toMatch(/^tok_/);
    const [row] = await sql<{ status: string; sealed: boolean; bound: boolean }>(db)`
      SELECT status, sealed_card IS NOT NULL AS sealed, three_ds_result IS NOT NULL AS bound
      FROM card_tokens WHERE company_id = 'preorder' ORDER BY created_at DESC LIMIT 1`;
    return row;
  };
  /** What is left of it in our tables. */
  const proofRow = async (id: string) => {
    const [row] = await sql<{ proof: Uint8Array | null; claimed_by: string | null }>(db)`
      SELECT sealed_proof AS proof, claimed_by FROM authentications
      WHERE company_id = 'preorder' AND id = ${id}`;
    return row;
  };

  describe('opening a session', () => {
    it('answers every field a browser needs', async () => {
      const order = newOrder();
      const { status, body } = await open(await tokenFor(order));
      expect(status).toBe(201);
      expect(body).toEqual({
        threeDSecurePending: true,
        threeDSecureSession: expect.stringMatching(/^session-tx-/),
        threeDSecureTransactionId: expect.stringMatching(/^tx-/),
        threeDSecureSdkUrl: 'https://3ds.test/sdk.js',
        threeDSecureProvider: 'scripted',
        threeDSecureAction: {
          type: 'THREEDS_CHALLENGE',
          session_id: expect.stringMatching(/^tds_preorder_[\w-]{32}$/),
          expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      });
      const { cvv: _cvv, ...card } = VALID_CARD;
      expect(script.opened.at(-1)).toMatchObject({
        companyId: 'preorder',
        reference: body.threeDSecureAction.session_id,
        card,
        brand: 'visa',
        amount: order.amount,
        installments: order.installments,
        orderReference: order.referenceId,
        merchantName: 'Páginas Abertas',
      });
    });

    it('is served on both origins', async () => {
      const token = await tokenFor(newOrder());
      const url = `${service.baseUrl}${SESSIONS}`;
      const answer = await send(url, { body: { token }, headers: as('preorder') });
      expect(answer.status).toBe(201);
      const id = answer.body.threeDSecureAction.session_id;
      const state = await send(`${url}/${id}`, { headers: as('preorder') });
      expect(state.body).toEqual({
        id,
        status: 'OPEN',
        reason: null,
        remainingMs: expect.any(Number),
        payinId: null,
      });
      expect(state.body.remainingMs).toBeGreaterThan(14 * 60_000);
      expect(state.body.remainingMs).toBeLessThanOrEqual(15 * 60_000);
    });

    it('answers the same session however often it is asked for', async () => {
      const token = await tokenFor(newOrder());
      const before = script.transactions.size;
      const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(script.transactions.size - before).toBe(1);
    });

    it.each<[string, () => Promise<string>]>([
      ['is unknown', async () => 'tok_unknown'],
      ['belongs to another account', async () => tokenFor(newOrder(), 'no3ds')],
      ['is authenticated', async () => (await ended()).token],
      [
        'failed its authentication',
        async () => (await ended({ kind: 'failed', reason: 'rejected' })).token,
      ],
      [
        'was revoked',
        async () => {
          const token = await tokenFor(newOrder());
          await browser('/tokens/revoke', { token });
          return token;
        },
      ],
      [
        'was revoked while its session was open',
        async () => {
          const { token } = await begun();
          await browser('/tokens/revoke', { token });
          return token;
        },
      ],
      [
        'is over',
        async () => {
          const token = await tokenFor(newOrder());
          await advance(15 * 60);
          return token;
        },
      ],
      [
        'is over with its session',
        async () => {
          const { token } = await begun();
          await advance(15 * 60);
          return token;
        },
      ],
    ])('refuses a token that %s', async (_, make) => {
      const before = script.transactions.size;
      const token = await make();
      const opens = script.opened.length;
      const { status, body } = await open(token);
      expect([status, body.error.code, body.error.details[0].path]).toEqual([
        400,
        'INVALID_DATA',
        'token',
      ]);
      expect(script.opened.length).toBe(opens);
      expect(script.transactions.size - before).toBeLessThanOrEqual(1);
    });

    it.each([
      ['no3ds', 403, 'METHOD_NOT_ENABLED'],
      ['postorder', 403, 'METHOD_NOT_ENABLED'],
      ['nocard', 403, 'METHOD_NOT_ENABLED'],
      ['pending', 403, 'KYC_NOT_APPROVED'],
      ['blocked', 403, 'COMPANY_BLOCKED'],
      ['nobody', 401, 'UNAUTHORIZED'],
    ])('refuses the account %s', async (account, status, code) => {
      const answer = await open('tok_any', account);
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    });

    it.each([
      ['no token', {}],
      ['a number', { token: 5 }],
      ['a long text', { token: 'x'.repeat(201) }],
    ])('refuses %s, naming the field', async (_, body) => {
      const answer = await browser('/three-d-secure-sessions', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].path).toBe('token');
    });

    it('leaves the token as it was where the provider is down', async () => {
      const token = await tokenFor(newOrder());
      script.isDown = true;
      const answer = await open(token);
      expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
      script.isDown = false;
      expect((await open(token)).status).toBe(201);
    });
  });

  describe('completing a session', () => {
    it.each<[string, AuthenticationResult, string, string | null]>([
      ['authenticated', AUTHENTICATED, 'AUTHENTICATED', null],
      ['attempted', ATTEMPTED, 'ATTEMPTED', null],
      ['cancelled', { kind: 'failed', reason: 'cancelled' }, 'FAILED', 'cancelled'],
      ['N', { kind: 'failed', reason: 'not_authenticated' }, 'FAILED', 'not_authenticated'],
      ['R', { kind: 'failed', reason: 'rejected' }, 'FAILED', 'rejected'],
      ['U', { kind: 'failed', reason: 'unavailable' }, 'FAILED', 'unavailable'],
      ['no support', { kind: 'failed', reason: 'not_supported' }, 'FAILED', 'not_supported'],
      ['an error', { kind: 'failed', reason: 'error' }, 'FAILED', 'error'],
    ])('tells %s as the provider does', async (_, result, status, reason) => {
      const { id, token, transactionId } = await begun();
      script.results.set(transactionId, result);
      const answer = await complete(id);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id, status, reason, payinId: null });
      expect((await read(id)).body).toMatchObject({ status, reason });
      expect(await tokenRow(token)).toEqual(
        status === 'FAILED'
          ? { status: 'revoked', sealed: false, bound: false }
          : { status: 'fresh', sealed: true, bound: true },
      );
    });

    it.each([
      ['a short CAVV', { cavv: 'AAABBWcSNIdjeUZThmNHAAAAAA=' }],
      ['no CAVV', { cavv: '' }],
      ['a wordy ECI', { eci: 'five' }],
      ['no transaction', { dsTransactionId: '' }],
      ['no version', { version: '' }],
    ])('takes a proof with %s for an error', async (_, spoiled) => {
      const { id, transactionId, token } = await begun();
      script.results.set(transactionId, { kind: 'authenticated', ...PROOF, ...spoiled });
      expect((await complete(id)).body).toMatchObject({ status: 'FAILED', reason: 'error' });
      expect(await tokenRow(token)).toMatchObject({ status: 'revoked' });
    });

    it('shows no proof, whatever is asked', async () => {
      const session = await ended();
      const texts = [(await complete(session.id)).text, (await read(session.id)).text];
      const row = await proofRow(session.id);
      texts.push(Buffer.from(row?.proof ?? []).toString('latin1'));
      for (const text of texts) {
        expect(text).not.toContain(PROOF.cavv);
        expect(text).not.toContain(PROOF.dsTransactionId);
      }
    });

    it.each(['OPEN', 'down'])('stays open while the provider is %s', async (how) => {
      const { id, transactionId } = await begun();
      script.isDown = how === 'down';
      expect((await complete(id)).body.status).toBe('OPEN');
      script.isDown = false;
      script.results.set(transactionId, AUTHENTICATED);
      expect((await complete(id)).body.status).toBe('AUTHENTICATED');
    });

    it('ends a session the buyer closed, and its token', async () => {
      const { id, token } = await begun();
      expect((await complete(id, 'cancelled')).body).toMatchObject({
        status: 'FAILED',
        reason: 'cancelled',
      });
      expect(await tokenRow(token)).toMatchObject({ status: 'revoked', sealed: false });
    });

    it('believes the provider where the browser says cancelled too late', async () => {
      const { id, transactionId } = await begun();
      script.results.set(transactionId, AUTHENTICATED);
      expect((await complete(id, 'cancelled')).body.status).toBe('AUTHENTICATED');
    });

    it('revokes the token where the browser could not run it', async () => {
      const { id, token, transactionId } = await begun();
      expect((await complete(id, 'failed')).body).toMatchObject({
        status: 'FAILED',
        reason: 'error',
      });
      script.results.set(transactionId, AUTHENTICATED);
      expect((await complete(id)).body.status).toBe('FAILED');
      expect(await tokenRow(token)).toMatchObject({ status: 'revoked', sealed: false });
    });

    it.each(['done', 'cancelled', 'failed'])('says the same to a late %s', async (outcome) => {
      const { id } = await ended();
      expect((await complete(id, outcome)).body.status).toBe('AUTHENTICATED');
    });

    it.each([
      ['an unknown one', 'preorder', 'tds_preorder_unknown'],
      ['a foreign one', 'no3ds', null],
    ])('does not know %s', async (_, account, given) => {
      const id = given ?? (await begun()).id;
      expect((await read(id, account)).status).toBe(404);
      expect((await complete(id, 'done', account)).status).toBe(404);
    });

    it.each([{}, { outcome: 'AUTHENTICATED' }, { outcome: null }])(
      'refuses the report %j',
      async (body) => {
        const { id } = await begun();
        const answer = await browser(`/three-d-secure-sessions/${id}/complete`, body);
        expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'outcome']);
      },
    );

    it.each(['by looking', 'by the timer'])('expires %s', async (how) => {
      const { id, token, transactionId } = await begun();
      script.results.set(transactionId, AUTHENTICATED);
      if (how === 'by the timer') {
        await advance(15 * 60);
        // Read from the table, since looking by a call would do it too.
        const [row] = await sql<{ status: string }>(db)`SELECT status FROM authentications
          WHERE company_id = 'preorder' AND id = ${id}`;
        expect(row?.status).toBe('EXPIRED');
      } else {
        await sql(db)`UPDATE authentications SET expires_at = created_at WHERE id = ${id}`;
      }
      const { body } = how === 'by the timer' ? await read(id) : await complete(id);
      expect(body).toMatchObject({ status: 'EXPIRED', reason: null, remainingMs: 0 });
      expect(await tokenRow(token)).toMatchObject({ sealed: false });
      expect((await complete(id)).body.status).toBe('EXPIRED');
    });

    it('follows what the provider tells by itself, as often as it does', async () => {
      const { id, transactionId, token } = await begun();
      script.tell(transactionId);
      script.results.set(transactionId, AUTHENTICATED);
      for (let told = 0; told < 5; told += 1) script.tell(transactionId);
      script.tell('tx-unknown');
      await expect.poll(async () => (await read(id)).body.status).toBe('AUTHENTICATED');
      expect(await tokenRow(token)).toMatchObject({ status: 'fresh', bound: true });
    });

    it('is written once when browsers, provider and timer come together', async () => {
      const { id, transactionId, token } = await begun();
      script.results.set(transactionId, AUTHENTICATED);
      const [, ...answers] = await Promise.all([
        script.tell(transactionId),
        ...['done', 'failed', 'cancelled', 'done'].map((outcome) => complete(id, outcome)),
        advance(15 * 60),
      ]);
      const { status } = (await read(id)).body;
      const seen = answers.slice(0, 4).map(({ body }) => body.status);
      expect(new Set([...seen, status])).toEqual(new Set([status]));
      const row = await tokenRow(token);
      expect(row?.bound).toBe(status === 'AUTHENTICATED');
    });
  });

  describe('a payin', () => {
    it('is charged with the proof, which leaves nothing behind', async () => {
      const session = await ended();
      const answer = await pay(payinOf(session));
      expect([answer.status, answer.body.status]).toEqual([201, 'APPROVED']);
      const sent = { used: true, eci: PROOF.eci, expectedLiability: 'issuer' };
      expect(answer.body.threeDSecure).toEqual(sent);
      expect(charges.charges.at(-1)).toMatchObject({
        reference: answer.body.id,
        authentication: { kind: 'cryptogram', ...PROOF },
        cvv: '123',
        canAuthenticateLater: false,
      });
      expect(await proofRow(session.id)).toEqual({ proof: null, claimed_by: answer.body.id });
    });

    it('is answered again by its record, though token and proof are used', async () => {
      const session = await ended(ATTEMPTED);
      const first = await pay(payinOf(session));
      const again = await pay(payinOf(session));
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    });

    it('takes the card itself in place of its token, and uses that up', async () => {
      const session = await ended();
      const card = {
        ...VALID_CARD,
        installments: session.order.installments,
        threeDSecure: { referenceId: session.id },
      };
      expect((await pay(payinOf(session, { card }))).body.status).toBe('APPROVED');
      expect(await tokenRow(session.token)).toMatchObject({ status: 'spent', sealed: false });
    });

    it('never gives on a proof that a merchant sent', async () => {
      const session = await ended();
      const threeDSecure = { referenceId: session.id, cavv: 'forged', eci: '02' };
      const card = { token: session.token, installments: 2, threeDSecure };
      await pay(payinOf(session, { card }));
      expect(charges.charges.at(-1)?.authentication).toEqual({ kind: 'cryptogram', ...PROOF });
      // Where no 3-D Secure is asked for, nothing said of it counts.
      const card2 = { ...VALID_CARD, installments: 1, threeDSecure };
      expect((await pay(validPayin({ card: card2 }), 'no3ds')).status).toBe(201);
      expect(charges.charges.at(-1)?.authentication).toBeUndefined();
    });

    const refused: [string, string, () => Promise<unknown>][] = [
      [
        'no 3-D Secure data',
        'REJECTED_BY_RISK',
        async () => {
          const session = await ended();
          return payinOf(session, { card: { token: session.token, installments: 2 } });
        },
      ],
      ...(
        [
          ['no session', { version: '2.2.0' }],
          ['an unknown session', { referenceId: 'tds_preorder_x' }],
        ] as const
      ).map(([name, threeDSecure]): [string, string, () => Promise<unknown>] => [
        name,
        'INVALID_DATA',
        async () => {
          const session = await ended();
          return payinOf(session, {
            card: { token: session.token, installments: 2, threeDSecure },
          });
        },
      ]),
      ['a session that is open', 'INVALID_DATA', async () => payinOf(await begun())],
      [
        'a session that failed',
        'INVALID_DATA',
        async () => payinOf(await ended({ kind: 'failed', reason: 'not_authenticated' })),
      ],
      [
        'a session that expired',
        'INVALID_DATA',
        async () => {
          const session = await begun();
          await advance(15 * 60);
          return payinOf(session);
        },
      ],
      [
        'a proof that is over',
        'INVALID_DATA',
        async () => {
          const session = await ended();
          await advance(15 * 60);
          return payinOf(session);
        },
      ],
      [
        'the session of another token',
        'INVALID_DATA',
        async () => {
          const session = await ended();
          return payinOf({ ...session, token: await tokenFor(session.order) });
        },
      ],
      [
        'the session of another card',
        'INVALID_DATA',
        async () => {
          const session = await ended();
          const threeDSecure = { referenceId: session.id };
          const card = { ...VALID_CARD, number: '5555555555554444', installments: 2, threeDSecure };
          return payinOf(session, { card });
        },
      ],
      ['another amount', 'INVALID_DATA', async () => payinOf(await ended(), { amount: 10_001 })],
      [
        'another order',
        'INVALID_DATA',
        async () => payinOf(await ended(), { referenceId: newReference() }),
      ],
      [
        'another plan',
        'INVALID_DATA',
        async () => {
          const session = await ended();
          const threeDSecure = { referenceId: session.id };
          return payinOf(session, {
            card: { token: session.token, installments: 3, threeDSecure },
          });
        },
      ],
      [
        'the card where the token of its proof was revoked',
        'INVALID_DATA',
        async () => {
          const session = await ended();
          await browser('/tokens/revoke', { token: session.token });
          const threeDSecure = { referenceId: session.id };
          return payinOf(session, { card: { ...VALID_CARD, installments: 2, threeDSecure } });
        },
      ],
    ];
    it.each(refused)('with %s is refused before the acquirer hears', async (_, code, make) => {
      const body = await make();
      const before = charges.charges.length;
      const answer = await pay(body);
      expect([answer.status, answer.body.error.code]).toEqual([422, code]);
      if (code === 'INVALID_DATA') {
        expect(answer.body.error.details[0].path).toBe('card.threeDSecure.referenceId');
      }
      expect(charges.charges.length).toBe(before);
    });

    it('with the token that a decline used is answered by that decline', async () => {
      const session = await ended();
      charges.onCharge = async () => ({
        kind: 'declined',
        code: 'INVALID_CVV',
        decidedBy: 'issuer',
      });
      const first = await pay(payinOf(session));
      const before = charges.charges.length;
      const second = await pay(payinOf(session));
      expect([first.status, first.body.error.code]).toEqual([400, 'INVALID_CVV']);
      expect([second.status, second.body.error.code]).toEqual([400, 'INVALID_CVV']);
      expect(charges.charges.length).toBe(before);
    });

    it('of another account does not get the proof', async () => {
      const session = await ended();
      const answer = await pay(payinOf(session), 'no3ds');
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'card.token']);
    });

    it('that surely took nothing gives token and proof back', async () => {
      const session = await ended();
      charges.onCharge = async () => ({ kind: 'unavailable' });
      const failed = await pay(payinOf(session));
      expect([failed.status, failed.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
      expect((await proofRow(session.id))?.claimed_by).toBeNull();
      charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-2' });
      expect((await pay(payinOf(session))).body.status).toBe('APPROVED');
    });

    it('claims a proof once, whoever asks at the same time', async () => {
      const session = await ended();
      const before = charges.charges.length;
      const bodies = Array.from({ length: 10 }, (_, index) =>
        payinOf(session, { items: [{ title: `item ${index}`, quantity: 1, unitPrice: 1 }] }),
      );
      const answers = await Promise.all(bodies.map((body) => pay(body)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(charges.charges.length - before).toBe(1);
      // Whoever comes before the first is done is told of the order, whoever comes later of the card.
      for (const { status, body } of answers.filter((one) => one.status !== 201)) {
        const { code, details } = body.error;
        if (status === 409) continue;
        expect([status, code, details[0].rule]).toEqual([
          details[0].path === 'card.token' ? 400 : 422,
          'INVALID_DATA',
          'used',
        ]);
      }
    });
  });
});
