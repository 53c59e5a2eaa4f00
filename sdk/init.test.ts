import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorData } from '../contract/checkout-error.ts';
import type { CardCalls, CardEvent } from '../contract/frame/card-calls.ts';
import {
  CHECKOUT_URL,
  connectFrameSide,
  GOOD_CARD_FRAME,
  installFrameWindows,
} from './frame/frame-side.cases.ts';
import type { CheckoutClient, InitOptions } from './index.ts';
import { CheckoutError, init } from './index.ts';

const OPTIONS: InitOptions = {
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'https://api.test',
  checkoutUrl: CHECKOUT_URL,
};

const CONFIG = {
  scope: 'public',
  companyId: 'co_1',
  companyName: 'Loja',
  kycStatus: 'approved',
  blocked: false,
  canTransact: true,
  reason: null,
  paymentMethods: ['credit_card'],
  capabilities: {
    tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: false },
    antifraud: { enabled: true },
    threeDS: { enabled: false },
  },
  checkoutUrl: CHECKOUT_URL,
  origins: [],
  maxInstallments: 12,
};

const INPUT = {
  amount: 15_990,
  referenceId: 'order-1',
  installments: 2,
  card: { holderName: 'Ana Souza', number: '4111 1111 1111 1111', expiry: '01/30', cvv: '937' },
};

type Answer = { status: number; body: unknown } | Error;

let client: CheckoutClient;
let sent: { url: string; init: RequestInit }[];
let answers: { [path: string]: Answer };
let restoreWindows: () => void;

