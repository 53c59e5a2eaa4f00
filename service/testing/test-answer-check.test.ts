import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../api/reference/document.ts';
import { opened } from './opened.ts';
import type { CheckedAnswer } from './test-answer-check.ts';
import { createAnswerCheck } from './test-answer-check.ts';
import { checkAnswer } from './test-checked-fetch.ts';
import { basic, send, startTestService, validPayin } from './test-service.ts';

const BASE = 'https://api.example';
const check = createAnswerCheck(
  openApiDocument({ baseUrl: BASE, mode: 'sandbox', version: '1.0.0' }),
);

const RECORD = {
  status: 'ok',
  mode: 'sandbox',
  engine: 'embedded',
  durability: 'power-loss',
  unreadableRecords: 0,
  providersToCheck: 0,
  companiesServed: 1,
};

/** A right answer of `GET /health`; tests spoil one thing of it. */
function answer(change: Partial<Omit<CheckedAnswer, 'headers'>> & { headers?: object } = {}) {
  const { headers = {}, ...rest } = change;
  return {
    status: 200,
    text: JSON.stringify(RECORD),
    ...rest,
    headers: new Headers({
      'content-type': 'application/json',
      'x-request-id': '4f0e2c0a-6f5b-4c1e-9d8e-2f7a1b3c4d5e',
      ...headers,
    }),
  };
}

function refusal(code: string, status: number, headers = {}) {
  return answer({
    status,
    headers,
    text: JSON.stringify({ error: { code, message: 'No.', details: [] }, requestId: 'one' }),
  });
}

function get(path: string, method = 'GET') {
  return { method, url: BASE + path };
}

describe('the check of answers', () => {
  it.each([
    ['what the document has', get('/health'), answer()],
    ['no body to HEAD', get('/health', 'HEAD'), answer({ text: '' })],
    ['a refusal by its code', get('/payin/pay_1'), refusal('NOT_FOUND', 404)],
    ['an address that is not there', get('/nothing'), refusal('NOT_FOUND', 404)],
    [
      'a method that is not there',
      get('/payin', 'DELETE'),
      refusal('METHOD_NOT_ALLOWED', 405, { allow: 'POST, OPTIONS' }),
    ],
    ['a preflight', get('/whoami', 'OPTIONS'), answer({ status: 204, text: '' })],
  ])('takes %s', (_what, request, given) => {
    expect(() => check(request, given)).not.toThrow();
  });

  it.each([
    [
      'a field it does not name',
      answer({ text: JSON.stringify({ ...RECORD, secret: 1 }) }),
      'must NOT have additional properties',
    ],
    [
      'a missing field',
      answer({ text: JSON.stringify({ status: 'ok' }) }),
      "must have required property 'mode'",
    ],
    [
      'a value it does not name',
      answer({ text: JSON.stringify({ ...RECORD, status: 'fine' }) }),
      'it/status must be equal to one of the allowed values',
    ],
    [
      'a status it does not name',
      answer({ status: 202 }),
      'the document does not name this status',
    ],
    [
      'a type it does not name',
      answer({ headers: { 'content-type': 'text/plain' } }),
      'the document does not name the type text/plain',
    ],
  ])('refuses %s, naming operation, path and status', (_what, given, reason) => {
    expect(() => check(get('/health'), given)).toThrow(
      `getHealth (GET /health) answered ${given.status}: `,
    );
    expect(() => check(get('/health'), given)).toThrow(reason);
  });

  it('refuses an answer without our id of the request', () => {
    const given = answer();
    given.headers.delete('x-request-id');
    expect(() => check(get('/health'), given)).toThrow('the header X-Request-Id is missing');
  });

  it('refuses a code the operation does not name for this status', () => {
    expect(() => check(get('/payin/pay_1'), refusal('INVALID_CVV', 404))).toThrow(
      'getPayin (GET /payin/pay_1) answered 404: it/error/code must be equal to one of',
    );
  });

  it('refuses a field deep inside, also of one answer among several', () => {
    const created = {
      ...{ id: 'pay_1', externalId: 'acq-1', referenceId: 'order-1', status: 'APPROVED' },
      ...{ amount: 1, paymentMethod: 'PIX', createdAt: '2026-11-21T20:30:22.500Z' },
      ...{ expiresAt: '2026-11-21T20:30:22.500Z', viewToken: 'y' },
    };
    const pix = { qrcode: 'x', viewToken: 'y' };
    const post = get('/payin', 'POST');
    const made = (more: object) =>
      answer({ status: 201, text: JSON.stringify({ ...created, pix, ...more }) });
    expect(() => check(post, made({}))).not.toThrow();
    expect(() => check(post, made({ expiresAt: undefined }))).toThrow();
    expect(() => check(post, made({ pix: { ...pix, image: 'z' } }))).toThrow();
    expect(() => check(post, made({ cardNumber: 'x' }))).toThrow();
    expect(() => check(post, made({ createdAt: 'yesterday' }))).toThrow('date-time');
  });

  it('refuses 429 that does not say when to come back', () => {
    expect(() => check(get('/whoami'), refusal('RATE_LIMITED', 429))).toThrow('Retry-After');
    const given = refusal('RATE_LIMITED', 429, { 'retry-after': 'soon' });
    expect(() => check(get('/whoami'), given)).toThrow('Retry-After');
    const right = refusal('RATE_LIMITED', 429, { 'retry-after': '12' });
    expect(() => check(get('/whoami'), right)).not.toThrow();
  });

  it('refuses that something is taken which the document does not allow', () => {
    const post = { ...get('/sandbox/clock', 'POST'), body: '{"advanceSeconds":-1}' };
    const given = answer({ text: '{"now":"2026-11-21T20:30:22.500Z"}' });
    expect(() => check(post, given)).toThrow('yet the document does not allow the request');
  });

  it.each([
    ['an address that is not there', get('/nothing')],
    ['a method that is not there', get('/health', 'POST')],
  ])('refuses that %s answers as if it were', (_what, request) => {
    expect(() => check(request, answer())).toThrow('no operation');
  });
});

describe('every answer a test of the service gets', () => {
  const service = opened(startTestService);

  it('is checked by the way it is sent', async () => {
    const url = `${service.baseUrl}/payin`;
    const sent = validPayin();
    const { status, headers, text, body } = await send(url, {
      body: sent,
      headers: basic('no3ds'),
    });
    expect(status).toBe(201);
    const request = { method: 'POST', url, body: JSON.stringify(sent) };
    expect(() => checkAnswer(request, { status, headers, text })).not.toThrow();
    const more = JSON.stringify({ ...body, cvv: '123' });
    expect(() => checkAnswer(request, { status, headers, text: more })).toThrow('createPayin');
    expect(() => checkAnswer(request, { status: 200, headers, text })).toThrow('createPayin');
  });

  it('is checked on the origin of the hosted frame, too', async () => {
    const url = `${service.checkoutUrl}/checkout/config`;
    const { headers, text } = await send(url, { headers: { 'x-public-key': 'pk_test_preorder' } });
    const wrong = { status: 203, headers, text };
    expect(() => checkAnswer({ method: 'GET', url }, wrong)).toThrow('getCheckoutConfig');
  });

  it('is checked for as long as its service runs: the port may then be of another server', async () => {
    const stopped = await startTestService();
    const request = { method: 'GET', url: `${stopped.baseUrl}/metrics` };
    const metrics = { status: 200, headers: new Headers(), text: 'up 1' };
    expect(() => checkAnswer(request, metrics)).toThrow('no operation');
    await stopped.stop();
    expect(() => checkAnswer(request, metrics)).not.toThrow();
  });
});
