import { describe, expect, it } from 'vitest';
import { DECLINE_REASONS, DECLINE_RETRIES } from '../../../contract/errors/decline-reason.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import {
  basic,
  payinWithCard,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

const DAY = { sameCard: true, afterSeconds: 86_400 };
const OTHER_CARD = { sameCard: false, afterSeconds: null };

describe.each(testDatabases())('a refused card on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const headers = basic('no3ds');
  const pay = (body: object) => service.post('no3ds', '/payin', body);
  const show = async (id: string) => (await service.get('no3ds', `/payin/${id}`)).body;

  it.each([
    ['OTHE', 'do_not_honour', DAY],
    ['EXPI', 'card_expired', OTHER_CARD],
    ['CALL', 'card_blocked', OTHER_CARD],
    ['CARD', 'invalid_card', OTHER_CARD],
    ['CTNA', 'not_allowed', OTHER_CARD],
    ['ATTE', 'tries_exceeded', DAY],
    ['LIMI', 'limit_exceeded', DAY],
    ['DOWN', 'issuer_unavailable', { sameCard: true, afterSeconds: 600 }],
  ])('of %s says %s on answer, repeat and record', async (holderName, reason, retry) => {
    const body = payinWithCard({ holderName });
    const expected = { status: 'REFUSED', declineReason: reason, retry };
    const answer = await pay(body);
    expect(answer.body).toMatchObject(expected);
    expect(await show(answer.body.id)).toMatchObject(expected);
    const again = payinWithCard({ holderName });
    const keyed = { ...headers, 'idempotency-key': `key-${reason}` };
    const ask = () => send(`${service.baseUrl}/payin`, { body: again, headers: keyed });
    const first = await ask();
    expect(first.body).toMatchObject(expected);
    expect((await ask()).body).toEqual(first.body);
  });

  it.each([
    ['FUND', 'PAYER_LIMIT_REJECTED', 'insufficient_funds', DAY],
    ['SECU', 'INVALID_CVV', 'invalid_cvv', { sameCard: true, afterSeconds: 0 }],
    ['RISK', 'REJECTED_BY_RISK', 'suspected_fraud', OTHER_CARD],
  ])('of %s has code %s beside it, also again', async (holderName, code, declineReason, retry) => {
    const body = payinWithCard({ holderName });
    const keyed = { ...headers, 'idempotency-key': `key-${declineReason}` };
    const ask = () => send(`${service.baseUrl}/payin`, { body, headers: keyed });
    const first = await ask();
    expect(first.status).toBe(400);
    expect(first.body.error).toMatchObject({ code, declineReason, retry });
    const again = await ask();
    expect([again.status, again.body.error]).toEqual([400, first.body.error]);
  });

  it('tells its event', async () => {
    const receiver = await receiverOf();
    await pay({ ...payinWithCard({ holderName: 'EXPI' }), webhookUrl: receiver.url });
    await receiver.untilEvents(1);
    expect(JSON.parse(receiver.events[0]?.body ?? '')).toMatchObject({
      status: 'REFUSED',
      declineReason: 'card_expired',
      retry: OTHER_CARD,
    });
  });

  it('is told apart from one that was approved, and from a refusal of the request', async () => {
    const approved = await pay(validPayin());
    expect(approved.body).not.toHaveProperty('declineReason');
    expect(await show(approved.body.id)).toMatchObject({ declineReason: null, retry: null });
    const wrong = await pay(payinWithCard({ ...VALID_CARD, number: '1' }));
    expect(wrong.body.error).not.toHaveProperty('declineReason');
  });
});

it('may be tried again or not for every reason of the list', () => {
  expect(Object.keys(DECLINE_RETRIES).sort()).toEqual([...DECLINE_REASONS].sort());
  for (const { sameCard, afterSeconds } of Object.values(DECLINE_RETRIES)) {
    expect(sameCard).toBe(afterSeconds !== null);
  }
});
