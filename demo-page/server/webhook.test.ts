import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArrivedWebhook, PayinNews } from './webhook.ts';
import { createWebhookReceiver } from './webhook.ts';

const SECRET = 'whsec_test';
const NOW = new Date('2030-01-02T03:04:05.000Z');

let heard: PayinNews[];
let receive: (webhook: ArrivedWebhook) => Promise<void>;

beforeEach(() => {
  heard = [];
  receive = createWebhookReceiver({
    secrets: { secretFor: async (account) => (account === 'no3ds' ? SECRET : null) },
    now: () => NOW,
    onNews: (_account, news) => heard.push(news),
  });
});

const NEWS = { id: 'pay_1', status: 'APPROVED', referenceId: 'ipe-1', paymentMethod: 'PIX' };

function sign(rawBody: Uint8Array, secret = SECRET, at = NOW.getTime() / 1000): string {
  const mark = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest('hex');
  return `t=${at},v1=${mark}`;
}

/** A signed event; tests spoil one thing of it. */
function webhook(news: object = NEWS, change: Partial<ArrivedWebhook> = {}): ArrivedWebhook {
  const rawBody = Buffer.from(JSON.stringify(news));
  return { account: 'no3ds', rawBody, signature: sign(rawBody), eventId: 'evt_1', ...change };
}

it('tells what a signed event says', async () => {
  await receive(webhook());
  expect(heard).toEqual([{ ...NEWS, kind: 'payin' }]);
});

describe('refuses an event', () => {
  const body = Buffer.from(JSON.stringify(NEWS));
  it.each<[string, Partial<ArrivedWebhook>]>([
    ['without a signature', { signature: null }],
    ['signed with another secret', { signature: sign(body, 'whsec_other') }],
    ['signed six minutes ago', { signature: sign(body, SECRET, NOW.getTime() / 1000 - 360) }],
    ['whose body was changed', { rawBody: Buffer.from('{"id":"pay_2"}') }],
    ['for an account that has no secret', { account: 'pending' }],
  ])('%s', async (_name, change) => {
    await expect(receive(webhook(NEWS, change))).rejects.toMatchObject({ status: 400 });
    expect(heard).toEqual([]);
  });
});

it('does nothing when an event comes again, however often', async () => {
  await receive(webhook());
  await receive(webhook());
  await Promise.all([receive(webhook()), receive(webhook())]);
  expect(heard).toHaveLength(1);
});

it('does nothing when an event is replayed under another id, or under none', async () => {
  await receive(webhook());
  for (const eventId of ['evt_2', '', null]) await receive(webhook(NEWS, { eventId }));
  expect(heard).toHaveLength(1);
});

it('does nothing when the service sends an event again, signed anew', async () => {
  await receive(webhook());
  const { rawBody } = webhook();
  const later = NOW.getTime() / 1000 + 60;
  await receive(webhook(NEWS, { signature: sign(rawBody, SECRET, later) }));
  expect(heard).toHaveLength(1);
});

it('hears an event whose id was written on a replay of another before', async () => {
  await receive(webhook(NEWS, { eventId: 'evt_2' }));
  const taken = { ...NEWS, status: 'CHARGEBACK' };
  await receive(webhook(taken, { eventId: 'evt_2' }));
  expect(heard.map(({ status }) => status)).toEqual(['APPROVED', 'CHARGEBACK']);
});

it('tells a status again that another event brings, as after a chargeback taken back', async () => {
  await receive(webhook());
  await receive(webhook({ ...NEWS, status: 'CHARGEBACK' }, { eventId: 'evt_2' }));
  const { rawBody } = webhook();
  const signature = sign(rawBody, SECRET, NOW.getTime() / 1000 + 60);
  await receive(webhook(NEWS, { eventId: 'evt_3', signature }));
  expect(heard.map(({ status }) => status)).toEqual(['APPROVED', 'CHARGEBACK', 'APPROVED']);
});

it('remembers nothing of an event it refused', async () => {
  await expect(receive(webhook(NEWS, { signature: null }))).rejects.toThrow();
  await receive(webhook());
  expect(heard).toHaveLength(1);
});

it.each(['{"amount":1}', 'not json', '[]', '{"id":"po","status":"PAID","referenceId":"r"}'])(
  'confirms %s, which says nothing of a payin',
  async (text) => {
    const rawBody = Buffer.from(text);
    await receive(webhook(NEWS, { rawBody, signature: sign(rawBody) }));
    expect(heard).toEqual([]);
  },
);
