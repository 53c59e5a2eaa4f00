import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { WebhookProblem } from './index.ts';
import { constructEvent, WebhookError } from './index.ts';

const SECRET = 'whsec_test_4f8b2c';
const SIGNED_AT = 1_700_000_000;
const PAYIN = {
  id: 'pay_1',
  externalId: 'acq_1',
  referenceId: 'order-1',
  status: 'APPROVED',
  amount: 15_990,
  paymentMethod: 'CREDIT_CARD',
  expiresAt: null,
  declineReason: null,
  retry: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const PAYOUT = {
  id: 'pot_1',
  externalId: null,
  referenceId: 'prize-1',
  status: 'FAILED',
  amount: 5_000,
  created_at: '2026-01-01T00:00:00.000Z',
  reason: 'key not found',
};

function sign(body: string, { secret = SECRET, time = String(SIGNED_AT) } = {}): string {
  const mark = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mark}`;
}

/** Takes an event as it was sent; tests spoil one thing of it. */
function take(change: { body?: unknown; header?: unknown; secret?: unknown; now?: number } = {}) {
  const { body = JSON.stringify(PAYIN), secret = SECRET, now = SIGNED_AT } = change;
  const header = 'header' in change ? change.header : sign(String(body));
  return Promise.resolve(Reflect.apply(constructEvent, null, [body, header, secret, now]));
}

async function reasonOf(taking: Promise<unknown>): Promise<WebhookProblem> {
  const thrown = await taking.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof WebhookError)) throw new Error(`not refused as an event: ${thrown}`);
  return thrown.reason;
}

describe('an event that is ours', () => {
  it('of a payin is given as it was signed', async () => {
    expect(await take()).toEqual({ ...PAYIN, kind: 'payin' });
  });

  it('of a payout is given as it was signed', async () => {
    expect(await take({ body: JSON.stringify(PAYOUT) })).toEqual({ ...PAYOUT, kind: 'payout' });
  });

  it('is read from bytes as well', async () => {
    const text = JSON.stringify({ ...PAYIN, referenceId: 'açaí' });
    const bytes = new TextEncoder().encode(text);
    expect(await take({ body: bytes, header: sign(text) })).toMatchObject({ referenceId: 'açaí' });
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => unknown]>([
    ['a buffer', (bytes) => bytes.buffer],
    ['a view that begins later', ({ buffer }) => new DataView(buffer, 0)],
    [
      'the bytes of another realm',
      (bytes) => runInNewContext('new Uint8Array(from)', { from: bytes }),
    ],
    [
      'the buffer of another realm',
      (bytes) => runInNewContext('new Uint8Array(from).buffer', { from: bytes }),
    ],
  ])('is read from %s', async (_what, to) => {
    const text = JSON.stringify(PAYIN);
    const body = to(new TextEncoder().encode(text));
    expect(await take({ body, header: sign(text) })).toMatchObject({ id: 'pay_1' });
  });

  it('keeps the kind that its body has, whatever the body calls itself', async () => {
    const body = JSON.stringify({ ...PAYOUT, kind: 'payin' });
    expect(await take({ body })).toMatchObject({ kind: 'payout' });
  });

  it('is held against the clock of the machine where no time is given', async () => {
    const body = JSON.stringify(PAYIN);
    const time = String(Math.floor(Date.now() / 1000));
    expect((await constructEvent(body, sign(body, { time }), SECRET)).kind).toBe('payin');
    expect(await reasonOf(constructEvent(body, sign(body), SECRET))).toBe('too_old');
  });
});

describe('what is not taken tells why', () => {
  const parsed = 'parsed_body';
  const cases: [what: string, change: Parameters<typeof take>[0], reason: WebhookProblem][] = [
    ['a body that a parser had first', { body: PAYIN, header: sign('{}') }, parsed],
    ['a body in base64', { body: btoa('{"id":1}'), header: sign('{"id":1}') }, 'base64_body'],
    ['bytes of lines of it', { body: Buffer.from('e30=\r\n'), header: sign('{}') }, 'base64_body'],
    ['no body', { body: null, header: sign('{}') }, parsed],
    ['an empty secret', { secret: '' }, 'no_secret'],
    ['a secret that is not set', { secret: null }, 'no_secret'],
    ['no header', { header: null }, 'no_header'],
    ['a header that was not passed', { header: undefined }, 'no_header'],
    ['a header of something else', { header: 'sha256=abc' }, 'malformed_header'],
    ['an empty header', { header: '' }, 'malformed_header'],
    ['the time of now in milliseconds', { now: SIGNED_AT * 1000 }, 'milliseconds'],
    [
      'a signature of milliseconds',
      { header: sign(JSON.stringify(PAYIN), { time: `${SIGNED_AT}000` }) },
      'milliseconds',
    ],
    ['what was signed 301 seconds ago', { now: SIGNED_AT + 301 }, 'too_old'],
    ['what was signed 301 seconds ahead', { now: SIGNED_AT - 301 }, 'too_new'],
    ['a time that is no number', { now: Number.NaN }, 'too_new'],
    ['another secret', { secret: 'whsec_other' }, 'no_match'],
    ['a secret without its prefix', { secret: SECRET.slice(6) }, 'no_match'],
    [
      'a body that was written anew',
      { body: JSON.stringify(PAYIN, null, 2), header: sign(JSON.stringify(PAYIN)) },
      'no_match',
    ],
    ['signed text that is no JSON', { body: 'paid' }, 'not_an_event'],
    ['a signed list', { body: '[]' }, 'not_an_event'],
    ['signed null', { body: 'null' }, 'not_an_event'],
    ['an event without a status', { body: '{"id":"1","referenceId":"2"}' }, 'not_an_event'],
  ];
  it.each(cases)('%s', async (_what, change, reason) => {
    expect(await reasonOf(take(change))).toBe(reason);
  });

  it('in words that name what to change, and no secret', async () => {
    const refused = take({ secret: 'whsec_live_other' });
    await expect(refused).rejects.toThrow(/secret is of another account, or the body was changed/);
    await expect(refused).rejects.not.toThrow(/whsec_live/);
    await expect(refused).rejects.toHaveProperty('name', 'WebhookError');
  });
});
