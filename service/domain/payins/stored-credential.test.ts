import { beforeEach, describe, expect, it } from 'vitest';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { newReference, startTestService, validPayin } from '../../testing/test-service.ts';
import {
  AUTHENTICATED,
  scriptedAcquirer,
  scriptedThreeDS,
} from '../../testing/test-three-d-secure.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const FIRST = { initiator: 'buyer', isFirst: true, networkTransactionId: null };
const CVV = { cvv: '123' };

describe.each(testDatabases())('a card that stays on file, on $engine', (database) => {
  const { acquirer, charges } = scriptedAcquirer();
  const threeDS = scriptedThreeDS();
  const { timers, round } = manualTimers();
  let time = new Date('2027-03-01T12:00:00Z').getTime();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({
      db,
      provider: { cards: acquirer, threeDS: threeDS.provider },
      timers,
      now: () => new Date(time),
    }),
  );
  const operator = opened(() => openTestOperator(db));
  beforeEach(async () => {
    charges.charges.length = 0;
    charges.known = { kind: 'not_found' };
    charges.onCharge = async () => ({
      ...{ kind: 'approved', externalId: 'acq-1' },
      networkTransactionId: '580027442382078',
    });
    await setCapabilities({ 'three-ds': 'none', 'card-on-file': 'yes' });
  });

  const setCapabilities = (capabilities: Record<string, string>) =>
    operator.run('company set-capabilities', { company: 'no3ds', ...capabilities });

  const tokenize = (order: object = {}) =>
    service.tokenize('no3ds', { consent: CONSENT, ...order });

  function pay({ token, referenceId = newReference(), ...more }: Record<string, unknown>) {
    return service.post(
      'no3ds',
      '/payin',
      validPayin({ referenceId, card: { token, installments: 1, ...more } }),
    );
  }

  async function keepCard() {
    const { token, referenceId } = await tokenize();
    const { body } = await pay({ token, referenceId });
    expect(body.status).toBe('APPROVED');
    return token;
  }

  const told = () => charges.charges.map(({ storedCredential }) => storedCredential);

  it('is told to the acquirer with its first charge', async () => {
    await keepCard();
    expect(told()).toEqual([FIRST]);
  });

  it.each([
    ['a token', async () => pay(await tokenize({ consent: undefined }))],
    ['a card in the clear', () => payInTheClear()],
  ])('is not told of %s where the account keeps no cards', async (_what, payOnce) => {
    await setCapabilities({ 'card-on-file': 'no' });
    expect((await payOnce()).status).toBe(201);
    expect(told()).toEqual([undefined]);
  });

  it('is not told of a card in the clear, which stays nowhere', async () => {
    expect((await payInTheClear()).status).toBe(201);
    expect(told()).toEqual([undefined]);
  });

  function payInTheClear() {
    return service.post('no3ds', '/payin', validPayin());
  }

  it.each([
    ['the buyer with a CVV in the order', CVV, 'buyer'],
    ['the merchant without one', {}, 'merchant'],
  ])('is charged again by %s', async (_who, more, initiator) => {
    const token = await keepCard();
    expect((await pay({ token, ...more })).body.status).toBe('APPROVED');
    const networkTransactionId = '580027442382078';
    expect(told()).toEqual([FIRST, { initiator, isFirst: false, networkTransactionId }]);
  });

  it('is charged again by the buyer who typed the CVV once more, and then by the merchant', async () => {
    const token = await keepCard();
    await service.fromPage('no3ds', '/checkout/tokens/cvv', { token, cvv: '123' });
    await pay({ token });
    await pay({ token });
    expect(told().map((one) => one?.initiator)).toEqual(['buyer', 'buyer', 'merchant']);
  });

  it('keeps what the network called its first charge, and not a later one', async () => {
    const token = await keepCard();
    charges.onCharge = async () => ({
      ...{ kind: 'approved', externalId: 'acq-2' },
      networkTransactionId: '999999999999999',
    });
    await pay({ token });
    await pay({ token });
    expect(told().at(-1)?.networkTransactionId).toBe('580027442382078');
  });

  it('has no such name where the acquirer told none, as those from before have none', async () => {
    charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-1' });
    const token = await keepCard();
    await pay({ token });
    expect(told().at(-1)).toEqual({
      ...{ initiator: 'merchant', isFirst: false, networkTransactionId: null },
    });
  });

  it('keeps the name that a look at a lost answer tells', async () => {
    const { token, referenceId } = await tokenize();
    charges.onCharge = () => Promise.reject(new Error('the line was cut'));
    const { body } = await pay({ token, referenceId });
    expect(body.status).toBe('PENDING');
    charges.known = { kind: 'approved', externalId: 'acq-1', networkTransactionId: 'look-1' };
    time += 60 * 60_000;
    await round(15_000);
    charges.onCharge = async () => ({ kind: 'approved', externalId: 'acq-2' });
    await pay({ token });
    expect(told().at(-1)?.networkTransactionId).toBe('look-1');
  });

  it('is forgotten with that name', async () => {
    const token = await keepCard();
    await operator.run('card delete', { company: 'no3ds', document: '52998224725' });
    const rows = await sql<{ left: string | null }>(db)`SELECT network_transaction_id AS left
      FROM card_tokens WHERE company_id = 'no3ds'`;
    expect(rows.filter(({ left }) => left !== null)).toEqual([]);
    expect((await pay({ token })).body.error.code).toBe('INVALID_DATA');
  });

  it('is told after 3-D Secure as before it, and then the buyer is there', async () => {
    const token = await keepCard();
    await setCapabilities({ 'three-ds': 'post-order' });
    for (const card of [await tokenize(), { token }]) {
      const { body: waiting } = await pay(card);
      expect(waiting.status).toBe('PENDING_3DS');
      threeDS.script.results.set(waiting.threeDSecureTransactionId, AUTHENTICATED);
      const session = waiting.threeDSecureAction.session_id;
      await service.fromPage('no3ds', `/checkout/three-d-secure-sessions/${session}/complete`, {
        outcome: 'done',
      });
    }
    expect(told()).toEqual([
      FIRST,
      FIRST,
      { initiator: 'buyer', isFirst: false, networkTransactionId: '580027442382078' },
    ]);
  });
});