beforeEach(() => {
  document.body.innerHTML = '<div id="card"></div><div id="other"></div>';
  restoreWindows = installFrameWindows();
  sent = [];
  answers = {
    config: { status: 200, body: CONFIG },
    'antifraud-sessions': { status: 201, body: { skipped: false, sessionId: 'afs_1' } },
    tokens: { status: 201, body: { token: 'tok_1', brand: 'visa', last4: '1111', expiresAt: '' } },
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (input, options = {}) => {
    const url = String(input);
    options.signal?.throwIfAborted();
    sent.push({ url, init: options });
    const answer = answers[url.slice(url.lastIndexOf('/') + 1)];
    if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError('no');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  client = init(OPTIONS);
});

afterEach(() => {
  client.destroy();
  restoreWindows();
  vi.restoreAllMocks();
});

function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}
function pathsSent() {
  return sent.map(({ url }) => url.replace('https://api.test/checkout/', ''));
}
function refused(status: number, code: string): Answer {
  return {
    status,
    body: { error: { code, message: 'said the service', details: [] }, requestId: 'req_1' },
  };
}

describe('init', () => {
  it('asks nobody and adds nothing to the page', async () => {
    const before = document.documentElement.outerHTML;
    await turn();
    expect(sent).toEqual([]);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('gives a client that nobody can alter', () => {
    expect(Object.isFrozen(client)).toBe(true);
  });

  it('throws for a secret key and never sends it', () => {
    expect(() => init({ ...OPTIONS, publicKey: 'sk_live_very-secret' })).toThrow(CheckoutError);
    expect(sent).toEqual([]);
  });
});

describe('getConfig', () => {
  it('asks once, for callers at the same time and later', async () => {
    const together = await Promise.all([client.getConfig(), client.getConfig()]);
    expect(await client.getConfig()).toEqual(CONFIG);
    expect(together).toEqual([CONFIG, CONFIG]);
    expect(pathsSent()).toEqual(['config']);
  });

  it('does not keep a failure', async () => {
    answers.config = new TypeError('Failed to fetch');
    await expect(client.getConfig()).rejects.toMatchObject({ code: 'NETWORK' });
    answers.config = { status: 200, body: CONFIG };
    expect(await client.getConfig()).toEqual(CONFIG);
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [429, 'RATE_LIMITED'],
    [503, 'UNAVAILABLE'],
  ])('answers %i with %s and words for the buyer', async (status, code) => {
    answers.config = refused(status, code);
    await expect(client.getConfig()).rejects.toMatchObject({
      name: 'CheckoutError',
      code,
      userMessage: expect.stringMatching(/./),
      details: { phase: 'config', status, requestId: 'req_1' },
    });
  });
});

describe('prepareCardPayment', () => {
  it('runs antifraud, then the token, with the public key alone', async () => {
    expect(await client.prepareCardPayment(INPUT)).toEqual({
      payinCard: { token: 'tok_1', installments: 2 },
      antifraud: { skipped: false, sessionId: 'afs_1' },
      card: { token: 'tok_1', brand: 'visa', last4: '1111' },
      threeDS: { skipped: true, status: null },
    });
    expect(pathsSent()).toEqual(['config', 'antifraud-sessions', 'tokens']);
    for (const { init: options } of sent) {
      expect(options.headers).toMatchObject({ 'x-public-key': 'pk_test_no3ds' });
      expect(options.credentials).toBe('omit');
    }
  });

  it('sends the card to the service once, and to no address', async () => {
    await client.prepareCardPayment(INPUT);
    expect(sent.filter(({ init: { body } }) => String(body).includes('4111'))).toHaveLength(1);
    expect(pathsSent().join()).not.toMatch(/4111|937/);
  });

  it('goes on without antifraud where the session cannot be opened', async () => {
    answers['antifraud-sessions'] = new TypeError('blocked');
    const { antifraud } = await client.prepareCardPayment(INPUT);
    expect(antifraud).toEqual({ skipped: true, sessionId: null });
  });

  it.each([
    ['tokens', refused(400, 'INVALID_DATA'), 'INVALID_DATA'],
    ['tokens', new TypeError('no'), 'NETWORK'],
    ['config', refused(401, 'UNAUTHORIZED'), 'UNAUTHORIZED'],
    ['config', { status: 200, body: { ...CONFIG, paymentMethods: [] } }, 'METHOD_NOT_ENABLED'],
  ] as const)(
    'rejects where %s fails (%#), with a code and no card',
    async (path, answer, code) => {
      answers[path] = answer;
      const error: CheckoutError = await client.prepareCardPayment(INPUT).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(CheckoutError);
      expect(error).toMatchObject({ code, userMessage: expect.stringMatching(/./) });
      const told = [error.message, error.stack, JSON.stringify(error.details), String(error.cause)];
      expect(told.join()).not.toMatch(/4111|937|Ana/);
    },
  );

  it.each([undefined, null, {}, { ...INPUT, card: null }])(
    'rejects the input %j with a CheckoutError and sends no card',
    async (input) => {
      const prepared = client.prepareCardPayment(input as unknown as typeof INPUT);
      await expect(prepared).rejects.toBeInstanceOf(CheckoutError);
      expect(pathsSent()).not.toContain('tokens');
    },
  );

  it('aborted before it began hands out no token', async () => {
    const signal = AbortSignal.abort();
    await expect(client.prepareCardPayment({ ...INPUT, signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(pathsSent()).not.toContain('tokens');
  });
});

describe('destroy', () => {
  it('ends every element and leaves no frame', async () => {
    const one = client.mountCardElement('#card', { amount: 1, referenceId: 'order-1' });
    const other = client.mountCardElement('#other', { amount: 1, referenceId: 'order-2' });
    await turn();
    const iframe = document.querySelector<HTMLIFrameElement>('#card iframe')!;
    const side = connectFrameSide<CardCalls, CardEvent>(iframe, GOOD_CARD_FRAME);
    await one.ready;
    client.destroy();
    await expect(one.submit()).rejects.toMatchObject({ code: 'DESTROYED' });
    await expect(other.ready).rejects.toMatchObject({ code: 'DESTROYED' });
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
    side.channel.close(errorData('DESTROYED', 'the test ended'));
  });

  it('may be called twice, and lets every later call fail with DESTROYED', async () => {
    client.destroy();
    client.destroy();
    const destroyed = { code: 'DESTROYED' };
    await expect(client.getConfig()).rejects.toMatchObject(destroyed);
    await expect(client.prepareCardPayment(INPUT)).rejects.toMatchObject(destroyed);
    await expect(client.prepareCardPaymentHosted(INPUT)).rejects.toMatchObject(destroyed);
    expect(() => client.mountCardElement('#card', { amount: 1, referenceId: 'order-1' })).toThrow(
      expect.objectContaining(destroyed),
    );
    expect(sent).toEqual([]);
  });

  it('leaves the elements of another client alone', async () => {
    const other = init(OPTIONS);
    other.mountCardElement('#other', { amount: 1, referenceId: 'order-2' });
    await turn();
    client.destroy();
    expect(document.querySelectorAll('#other iframe')).toHaveLength(1);
    other.destroy();
  });

  it('frees the node for the next client', async () => {
    client.mountCardElement('#card', { amount: 1, referenceId: 'order-1' });
    await turn();
    client.destroy();
    const next = init(OPTIONS);
    next.mountCardElement('#card', { amount: 1, referenceId: 'order-1' });
    await turn();
    expect(document.querySelectorAll('#card iframe')).toHaveLength(1);
    next.destroy();
  });
});
