import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const EVP = '00000000-0000-4000-8000-0000000004';

function evp(suffix: string) {
  return { pixKey: `${EVP}${suffix}`, pixKeyType: 'EVP' };
}

describe.each(testDatabases())('payouts on $engine', (database) => {
  const { timers, run } = manualTimers();

  const service = opened(() => startTestService({ database, timers }));

  const pay = (body: unknown, account = 'no3ds', headers: Record<string, string> = {}) =>
    service.post(account, '/payout', body, headers);
  const list = (query: string, account = 'no3ds') => service.get(account, `/payout${query}`);
  const control = (id: string, name: string, account = 'no3ds') =>
    service.post(account, `/sandbox/payouts/${id}/${name}`);
  const balances = (account = 'no3ds') => createLedgerStore(service.db).readBalances(account);
  const available = async (account = 'no3ds') => (await balances(account)).available ?? 0;
  const statusOf = async (referenceId: string, account = 'no3ds') =>
    (await list(`?referenceId=${referenceId}`, account)).body.data[0]?.status;
  /** Lets the follower take its steps until the payout has the status. */
  const follow = async (referenceId: string, status: string, account = 'no3ds') => {
    for (let step = 0; step < 200; step += 1) {
      if ((await statusOf(referenceId, account)) === status) return;
      run(150);
      run(600);
    }
    throw new Error(`${await statusOf(referenceId, account)} instead of ${status}`);
  };
  const processing = async (account = 'no3ds') => {
    const request = validPayout(evp('06'));
    const { body } = await pay(request, account);
    await follow(request.referenceId, 'PROCESSING', account);
    return { id: String(body.id), referenceId: request.referenceId };
  };

  it('answers 201 with the record as it is specified, and debits at once', async () => {
    const before = await available();
    const request = validPayout({
      ...evp('06'),
      beneficiaryName: 'Ana Souza',
      beneficiaryDocument: '12ABC34501DE35',
    });
    const answer = await pay(request);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^out_no3ds_[\w-]{22}$/),
      externalId: null,
      status: 'PENDING',
      amount: 1_000,
      currency: 'BRL',
      pixKey: request.pixKey,
      pixKeyType: 'EVP',
      referenceId: request.referenceId,
      beneficiaryName: 'Ana Souza',
      beneficiaryDocument: '12ABC34501DE35',
      feeAmount: null,
      netAmount: null,
      bankReceipt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
    });
    expect(await available()).toBe(before - 1_000);
  });

  it('is PROCESSING, then COMPLETED with its fee inside the amount', async () => {
    const before = await balances();
    const request = validPayout();
    await pay(request);
    await follow(request.referenceId, 'COMPLETED');
    const { body } = await list(`?referenceId=${request.referenceId}`);
    expect(body.data[0]).toMatchObject({ feeAmount: 100, netAmount: 900 });
    expect(body.data[0].externalId).toEqual(expect.any(String));
    expect(body.data[0]).not.toHaveProperty('bankReceipt');
    const after = await balances();
    expect(after.available).toBe((before.available ?? 0) - 1_000);
    expect(after.fees).toBe((before.fees ?? 0) + 100);
    expect(after.in_flight).toBe(before.in_flight);
  });

  it.each([
    ['04', 'FAILED'],
    ['05', 'REFUSED'],
  ])('returns the whole balance once for the key %s that ends %s', async (suffix, status) => {
    const before = await available();
    const request = validPayout(evp(suffix));
    expect((await pay(request)).body.status).toBe('PENDING');
    await follow(request.referenceId, status);
    expect(await available()).toBe(before);
  });

  describe('errors of POST /payout', () => {
    const missing = { pixKey: 'missing@sandbox.test' };
    it.each([
      ['CPF', 'document', { kinds: 'CPF' }],
      ['CNPJ', 'document', { kinds: 'CNPJ' }],
      ['EMAIL', 'format', { example: 'name@example.com' }],
      ['PHONE', 'format', { example: '+5511987654321' }],
      ['EVP', 'format', { example: '123e4567-e89b-12d3-a456-426614174000' }],
    ])('tells the form of a key of type %s', async (pixKeyType, rule, params) => {
      const answer = await pay(validPayout({ pixKey: 'Ana', pixKeyType }));
      expect(answer.body.error.details).toMatchObject([{ path: 'pixKey', rule, params }]);
    });

    it.each<[string, number, string, Record<string, unknown>]>([
      ['the balance is too low', 400, 'INSUFFICIENT_FUNDS', { amount: 99_999_999_999 }],
      ['the key is not in the directory', 400, 'INVALID_PIX_KEY', evp('00')],
      ['the e-mail is not in the directory', 400, 'INVALID_PIX_KEY', missing],
      ['the e-mail is asked for again', 400, 'INVALID_PIX_KEY', missing],
      ['the key has not the form of its type', 400, 'INVALID_PIX_KEY', { pixKey: 'ana' }],
      ['the key is of another type', 400, 'INVALID_PIX_KEY', { pixKeyType: 'CPF' }],
      ['the limit is exceeded', 400, 'BEYOND_LIMITS', evp('01')],
      ['the limit is exceeded, by e-mail', 400, 'BEYOND_LIMITS', { pixKey: 'limits@sandbox.test' }],
      ['the acquirer is away', 502, 'TEMPORARY_UNAVAILABLE', evp('02')],
      ['the amount is missing', 400, 'INVALID_DATA', { amount: undefined }],
      ['the amount is zero', 400, 'INVALID_DATA', { amount: 0 }],
      ['the amount is a fraction', 400, 'INVALID_DATA', { amount: 1.5 }],
      ['the amount is text', 400, 'INVALID_DATA', { amount: '100' }],
      ['the amount is above every limit', 400, 'INVALID_DATA', { amount: 100_000_000_000 }],
      ['the key is missing', 400, 'INVALID_DATA', { pixKey: undefined }],
      ['the type is unknown', 400, 'INVALID_DATA', { pixKeyType: 'RANDOM' }],
      ['the reference is blank', 400, 'INVALID_DATA', { referenceId: ' ' }],
      ['the document is wrong', 400, 'INVALID_DATA', { beneficiaryDocument: '12ABC34501DE36' }],
      ['the webhook is no URL', 400, 'INVALID_DATA', { webhookUrl: 'x' }],
    ])('when %s: %i %s, and neither payout nor debit', async (_name, status, code, change) => {
      const before = await available();
      const request = validPayout(change);
      const answer = await pay(request);
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      expect(await available()).toBe(before);
      if (request.referenceId === ' ') return;
      expect((await list(`?referenceId=${request.referenceId}`)).body.data).toEqual([]);
    });

    it('PROVIDER_REJECTED: 502, a FAILED payout, the balance back, and the same on a repeat', async () => {
      const before = await available();
      const request = validPayout(evp('03'));
      const answer = await pay(request);
      expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_REJECTED']);
      expect(await available()).toBe(before);
      expect(await statusOf(request.referenceId)).toBe('FAILED');
      expect((await pay(request)).body.error.code).toBe('PROVIDER_REJECTED');
      expect(await available()).toBe(before);
    });

    it('leaves the reference free after a refusal', async () => {
      const request = validPayout(evp('02'));
      await pay(request);
      expect((await pay({ ...request, ...evp('06') })).status).toBe(201);
    });
  });

  describe('repeats', () => {
    it('make no second payout of one whose reference was kept decomposed before', async () => {
      const request = validPayout({ ...evp('06'), referenceId: 'Saída de janeiro' });
      const { body } = await pay(request);
      await sql(
        service.db,
      )`UPDATE payouts SET reference_id = ${request.referenceId.normalize('NFD')}
        WHERE id = ${body.id}`;
      expect((await pay(request)).body.id).toBe(body.id);
    });

    it.each([{ amount: 1_001 }, { pixKey: 'bia@example.com' }, { beneficiaryName: 'Bia' }])(
      'with another body (%j) are 409 for ever, without a debit',
      async (change) => {
        const request = validPayout();
        await pay(request);
        await follow(request.referenceId, 'COMPLETED');
        const before = await available();
        const answer = await pay({ ...request, ...change });
        expect([answer.status, answer.body.error.code]).toEqual([409, 'DUPLICATE_REFERENCE']);
        expect(await available()).toBe(before);
      },
    );

    it('under one Idempotency-Key give the first answer, another body 422', async () => {
      const headers = { 'idempotency-key': 'payout-key' };
      const request = validPayout();
      const first = await pay(request, 'no3ds', headers);
      await follow(request.referenceId, 'COMPLETED');
      expect((await pay(request, 'no3ds', headers)).text).toBe(first.text);
      const other = await pay(validPayout(), 'no3ds', headers);
      expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    });
  });

  describe('GET /payout/{id}', () => {
    const fetchOne = (id: string, account = 'no3ds') => service.get(account, `/payout/${id}`);

    it('answers the record that the list has', async () => {
      const { id, referenceId } = await processing();
      const answer = await fetchOne(id);
      expect(answer.status).toBe(200);
      const { body } = await list(`?referenceId=${referenceId}`);
      expect(answer.body).toEqual(body.data[0]);
      expect(answer.body).not.toHaveProperty('bankReceipt');
    });

    it("does not know another account's, nor one that is none", async () => {
      const { id } = await processing();
      for (const [asked, account] of [
        [id, 'cardonfile'],
        ['out_no3ds_x', 'no3ds'],
      ] as const) {
        const answer = await fetchOne(asked, account);
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
    });
  });

  describe('control calls', () => {
    it.each([
      [['complete'], 'COMPLETED', -1_000],
      [['settle', 'complete'], 'COMPLETED', -1_000],
      [['fail'], 'FAILED', 0],
      [['refuse'], 'REFUSED', 0],
      [['settle', 'refuse'], 'REFUSED', 0],
      [['settle', 'refund'], 'REFUNDED', 0],
      [['complete', 'refund'], 'REFUNDED', 0],
    ])('%j lead to %s', async (names, status, effect) => {
      const before = await available();
      const { id } = await processing();
      let last = null;
      for (const name of names) last = await control(id, name);
      expect(last?.body.status).toBe(status);
      const fee = names.includes('complete') ? 100 : null;
      expect(last?.body).toMatchObject({ feeAmount: fee, netAmount: fee && 900 });
      expect(await available()).toBe(before + effect);
    });

    it.each(['approve', 'cancel', 'settle', 'complete', 'fail', 'refuse', 'refund'])(
      '%s on a FAILED payout is 409 and moves no money',
      async (name) => {
        const { id } = await processing();
        await control(id, 'fail');
        const before = await balances();
        const answer = await control(id, name);
        expect([answer.status, answer.body.error.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
        expect(await balances()).toEqual(before);
      },
    );

    it('at once return the balance once', async () => {
      const before = await available();
      const { id } = await processing();
      const names = ['fail', 'refuse', 'fail', 'complete', 'refuse', 'fail'];
      const answers = await Promise.all(names.map((name) => control(id, name)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const winner = answers.find((answer) => answer.status === 200)?.body.status;
      expect(await available()).toBe(before - (winner === 'COMPLETED' ? 1_000 : 0));
    });

    it('approve a manual payout, which is then sent', async () => {
      const request = validPayout();
      const { body } = await pay(request, 'manual');
      expect(body.status).toBe('AWAITING_APPROVAL');
      const answers = await Promise.all(
        ['approve', 'approve', 'approve'].map((name) => control(body.id, name, 'manual')),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
      await follow(request.referenceId, 'COMPLETED', 'manual');
    });

    it('cancel a manual payout, and its balance is back', async () => {
      const before = await available('manual');
      const { body } = await pay(validPayout(), 'manual');
      expect(await available('manual')).toBe(before - 1_000);
      expect((await control(body.id, 'cancel', 'manual')).body.status).toBe('CANCELED');
      expect(await available('manual')).toBe(before);
    });

    it('cancel nothing that the acquirer may have', async () => {
      const { body } = await pay(validPayout(evp('06')));
      expect((await control(body.id, 'cancel')).status).toBe(409);
    });

    it('are 404 for a foreign payout and for an unknown call', async () => {
      const { id } = await processing();
      expect((await control(id, 'fail', 'manual')).status).toBe(404);
      expect((await control(id, 'explode')).status).toBe(404);
      expect((await control('out_no3ds_x', 'fail')).status).toBe(404);
    });
  });

  describe('GET /payout', () => {
    const account = 'postorder';
    beforeAll(async () => {
      for (let count = 0; count < 12; count += 1) await pay(validPayout(evp('06')), account);
    });

    it('lists ten at first, newest first, with its meta', async () => {
      const { status, body } = await list('', account);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(10);
      expect(body.meta).toEqual({ total: 12, page: 1, limit: 10, totalPages: 2 });
      const times = body.data.map((row: { createdAt: string }) => row.createdAt);
      expect(times).toEqual([...times].sort().reverse());
    });

    it.each([
      ['?page=2', 2],
      ['?page=3', 0],
      ['?limit=100', 12],
      ['?limit=5&page=3', 2],
      ['?status=COMPLETED', 0],
      ['?startDate=2020-01-01', 10],
      ['?endDate=2020-01-01', 0],
      ['?startDate=2020-01-01T00:00:00Z&endDate=2999-12-31&limit=20', 12],
      ['?referenceId=nothing', 0],
    ])('%s gives %i', async (query, count) => {
      expect((await list(query, account)).body.data).toHaveLength(count);
    });

    it('refuses a query that is none', async () => {
      const answer = await list('?status=PENDING&status=FAILED');
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    });

    it('answers 200 or 400 for whatever year, time and offset', async () => {
      const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => pad(n, 2));
      const pad = (n: number, length: number) => String(n).padStart(length, '0');
      const year = fc.integer({ min: 0, max: 9_999 }).map((n) => pad(n, 4));
      const offset = fc.oneof(
        fc.constantFrom('', 'Z'),
        fc
          .tuple(fc.constantFrom('+', '-'), two(99), two(99))
          .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
      );
      const time = fc
        .tuple(two(25), two(60), two(60), offset)
        .map(([hours, minutes, seconds, at]) => `T${hours}:${minutes}:${seconds}${at}`);
      const date = fc
        .tuple(
          fc.oneof(year, fc.constantFrom('0000', '0001', '9999')),
          fc.constantFrom('01-01', '02-29', '06-15', '12-31'),
          fc.oneof(fc.constant(''), time),
        )
        .map(([years, day, at]) => `${years}-${day}${at}`);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('startDate', 'endDate'), date, async (name, text) => {
          const { status } = await list(`?${name}=${encodeURIComponent(text)}`, account);
          expect([200, 400]).toContain(status);
        }),
        { numRuns: 200 },
      );
    });

    it('takes a time without an offset for the time in São Paulo', async () => {
      const [{ createdAt }] = (await list('?limit=1', account)).body.data;
      const there = new Date(new Date(createdAt).getTime() - 3 * 3_600_000).toISOString();
      const later = await list(`?startDate=${there.slice(0, 23)}&limit=100`, account);
      const all = await list(`?startDate=${createdAt}&limit=100`, account);
      expect(later.body.meta.total).toBe(all.body.meta.total);
      expect(all.body.meta.total).toBeGreaterThan(0);
    });

    it('shows nothing of another account', async () => {
      const request = validPayout();
      await pay(request);
      expect((await list(`?referenceId=${request.referenceId}`, account)).body.data).toEqual([]);
    });
  });
});
