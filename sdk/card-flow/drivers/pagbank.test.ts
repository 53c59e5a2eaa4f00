import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writePagBankSession } from '../../../contract/card/pagbank-session.ts';
import { toErrorData } from '../../../contract/errors/checkout-error.ts';
import type { ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { pagbankDriver } from './pagbank.ts';

const ID = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';
const SESSION = { session: 'abc', env: 'SANDBOX', amount: 12_345, installments: 3 } as const;
const CARD = {
  holderName: 'ANA SOUZA',
  number: '4000000000002503',
  expirationMonth: '12',
  expirationYear: '2030',
};
const PAYER = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: { street: 'Rua A', number: '10', city: 'Sao Paulo', state: 'SP', zipCode: '01310-100' },
};

type Request = {
  data: object;
  beforeChallenge: (challenge: { open: () => void; brand: string; issuer: string }) => void;
};

let controller: AbortController;
let told: string[];
let setUp: ReturnType<typeof vi.fn>;
let authenticate3DS: ReturnType<typeof vi.fn<(request: Request) => Promise<unknown>>>;

beforeEach(() => {
  controller = new AbortController();
  told = [];
  setUp = vi.fn();
  authenticate3DS = vi.fn(async () => ({}));
  vi.stubGlobal('PagSeguro', { setUp, authenticate3DS });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function start(change: Partial<ThreeDSDriverRun> = {}) {
  return pagbankDriver
    .run({
      view: window,
      session: writePagBankSession(SESSION),
      transactionId: 'tds_1',
      windowSize: '03',
      locale: 'pt-BR',
      methodContainer: document.createElement('div'),
      challengeContainer: document.createElement('div'),
      onChallenge: ({ width, height }) => void told.push(`${width}x${height}`),
      onChallengeEnd: () => void told.push('end'),
      signal: controller.signal,
      proceed: () => Promise.reject(new Error('nobody is asked')),
      card: CARD,
      payer: PAYER,
      ...change,
    })
    .then(
      (value) => value,
      (thrown: unknown) => toErrorData(thrown),
    );
}

function answers(answer: unknown) {
  authenticate3DS.mockImplementation(async () => answer);
}

describe('what the script is given', () => {
  it('is the session, the purchase and the card in its own words, and no CVV', async () => {
    answers({ status: 'AUTH_FLOW_COMPLETED', authenticationStatus: 'AUTHENTICATED', id: ID });
    expect(await start()).toEqual({ outcome: 'done', providerReference: ID });
    expect(setUp.mock.calls).toEqual([[{ session: 'abc', env: 'SANDBOX' }]]);
    const [request] = authenticate3DS.mock.calls[0] ?? [];
    expect(request?.data).toEqual({
      customer: {
        name: 'Ana Souza',
        email: 'ana@example.com',
        phones: [{ country: '55', area: '11', number: '987654321', type: 'MOBILE' }],
      },
      paymentMethod: {
        type: 'CREDIT_CARD',
        installments: 3,
        card: {
          number: CARD.number,
          expMonth: '12',
          expYear: '2030',
          holder: { name: 'ANA SOUZA' },
        },
      },
      amount: { value: 12_345, currency: 'BRL' },
      billingAddress: {
        street: 'Rua A',
        number: '10',
        regionCode: 'SP',
        country: 'BRA',
        city: 'Sao Paulo',
        postalCode: '01310100',
      },
      dataOnly: false,
    });
  });

  it('is nothing where the card or who pays is missing, or the session is of somebody else', async () => {
    for (const change of [
      { card: undefined },
      { payer: undefined },
      { session: 'abc' },
      { session: JSON.stringify({ ...SESSION, env: 'LOCAL' }) },
      { session: JSON.stringify({ ...SESSION, amount: '12345' }) },
    ]) {
      const failure = { code: 'THREEDS_FAILED', details: { reason: 'error' } };
      expect(await start(change)).toMatchObject(failure);
    }
    expect(authenticate3DS).not.toHaveBeenCalled();
  });
});

describe('what the script answers', () => {
  it.each([
    [
      'AUTH_FLOW_COMPLETED',
      { authenticationStatus: 'NOT_AUTHENTICATED', id: ID },
      'not_authenticated',
    ],
    ['AUTH_FLOW_COMPLETED', { id: ID }, 'not_authenticated'],
    ['AUTH_FLOW_COMPLETED', { authenticationStatus: 'AUTHENTICATED' }, 'error'],
    ['AUTH_FLOW_COMPLETED', { authenticationStatus: 'AUTHENTICATED', id: '../x' }, 'error'],
    ['AUTH_NOT_SUPPORTED', { id: ID }, 'not_supported'],
    ['CHANGE_PAYMENT_METHOD', {}, 'rejected'],
    ['REQUIRE_INITIALIZATION', { id: ID }, 'error'],
    ['AUTHENTICATED', { authenticationStatus: 'AUTHENTICATED', id: ID }, 'error'],
  ])('%s with %j is %s', async (status, more, reason) => {
    answers({ status, ...more });
    expect(await start()).toMatchObject({ code: 'THREEDS_FAILED', details: { reason } });
  });

  it.each([undefined, null, 'AUTHENTICATED', 7, {}])('unknown is an error: %j', async (answer) => {
    answers(answer);
    expect(await start()).toMatchObject({ code: 'THREEDS_FAILED', details: { reason: 'error' } });
  });

  it('for a bank page that went without an answer is a buyer who gave up', async () => {
    answers({ status: 'REQUIRE_CHALLENGE', id: ID });
    expect(await start()).toEqual({ outcome: 'cancelled' });
  });

  it.each([
    ['an expired session', { detail: { httpStatus: 401 } }, { code: 'THREEDS_EXPIRED' }],
    ['a refusal', { detail: { httpStatus: 400 } }, { code: 'THREEDS_FAILED' }],
    ['a dead network', new TypeError('Failed to fetch'), { code: 'NETWORK' }],
    ['a text', 'no', { code: 'THREEDS_FAILED', details: { reason: 'error' } }],
  ])('as an error is told by ours: %s', async (_what, thrown, expected) => {
    authenticate3DS.mockImplementation(async () => {
      throw thrown;
    });
    expect(await start()).toMatchObject(expected);
  });

  it('is an error as well where its settings are not taken', async () => {
    setUp.mockImplementation(() => {
      throw new Error('no');
    });
    expect(await start()).toMatchObject({ code: 'THREEDS_FAILED', details: { reason: 'error' } });
  });
});

it.each([
  ['nothing', undefined],
  ['another thing', 7],
  ['half of it', { setUp: () => undefined }],
])('a script that came and defined %s is blocked', async (_what, sdk) => {
  vi.stubGlobal('PagSeguro', sdk);
  expect(await start()).toMatchObject({
    code: 'THREEDS_SDK_UNAVAILABLE',
    details: { cause: 'blocked' },
  });
});

describe('the bank that asks the buyer', () => {
  const CHALLENGE = { brand: 'VISA', issuer: 'BANK' };

  it('has all the room there is, before its page is opened, until the end', async () => {
    authenticate3DS.mockImplementation(async ({ beforeChallenge }) => {
      beforeChallenge({ ...CHALLENGE, open: () => void told.push('open') });
      return { status: 'AUTH_FLOW_COMPLETED', authenticationStatus: 'AUTHENTICATED', id: ID };
    });
    await start();
    expect(told).toEqual(['0x0', 'open', 'end']);
  });

  it('goes where the run is ended, and what else stands in the page stays', async () => {
    const own = document.createElement('iframe');
    document.body.append(own);
    authenticate3DS.mockImplementation(({ beforeChallenge }) => {
      beforeChallenge({
        ...CHALLENGE,
        open() {
          const cover = document.createElement('div');
          cover.append(document.createElement('iframe'));
          document.body.append(cover, document.createElement('p'));
        },
      });
      return new Promise(() => undefined);
    });
    const running = start();
    expect(document.querySelectorAll('iframe')).toHaveLength(2);
    controller.abort();
    expect(await running).toMatchObject({ code: 'ABORTED' });
    expect([...document.body.children].map(({ tagName }) => tagName)).toEqual(['IFRAME', 'P']);
    expect(told).toEqual(['0x0', 'end']);
  });

  it('is not opened after the run has ended', async () => {
    let ask = () => {};
    const open = vi.fn();
    authenticate3DS.mockImplementation(({ beforeChallenge }) => {
      ask = () => beforeChallenge({ ...CHALLENGE, open });
      return new Promise(() => undefined);
    });
    const running = start();
    controller.abort();
    await running;
    ask();
    expect(open).not.toHaveBeenCalled();
    expect(told).toEqual(['end']);
  });

  it('is not asked at all by a run that ended before', async () => {
    controller.abort();
    expect(await start()).toMatchObject({ code: 'ABORTED' });
    expect(authenticate3DS).not.toHaveBeenCalled();
  });
});
