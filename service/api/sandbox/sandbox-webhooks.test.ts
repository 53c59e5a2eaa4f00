import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import {
  basic,
  newReference,
  payinWithCard,
  send,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

type Receiver = Awaited<ReturnType<typeof receiverOf>>;

const service = opened(startTestService);

function pay(account: string, body: unknown) {
  return service.post(account, '/payin', body);
}
function control(account: string, call: string, body?: unknown) {
  return service.post(account, `/sandbox/webhooks/${call}`, body);
}
async function deliveriesOf(account: string, payinId: string) {
  const url = `${service.baseUrl}/sandbox/webhooks/deliveries`;
  const { body } = await send(url, { method: 'GET', headers: basic(account) });
  return body.data.filter((one: { transactionId: string }) => one.transactionId === payinId);
}
/** Asks until a delivery has that status; each question is a round trip to the service. */
function untilStatus(account: string, payinId: string, status: string) {
  return until(async () => {
    const [delivery] = await deliveriesOf(account, payinId);
    return delivery?.status === status && delivery;
  });
}

describe('events of payins', () => {
  it('tells a final status decided at creation, with exactly the fields of the table', async () => {
    const receiver = await receiverOf();
    const { body: payin } = await pay('no3ds', validPayin({ webhookUrl: receiver.url }));
    await receiver.untilEvents(1);
    const [event] = receiver.events;
    expect(JSON.parse(event?.body ?? '')).toEqual({
      id: payin.id,
      externalId: payin.externalId,
      referenceId: payin.referenceId,
      status: 'APPROVED',
      amount: 10_000,
      paymentMethod: 'CREDIT_CARD',
      expiresAt: null,
      declineReason: null,
      retry: null,
      refundedAmount: 0,
      refunds: [],
      replacedBy: null,
      createdAt: payin.createdAt,
    });
    const delivery = await untilStatus('no3ds', payin.id, 'DELIVERED');
    expect(event?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-id': delivery.id,
      'x-webhook-event': 'payin.approved',
    });
    expect(event?.headers).not.toHaveProperty('x-webhook-signature');
    expect(delivery).toEqual({
      id: expect.stringMatching(/^evt_no3ds_[\w-]{22}$/),
      event: 'payin.approved',
      transactionId: payin.id,
      status: 'DELIVERED',
      attempts: [{ at: expect.any(String), outcome: 'HTTP_204' }],
    });
  });

  it.each([
    ['APRO', 'payin.approved'],
    ['OTHE', 'payin.refused'],
    ['CATA', 'payin.failed'],
  ])('names the event of a card of %s %s', async (holderName, name) => {
    const receiver = await receiverOf();
    await pay('no3ds', { ...payinWithCard({ holderName }), webhookUrl: receiver.url });
    await receiver.untilEvents(1);
    expect(receiver.events[0]?.headers['x-webhook-event']).toBe(name);
  });

  it.each(['FUND', 'SECU', 'RISK', 'PERR'])(
    'tells nothing of a decline that leaves no payin (%s)',
    async (holderName) => {
      const receiver = await receiverOf();
      const url = receiver.url;
      await pay('no3ds', { ...payinWithCard({ holderName }), webhookUrl: url });
      // The next event of the same receiver is the first it gets.
      const { body } = await pay('no3ds', validPayin({ webhookUrl: url }));
      await receiver.untilEvents(1);
      expect(JSON.parse(receiver.events[0]?.body ?? '').id).toBe(body.id);
    },
  );

  it('tells nothing where no webhookUrl was given', async () => {
    const { body } = await pay('no3ds', validPayin());
    expect(body.status).toBe('APPROVED');
    expect(await deliveriesOf('no3ds', body.id)).toEqual([]);
  });

  it('tells nothing a second time when the same request comes again', async () => {
    const receiver = await receiverOf();
    const request = validPayin({ webhookUrl: receiver.url });
    const { body } = await pay('no3ds', request);
    await pay('no3ds', request);
    expect(await deliveriesOf('no3ds', body.id)).toHaveLength(1);
  });

  it('lets a receiver ask the API inside its handler, which sees the status it was told', async () => {
    let seen: unknown;
    const receiver = await receiverOf(async (response) => {
      const { id } = JSON.parse(receiver.events[0]?.body ?? '');
      const record = await service.get('no3ds', `/payin/${id}`);
      seen = record.body.status;
      response.writeHead(200).end();
    });
    const { body } = await pay('no3ds', validPayin({ webhookUrl: receiver.url }));
    await untilStatus('no3ds', body.id, 'DELIVERED');
    expect(seen).toBe('APPROVED');
  });
});

describe('events of payouts', () => {
  const payOut = (pixKey: string, webhookUrl: string) =>
    service.post('no3ds', '/payout', {
      amount: 1_000,
      pixKey: `00000000-0000-4000-8000-0000000004${pixKey}`,
      pixKeyType: 'EVP',
      referenceId: newReference(),
      webhookUrl,
    });

  it.each([
    ['99', 'payout.completed', 'COMPLETED', false],
    ['04', 'payout.failed', 'FAILED', true],
    ['05', 'payout.refused', 'REFUSED', true],
  ])('tells of the key %s each status entered, %s last', async (key, name, status, hasReason) => {
    const receiver = await receiverOf();
    const { body: payout } = await payOut(key, receiver.url);
    await receiver.untilEvents(2);
    const [first, last] = receiver.events;
    expect(first?.headers['x-webhook-event']).toBe('payout.processing');
    expect(last?.headers['x-webhook-event']).toBe(name);
    expect(JSON.parse(last?.body ?? '')).toEqual({
      id: payout.id,
      externalId: expect.any(String),
      status,
      amount: 1_000,
      referenceId: payout.referenceId,
      created_at: payout.createdAt,
      ...(hasReason ? { reason: expect.stringMatching(/./) } : {}),
    });
  });

  it('tells of a transfer that was rejected at once, although the answer is 502', async () => {
    const receiver = await receiverOf();
    expect((await payOut('03', receiver.url)).status).toBe(502);
    await receiver.untilEvents(1);
    expect(JSON.parse(receiver.events[0]?.body ?? '')).toMatchObject({
      status: 'FAILED',
      reason: expect.stringMatching(/./),
    });
  });
});

