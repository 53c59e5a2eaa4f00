import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import { CANARY, findCanary } from './canary/canary.ts';
import { searchFiles, searchLogs } from './canary/search.ts';
import { payinOf } from './merchant-api.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const PAIR = `Basic ${Buffer.from('pk_test_manual:sk_test_manual').toString('base64')}`;
const CARD = {
  holderName: CANARY.holderName,
  number: CANARY.number,
  expirationMonth: '12',
  expirationYear: '2030',
  cvv: CANARY.cvv,
  installments: 1,
};
function payin(card: object, more: object = {}) {
  return JSON.stringify({ ...payinOf({ ...CARD, ...card }, 'canary-raw', 15990), ...more });
}

type Sent = { body: string; headers?: { [name: string]: string } };

/** Sends as a merchant's server does; answers the status and every byte that came back. */
async function send(system: System, path: string, { body, headers }: Sent) {
  const browser = path.startsWith('/checkout');
  const response = await checkedFetch(system.baseUrl + path, {
    method: 'POST',
    headers: {
      ...(browser ? { 'x-public-key': 'pk_test_manual' } : { authorization: PAIR }),
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
  const answer = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
  return { status: response.status, answer };
}

test.describe('a card sent to the API leaves no trace', () => {
  const OUTCOMES: [string, string, number][] = [
    ['an approval', payin({}), 201],
    ['a refusal', payin({ holderName: 'OTHE' }, { referenceId: 'c-1' }), 201],
    [
      'an answer of the acquirer that never came',
      payin({ holderName: 'SLOW' }, { referenceId: 'c-3' }),
      201,
    ],
    ['a wrong CVV', payin({ holderName: 'SECU' }, { referenceId: 'c-5' }), 400],
    ['an error of the provider', payin({ holderName: 'PERR' }, { referenceId: 'c-7' }), 502],
    ['another body under the same reference', payin({}, { amount: 1 }), 409],
    ['an expired card', payin({ expirationYear: '2020' }, { referenceId: 'c-11' }), 400],
    ['the number as the CVV', payin({ cvv: CANARY.number }), 400],
    ['the number as the token', payin({ token: CANARY.number }, { referenceId: 'c-12' }), 400],
    ['the number as the CPF', payin({}, { customer: { name: 'A', document: CANARY.number } }), 400],
    ['the number as a key', payin({}, { [CANARY.number]: CANARY.number }), 201],
    ['a sign the database cannot hold', payin({ holderName: `${CANARY.number}\u0000` }), 400],
    ['half a sign', payin({ holderName: '\ud800 X' }, { referenceId: 'c-8\ud800' }), 400],
    ['a list as the card', payinList(), 400],
    ['JSON that breaks at the number', `{"card":{"number":${CANARY.number} ${CANARY.cvv}`, 400],
    ['a duplicate key', `{"number":"${CANARY.number}","number":"${CANARY.cvv}"}`, 400],
    ['a prototype key', `{"__proto__":{"number":"${CANARY.number}"}}`, 400],
    ['a deep nest', `${'['.repeat(50_000)}"${CANARY.number}"`, 400],
    ['too much', payin({ holderName: CANARY.number.repeat(200_000) }), 413],
  ];

  test('in answers, logs and database, whatever came of it', async ({ system }) => {
    test.slow();
    for (const [what, body, status] of OUTCOMES) {
      const sent = await send(system, '/payin', { body });
      expect.soft(sent.status, what).toBe(status);
      expect.soft(findCanary(sent.answer), what).toEqual([]);
    }
    for (const [what, headers, status] of [
      ['another type', { 'content-type': 'text/plain' }, 415],
      ['another encoding', { 'content-encoding': 'gzip' }, 415],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['a secret of somebody else', { authorization: 'Basic cGtfdGVzdF94OnNrX3Rlc3RfeA==' }, 401],
      ['an origin', { origin: 'https://loja.example' }, 403],
      ['the number as the idempotency key', { 'idempotency-key': CANARY.number }, 201],
    ] as [string, { [name: string]: string }, number][]) {
      const sent = await send(system, '/payin', { body: payin({}), headers });
      expect.soft(sent.status, what).toBe(status);
      expect.soft(findCanary(sent.answer), what).toEqual([]);
    }
    for (const path of [
      `/payin/${CANARY.number}?cvv=${CANARY.cvv}`,
      `/checkout/tokens/${CANARY.number}`,
      `/${CANARY.number}`,
    ]) {
      expect.soft(findCanary((await send(system, path, { body: payin({}) })).answer)).toEqual([]);
    }
    const { holderName, number, cvv, expirationMonth, expirationYear } = CARD;
    const card = { holderName, number, cvv, expirationMonth, expirationYear };
    for (const [what, spoiled, status] of [
      ['a token', {}, 201],
      ['a token without an amount', { amount: undefined }, 400],
      ['a token of a wrong number', { card: { ...card, number: `${CANARY.number}0` } }, 400],
    ] as const) {
      const body = JSON.stringify({
        amount: 1,
        installments: 1,
        referenceId: 'c-9',
        card,
        ...spoiled,
      });
      const sent = await send(system, '/checkout/tokens', { body });
      expect.soft(sent.status, what).toBe(status);
      expect.soft(findCanary(sent.answer), what).toEqual([]);
    }
    expect(searchLogs(system.logs())).toEqual([]);
    expect(searchFiles(system.dataDir)).toEqual([]);
  });

  function payinList(): string {
    return JSON.stringify(payinOf([CANARY.number, CANARY.cvv], 'c-10', 1));
  }
});
