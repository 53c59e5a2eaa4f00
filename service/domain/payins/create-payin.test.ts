import { describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Db } from '../../base/shared/db.ts';
import type {
  Acquirer,
  ChargeOutcome,
  ChargeRequest,
  KnownCharge,
} from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { ACQUIRER } from '../../testing/test-provider.ts';
import {
  payinByToken,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const APPROVED: ChargeOutcome = { kind: 'approved', externalId: 'acq-1' };

/** An acquirer that answers what the test puts in. */
function fakeAcquirer() {
  const calls: ChargeRequest[] = [];
  const fake = {
    calls,
    onCharge: async (_request: ChargeRequest): Promise<ChargeOutcome> => APPROVED,
    known: { kind: 'not_found' } as KnownCharge,
  };
  const acquirer: Acquirer = {
    ...ACQUIRER,
    async charge(request) {
      calls.push(request);
      return fake.onCharge(request);
    },
    findCharge: async () => fake.known,
  };
  return { fake, acquirer };
}

describe.each(testDatabases())('a charge on $engine', (database) => {
  const { fake, acquirer } = fakeAcquirer();
  const { timers, run } = manualTimers();

  const db = opened(database.openEmpty);
  const provider = { cards: acquirer, payments: null };
  const service = opened(() => startTestService({ db, provider, timers }));

  const pay = (body: unknown, account = 'no3ds', headers: Record<string, string> = {}) =>
    service.post(account, '/payin', body, headers);
  const show = (id: string) => service.get('no3ds', `/payin/${id}`);
  const advance = (advanceSeconds: number) =>
    service.post('no3ds', '/sandbox/clock', { advanceSeconds });

  /** The acquirer is called, and answers what the test decides then. */
  const holdCharge = () => {
    const { promise: isCalled, resolve: called } = deferred();
    const { promise: outcome, resolve: decide } = deferred<ChargeOutcome>();
    fake.onCharge = () => {
      called();
      return outcome;
    };
    return { isCalled, decide };
  };
  const neverAnswers = () => holdCharge().isCalled;

  /** A payin whose acquirer never answered. */
  const silentPayin = async () => {
    const isCalled = neverAnswers();
    const request = validPayin();
    const answer = pay(request);
    await isCalled;
    run(3000);
    return { request, answer: await answer };
  };

  const startSecond = (ofSecond = laterBy(db), itsTimers = timers) =>
    startTestService({ db: notClosing(ofSecond), provider, timers: itsTimers });

  /** A row as a process leaves it that dies while it waits for the acquirer. */
  const abandonedPayin = async (change: Record<string, unknown> = {}) => {
    const isCalled = neverAnswers();
    const request = validPayin(change);
    const answer = pay(request);
    await isCalled;
    const [row] = await sql<{ id: string }>(db)`SELECT id FROM payins WHERE company_id = 'no3ds'
      AND reference_id = ${request.referenceId}`;
    const id = String(row?.id);
    const end = async () => {
      run(3000);
      return answer;
    };
    return { id, request, end };
  };

  it('sends the payin id as the reference, and amounts in centavos', async () => {
    fake.onCharge = async () => APPROVED;
    const { body } = await pay(validPayin({ amount: 4_321 }));
    expect(fake.calls.at(-1)).toMatchObject({
      reference: body.id,
      amount: 4_321,
      cvv: '123',
      canAuthenticateLater: false,
    });
  });

  it('runs one of many under an Idempotency-Key and tells the others to wait', async () => {
    const { isCalled, decide } = holdCharge();
    const before = fake.calls.length;
    const request = validPayin();
    const key = { 'idempotency-key': request.referenceId };
    const first = pay(request, 'no3ds', key);
    await isCalled;
    const others = await Promise.all([1, 2, 3].map(() => pay(request, 'no3ds', key)));
    for (const { status, body, headers } of others) {
      expect([status, body.error?.code]).toEqual([409, 'IN_PROGRESS']);
      expect(headers.get('retry-after')).toBe('1');
    }
    const changed = await pay({ ...request, amount: 20_000 }, 'no3ds', key);
    expect([changed.status, changed.body.error?.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    decide(APPROVED);
    const made = await first;
    expect([made.status, made.body.status]).toEqual([201, 'APPROVED']);
    expect((await pay(request, 'no3ds', key)).text).toBe(made.text);
    expect(fake.calls.length - before).toBe(1);
  });

  it('has another order or method wait while it is being decided, and another card get it', async () => {
    const { isCalled, decide } = holdCharge();
    const before = fake.calls.length;
    const request = validPayin();
    const first = pay(request);
    await isCalled;
    for (const change of [{ amount: 1 }, { paymentMethod: 'PIX' }]) {
      const { status, body, headers } = await pay({ ...request, ...change });
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([
        409,
        'IN_PROGRESS',
        '1',
      ]);
    }
    const card = { ...request.card, number: '5555555555554444' };
    const second = pay({ ...request, card });
    decide(APPROVED);
    expect((await second).text).toBe((await first).text);
    expect(fake.calls.length - before).toBe(1);
  });

  it('refuses a foreign token without asking the acquirer', async () => {
    const made = await service.tokenize('manual');
    const before = fake.calls.length;
    expect((await pay(payinByToken(made))).status).toBe(400);
    expect(fake.calls.length).toBe(before);
  });

  it('is PENDING under our own external id when the acquirer does not answer', async () => {
    const { answer } = await silentPayin();
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.body).toMatchObject({ status: 'PENDING', externalId: id });
  });

  it('is never sent again by a repeat', async () => {
    const { request, answer } = await silentPayin();
    const before = fake.calls.length;
    expect((await pay(request)).text).toBe(answer.text);
    expect(fake.calls.length).toBe(before);
  });

  it.each<[KnownCharge, string]>([
    [{ kind: 'processing' }, 'PENDING'],
    [APPROVED, 'APPROVED'],
    [{ kind: 'refused', externalId: 'x' }, 'REFUSED'],
    [{ kind: 'declined', code: 'INVALID_CVV', decidedBy: 'issuer' }, 'REFUSED'],
    [{ kind: 'failed', externalId: 'x' }, 'FAILED'],
    [{ kind: 'voided', externalId: 'x' }, 'FAILED'],
    [{ kind: 'not_found' }, 'FAILED'],
  ])('once acknowledged, ends as the acquirer tells: %o is %s', async (known, status) => {
    const { answer } = await silentPayin();
    fake.known = known;
    await advance(1);
    const { body } = await show(answer.body.id);
    expect(body.status).toBe(status);
    expect(answer.body.externalId).toBe(answer.body.id);
    expect(body.externalId).toBe('externalId' in known ? known.externalId : null);
    // What is still open must not disturb the next case.
    fake.known = APPROVED;
    await advance(1);
  });

  it('is PENDING when the acquirer says what we cannot understand', async () => {
    fake.onCharge = async () => {
      throw new Error('unreadable answer');
    };
    expect((await pay(validPayin())).body.status).toBe('PENDING');
  });

  it('is PENDING when the acquirer has it under review, and never sent again', async () => {
    fake.onCharge = async () => ({ kind: 'processing' });
    const request = validPayin();
    const answer = await pay(request);
    expect([answer.status, answer.body.status]).toEqual([201, 'PENDING']);
    const before = fake.calls.length;
    expect((await pay(request)).text).toBe(answer.text);
    fake.known = APPROVED;
    await advance(1);
    expect((await show(answer.body.id)).body.status).toBe('APPROVED');
    expect(fake.calls.length).toBe(before);
  });

  it('is looked up at the next start when its process died after the acquirer charged', async () => {
    const { id, request, end } = await abandonedPayin();
    expect((await show(id)).status).toBe(404);
    fake.known = APPROVED;
    const second = await startSecond();
    const found = await second.get('no3ds', `/payin/${id}`);
    expect(found.body).toMatchObject({ status: 'APPROVED', externalId: 'acq-1' });
    const before = fake.calls.length;
    const again = await second.post('no3ds', '/payin', request);
    expect([again.status, again.body.id]).toEqual([201, id]);
    expect(fake.calls.length).toBe(before);
    await second.stop();
    expect((await end()).body).toMatchObject({ id, status: 'APPROVED' });
  });

  it('is as if never tried when its process died before the acquirer heard of it', async () => {
    const { id, request, end } = await abandonedPayin();
    fake.known = { kind: 'not_found' };
    const second = await startSecond();
    expect(await rowsOf(db, id)).toEqual([]);
    fake.onCharge = async () => APPROVED;
    const again = await second.post('no3ds', '/payin', request);
    expect(again.body.status).toBe('APPROVED');
    expect(again.body.id).not.toBe(id);
    await second.stop();
    await end();
  });

  it('has failed where its process died and its charge was given back since', async () => {
    const { id, end } = await abandonedPayin();
    fake.known = { kind: 'voided', externalId: 'acq-9' };
    const second = await startSecond();
    const found = await second.get('no3ds', `/payin/${id}`);
    expect(found.body).toMatchObject({ status: 'FAILED', externalId: 'acq-9' });
    await second.stop();
    expect((await end()).body).toMatchObject({ id, status: 'FAILED' });
  });

  it('answers 409 to a repeat in another process that would wait too long', async () => {
    const { request, end } = await abandonedPayin();
    fake.known = { kind: 'processing' };
    const second = await startSecond(db);
    const again = await second.post('no3ds', '/payin', request);
    expect([again.status, again.body.error.code]).toEqual([409, 'IN_PROGRESS']);
    await second.stop();
    await end();
  });

  it('gives a repeat in another process the decline of the first', async () => {
    const { isCalled, decide } = holdCharge();
    const request = validPayin();
    const first = pay(request);
    await isCalled;
    fake.known = { kind: 'processing' };
    const { promise: isPolling, resolve: poll } = deferred();
    const polls: (() => void)[] = [];
    const second = await startSecond(db, {
      after(delayMs, work) {
        if (delayMs < 100) {
          polls.push(work);
          poll();
        }
        return () => undefined;
      },
    });
    const before = fake.calls.length;
    const again = second.post('no3ds', '/payin', request);
    await isPolling;
    decide({ kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' });
    expect((await first).body.error.code).toBe('PAYER_LIMIT_REJECTED');
    for (const work of polls) work();
    expect((await again).body.error.code).toBe('PAYER_LIMIT_REJECTED');
    expect(fake.calls.length).toBe(before);
    await second.stop();
  });

  it('leaves a row for the operator at a decline, and no payin', async () => {
    fake.onCharge = async () => ({
      kind: 'declined',
      code: 'REJECTED_BY_RISK',
      decidedBy: 'antifraud',
    });
    const request = validPayin();
    expect((await pay(request)).body.error.code).toBe('REJECTED_BY_RISK');
    const declines = await sql(db)`SELECT code, decided_by, card_last4 FROM declines
      WHERE company_id = 'no3ds' AND reference_id = ${request.referenceId}`;
    expect(declines).toEqual([
      { code: 'REJECTED_BY_RISK', decided_by: 'antifraud', card_last4: '1111' },
    ]);
    expect(await rowsOf(db, String(fake.calls.at(-1)?.reference))).toEqual([]);
  });

  it('destroys the CVV once it is decided, and keeps it where nothing was taken', async () => {
    const seen: (string | undefined)[] = [];
    fake.onCharge = async (request) => {
      seen.push(request.cvv);
      return seen.length === 1 ? { kind: 'unavailable' } : APPROVED;
    };
    const card = { ...VALID_CARD, cvv: '737' };
    const request = payinByToken(await service.tokenize('no3ds', { card }));
    expect((await pay(request)).status).toBe(502);
    expect((await pay(request)).body.status).toBe('APPROVED');
    expect(seen).toEqual(['737', '737']);
    expect(await sql(db)`SELECT token_hash FROM cvvs WHERE company_id = 'no3ds'`).toEqual([]);
  });

  it('answers 502 where the vault of the provider does not take a card', async () => {
    const { answer } = await service.tokenize('cardonfile');
    expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
  });
});

/** The same database for a second service, which must not close it. */
function notClosing(db: Db): Db {
  return { ...db, close: async () => undefined };
}

/** Seen as embedded, so that the second service knows no other process can be alive. */
function laterBy(db: Db): Db {
  return { ...db, engine: 'embedded' };
}

function rowsOf(db: Db, id: string) {
  return sql(db)`SELECT id FROM payins WHERE company_id = 'no3ds' AND id = ${id}`;
}