it.each(['/payin', '/payout'])('%s refuses a webhookUrl no event may go to', async (path) => {
  const payout = { amount: 1_000, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
  for (const webhookUrl of ['http://10.0.0.1/', 'http://2130706433/', 'http://u:p@localhost/']) {
    const body = validPayin({ ...(path === '/payin' ? {} : payout), webhookUrl });
    const answer = await service.post('no3ds', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([
      { path: 'webhookUrl', rule: expect.stringMatching(/^url|^private_address$/) },
    ]);
  }
});

describe('signing', () => {
  const verify = (secret: string, event: Receiver['events'][number] | undefined) => {
    const header = String(event?.headers['x-webhook-signature']);
    const [t = '', ...marks] = header.split(',');
    const mark = createHmac('sha256', secret)
      .update(`${t.slice(2)}.${event?.body}`)
      .digest('hex');
    return marks.indexOf(`v1=${mark}`);
  };
  const sendOne = async (account: string) => {
    const receiver = await receiverOf();
    await pay(account, validPayin({ webhookUrl: receiver.url }));
    await receiver.untilEvents(1);
    return receiver.events[0];
  };

  it('signs with one secret, then two while the previous one is valid, then none', async () => {
    const account = 'cardonfile';
    expect((await control(account, 'rotate-secret')).status).toBe(409);
    const wrong = await control(account, 'rotate-secret', { endPrevious: 'yes' });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'endPrevious']);
    const first = (await control(account, 'enable-signing')).body.secret;
    expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
    const signed = await sendOne(account);
    expect(signed?.headers['x-webhook-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(verify(first, signed)).toBe(0);
    const twiceOn = await control(account, 'enable-signing');
    expect([twiceOn.status, twiceOn.body.error.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
    expect(verify(first, await sendOne(account))).toBe(0);

    const second = (await control(account, 'rotate-secret')).body.secret;
    const twice = await sendOne(account);
    expect([verify(second, twice), verify(first, twice)]).toEqual([0, 1]);

    // A third would end the first before the 24 hours that were promised for it.
    const early = await control(account, 'rotate-secret');
    expect([early.status, early.body.error.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
    expect(early.body.error.message).toMatch(/valid until \d{4}-\d\d-\d\dT/);
    const still = await sendOne(account);
    expect([verify(second, still), verify(first, still)]).toEqual([0, 1]);

    const third = (await control(account, 'rotate-secret', { endPrevious: true })).body.secret;
    const again = await sendOne(account);
    expect([third, second, first].map((secret) => verify(secret, again))).toEqual([0, 1, -1]);

    const advance = (advanceSeconds: number) =>
      service.post(account, '/sandbox/clock', { advanceSeconds });
    await advance(24 * 60 * 60 + 1);
    const after = await sendOne(account);
    expect([verify(third, after), verify(second, after)]).toEqual([0, -1]);
    expect((await control(account, 'rotate-secret')).status).toBe(200);
    // The clock of the account moves no signing time.
    const t = Number(/t=(\d+)/.exec(String(after?.headers['x-webhook-signature']))?.[1]);
    expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(60);

    expect((await control(account, 'disable-signing')).body).toEqual({ secret: null });
    expect((await sendOne(account))?.headers).not.toHaveProperty('x-webhook-signature');
  });

  it('keeps a secret where neither the database nor a log shows it', async () => {
    const { secret } = (await control('preorder', 'enable-signing')).body;
    const [row] = await sql<{ text: string }>(service.db)`
      SELECT encode(sealed_secret, 'escape') AS text FROM webhook_signing
      WHERE company_id = 'preorder'`;
    expect(row?.text).not.toContain(secret.slice(6));
    expect(service.logged.join('')).not.toContain(secret.slice(6));
  });
});

describe('the control calls', () => {
  it('sends an event again with its id and body, and a fresh signing time', async () => {
    const receiver = await receiverOf();
    const { body } = await pay('no3ds', validPayin({ webhookUrl: receiver.url }));
    const { id } = await untilStatus('no3ds', body.id, 'DELIVERED');
    const resent = await control('no3ds', `deliveries/${id}/resend`);
    expect([resent.status, resent.body.id]).toEqual([200, id]);
    await receiver.untilEvents(2);
    const [first, second] = receiver.events;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-webhook-id']).toBe(id);
    expect((await untilStatus('no3ds', body.id, 'DELIVERED')).attempts).toHaveLength(2);
  });

  it('shows and resends nothing of another account', async () => {
    const receiver = await receiverOf();
    const { body } = await pay('no3ds', validPayin({ webhookUrl: receiver.url }));
    const { id } = await untilStatus('no3ds', body.id, 'DELIVERED');
    expect(await deliveriesOf('preorder', body.id)).toEqual([]);
    expect((await control('preorder', `deliveries/${id}/resend`)).status).toBe(404);
    expect(receiver.events).toHaveLength(1);
  });
});
