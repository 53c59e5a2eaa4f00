import type { Mock } from 'vitest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorData } from '../contract/errors/checkout-error.ts';
import type { CardCalls, CardEvent } from '../contract/frame/card-calls.ts';
import { configWith } from './card-flow/config.cases.ts';
import {
  ACCOUNT,
  CHECKOUT_URL,
  connectFrameSide,
  EMPTY_CARD,
  GOOD_CARD_FRAME,
  installFrameWindows,
} from './frame/frame-side.cases.ts';
import type { CardElement, CheckoutClient, InitOptions, PixElementOptions } from './index.ts';
import { CheckoutError, init } from './index.ts';

const CONFIG = configWith({ enabled: false });

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

beforeEach(() => {
  document.body.innerHTML = '<div id="card"></div><div id="other"></div>';
  installFrameWindows();
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
  client = init(ACCOUNT);
});

afterEach(() => {
  client.destroy();
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

  it('gives a client that nobody can alter', () => expect(Object.isFrozen(client)).toBe(true));

  it('throws for a secret key and never sends it', () => {
    expect(() => init({ ...ACCOUNT, publicKey: 'sk_live_very-secret' })).toThrow(CheckoutError);
    expect(sent).toEqual([]);
  });
});

describe('preload', () => {
  const CARD = { amount: 1, referenceId: 'order-1' };
  const unseen = () => [...document.querySelectorAll<HTMLIFrameElement>('html > iframe')];
  const framesIn = (place: ParentNode) => [...place.querySelectorAll('iframe')];
  let idle: (() => void)[];

  beforeEach(() => {
    idle = [];
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    Reflect.deleteProperty(Element.prototype, 'moveBefore');
    expect(unseen()).toEqual([]);
  });

  /** The test's DOM has no such call: as a browser that has one, within one document alone. */
  function canMove() {
    Object.defineProperty(Element.prototype, 'moveBefore', {
      configurable: true,
      value(this: Element, node: Element, before: Element | null) {
        if (!node.isConnected || node.ownerDocument !== this.ownerDocument) throw new Error('no');
        this.insertBefore(node, before);
      },
    });
  }

  function preload(options: Partial<InitOptions> = {}) {
    const preloading = init({ ...ACCOUNT, ...options, preload: true });
    for (const callback of idle.splice(0)) callback();
    onTestFinished(() => preloading.destroy());
    return preloading;
  }

  /** The frame greets, and serves what a card asks of it. */
  function come(iframe: HTMLIFrameElement, spoilt: Partial<typeof GOOD_CARD_FRAME> = {}) {
    const side = connectFrameSide<CardCalls, CardEvent>(iframe, { ...GOOD_CARD_FRAME, ...spoilt });
    return side;
  }

  async function preloaded(spoilt?: Partial<typeof GOOD_CARD_FRAME>) {
    canMove();
    const preloading = preload();
    const [iframe] = unseen();
    const side = come(iframe!, spoilt);
    await turn();
    return { preloading, iframe: iframe!, side };
  }

  it('loads the card frame unseen once the page is idle, and nothing without', () => {
    init(ACCOUNT);
    expect(idle).toEqual([]);
    const preloading = init({ ...ACCOUNT, preload: true });
    expect(unseen()).toEqual([]);
    for (const callback of idle) callback();
    const [iframe] = unseen();
    expect(iframe?.src).toMatch(`${CHECKOUT_URL}/card?key=pk_test_no3ds#nonce=`);
    expect(iframe?.style.visibility).toBe('hidden');
    expect(iframe?.style.position).toBe('fixed');
    expect(iframe?.referrerPolicy).toBe('strict-origin');
    preloading.destroy();
    expect(unseen()).toEqual([]);
  });

  it('gives the frame itself to the first card, which is seen once it is as it was asked', async () => {
    const asked: unknown[] = [];
    const { preloading, iframe, side } = await preloaded({
      async configure(options) {
        asked.push(options, iframe.style.visibility, iframe.style.position);
        return GOOD_CARD_FRAME.configure(options);
      },
    });
    const changes: unknown[] = [];
    const element = preloading.mountCardElement('#card', { ...CARD, locale: 'en' });
    element.on('change', (state) => changes.push(state));
    await element.ready;
    expect(framesIn(document)).toEqual([iframe]);
    expect(framesIn(document.querySelector('#card')!)).toEqual([iframe]);
    expect(asked).toEqual([expect.objectContaining({ ...CARD, locale: 'en' }), 'hidden', '']);
    expect([iframe.style.visibility, iframe.style.height]).toEqual(['', '322px']);
    expect(iframe.title).toBe('Card details');
    await side.notify({ type: 'change', state: EMPTY_CARD });
    expect(changes).toEqual([EMPTY_CARD]);
    expect(await element.submit()).toMatchObject({ card: { token: 'tok_1' } });
    element.unmount();
    expect(framesIn(document)).toEqual([]);
  });

  it('gives it once: another card at the same time has a frame of its own', async () => {
    const { preloading, iframe } = await preloaded();
    const first = preloading.mountCardElement('#card', CARD);
    preloading.mountCardElement('#other', CARD);
    await first.ready;
    expect(framesIn(document.querySelector('#card')!)).toEqual([iframe]);
    expect(framesIn(document.querySelector('#other')!)).toHaveLength(1);
    expect(unseen()).toEqual([]);
  });

  it('keeps the frame for a card whose options are right', async () => {
    const { preloading, iframe } = await preloaded();
    expect(() => preloading.mountCardElement('#card', { ...CARD, amount: 0 })).toThrow(/amount/);
    await preloading.mountCardElement('#card', CARD).ready;
    expect(framesIn(document)).toEqual([iframe]);
  });

  it('tells a card that was given it why it may not be', async () => {
    const { preloading } = await preloaded({
      async configure() {
        throw new CheckoutError(errorData('COMPANY_BLOCKED', 'no charges now'));
      },
    });
    const element = preloading.mountCardElement('#card', CARD);
    await expect(element.ready).rejects.toMatchObject({ code: 'COMPANY_BLOCKED' });
    expect(framesIn(document)).toEqual([]);
  });

  it('tells a card that was given it when it is lost', async () => {
    const { preloading, side } = await preloaded();
    const element = preloading.mountCardElement('#card', CARD);
    const lost: unknown[] = [];
    element.on('loaderror', ({ code }) => lost.push(code));
    await element.ready;
    await side.notify({ type: 'change', state: { ...EMPTY_CARD, empty: false } });
    side.notify({ type: 'bye' }).catch(() => undefined);
    await vi.waitFor(() => expect(lost).toEqual(['FRAME_LOST']), { interval: 1 });
    expect(framesIn(document)).toEqual([]);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof preloaded>>) => unknown]>([
    ['is older than five minutes', () => vi.spyOn(performance, 'now').mockReturnValue(9e9)],
    ['said good-bye', ({ side }) => void side.notify({ type: 'bye' }).catch(() => undefined)],
    ['was taken out of the page', ({ iframe }) => iframe.remove()],
    ['cannot be moved', () => Reflect.deleteProperty(Element.prototype, 'moveBefore')],
  ])('gives no frame that %s', async (_what, spoil) => {
    const given = await preloaded();
    await spoil(given);
    await turn();
    const element = given.preloading.mountCardElement('#card', CARD);
    await turn();
    const [iframe] = framesIn(document.querySelector('#card')!);
    expect(iframe?.src).not.toBe('');
    come(iframe!);
    await element.ready;
    expect(framesIn(document)).toEqual([iframe]);
    expect([iframe?.style.visibility, iframe?.style.position]).toEqual(['', '']);
  });

  it('is over with the first card that is there', async () => {
    const preloading = preload();
    const element = preloading.mountCardElement('#card', CARD);
    await turn();
    expect(unseen()).toHaveLength(1);
    come(document.querySelector<HTMLIFrameElement>('#card iframe')!);
    await element.ready;
    expect(unseen()).toEqual([]);
  });

  it('is over with a card that does not come', async () => {
    const preloading = preload();
    const element = preloading.mountCardElement('#nowhere', CARD);
    await expect(element.ready).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
    expect(unseen()).toEqual([]);
  });

  it('is over with a card that was given it and does not come', async () => {
    const { preloading } = await preloaded();
    const element = preloading.mountCardElement('#nowhere', CARD);
    await expect(element.ready).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
    expect(framesIn(document)).toEqual([]);
  });

  it('does not begin after a card was mounted, or the client destroyed', () => {
    const mounting = init({ ...ACCOUNT, preload: true });
    mounting.mountCardElement('#card', CARD);
    const ending = init({ ...ACCOUNT, preload: true });
    ending.destroy();
    expect(idle).toHaveLength(2);
    for (const callback of idle) callback();
    expect(unseen()).toEqual([]);
    mounting.destroy();
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

  it.each([
    ['tokens', refused(400, 'INVALID_DATA'), 'INVALID_DATA'],
    ['tokens', new TypeError('no'), 'NETWORK'],
    ['config', refused(401, 'UNAUTHORIZED'), 'UNAUTHORIZED'],
    ['config', { status: 200, body: { ...CONFIG, paymentMethods: [] } }, 'METHOD_NOT_ENABLED'],
  ] as const)('rejects where %s fails (%#) by a code, with no card', async (path, answer, code) => {
    answers[path] = answer;
    const error: CheckoutError = await client.prepareCardPayment(INPUT).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CheckoutError);
    expect(error).toMatchObject({ code, userMessage: expect.stringMatching(/./) });
    const told = [error.message, error.stack, JSON.stringify(error.details), String(error.cause)];
    expect(told.join()).not.toMatch(/4111|937|Ana/);
  });

  it.each([undefined, null, {}, { ...INPUT, card: null }])(
    'rejects the input %j with a CheckoutError and sends no card',
    async (input) => {
      const prepared = client.prepareCardPayment(input as unknown as typeof INPUT);
      await expect(prepared).rejects.toBeInstanceOf(CheckoutError);
      expect(pathsSent()).not.toContain('tokens');
    },
  );
});

describe('an option that nobody knows', () => {
  const colour = { amount: 1, referenceId: 'order-1', colour: 'red' };
  let warn: Mock<Console['warn']>;

  beforeEach(() => {
    warn = vi.spyOn(window.console, 'warn').mockImplementation(() => undefined);
  });

  async function frameIsReady(element: CardElement): Promise<void> {
    await turn();
    const iframe = document.querySelector<HTMLIFrameElement>('#card iframe')!;
    connectFrameSide<CardCalls, CardEvent>(iframe, GOOD_CARD_FRAME);
    await element.ready;
  }
  function warnings() {
    return warn.mock.calls.map(([text]) => text);
  }

  it('is named once the card can be typed, that of init as well, and never earlier', async () => {
    const mistaken = init({ ...ACCOUNT, local: 'en' } as InitOptions);
    onTestFinished(() => mistaken.destroy());
    const element = mistaken.mountCardElement('#card', colour);
    let isReady = false;
    element.on('ready', () => {
      isReady = true;
    });
    warn.mockImplementation(() => expect(isReady).toBe(true));
    await frameIsReady(element);
    await vi.waitUntil(() => warn.mock.calls.length === 2, { interval: 1, timeout: 30_000 });
    expect(warnings()).toEqual([
      'checkout: init: there is no option local: did you mean locale?',
      'checkout: mountCardElement: there is no option colour',
    ]);
  });

  it('is named where the card never comes', async () => {
    const element = client.mountCardElement('#card', {
      ...colour,
      colour: 'blue',
    } as typeof colour);
    await turn();
    element.unmount();
    await vi.waitUntil(() => warn.mock.calls.length === 1, { interval: 1, timeout: 30_000 });
    expect(warnings()).toEqual(['checkout: mountCardElement: there is no option colour']);
  });

  it('is named of a PIX, also where that is refused', async () => {
    const options = { payment: { id: 'pay_1' } } as unknown as PixElementOptions;
    await expect(client.mountPixElement('#other', options)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(warnings()).toEqual(['checkout: mountPixElement: there is no option payment']);
  });

  it('is not found among those that are documented', async () => {
    const all = init({ ...ACCOUNT, locale: 'es-AR', logger: () => undefined });
    onTestFinished(() => all.destroy());
    const element = all.mountCardElement('#card', {
      ...{ amount: 1, referenceId: 'order-1', installments: 1, maxInstallments: 1, locale: 'en' },
      ...{ appearance: {}, layout: 'row', labels: {}, placeholders: {}, brands: [] },
      ...{ onResult: () => undefined, onError: () => undefined },
    });
    await frameIsReady(element);
    await all.getConfig();
    expect(warnings()).toEqual([]);
  });
});

describe('destroy', () => {
  it('ends every element and leaves no frame', async () => {
    const one = client.mountCardElement('#card', { amount: 1, referenceId: 'order-1' });
    const other = client.mountCardElement('#other', { amount: 1, referenceId: 'order-2' });
    await turn();
    const iframe = document.querySelector<HTMLIFrameElement>('#card iframe')!;
    connectFrameSide<CardCalls, CardEvent>(iframe, GOOD_CARD_FRAME);
    await one.ready;
    client.destroy();
    await expect(one.submit()).rejects.toMatchObject({ code: 'DESTROYED' });
    await expect(other.ready).rejects.toMatchObject({ code: 'DESTROYED' });
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
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
    const other = init(ACCOUNT);
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
    const next = init(ACCOUNT);
    next.mountCardElement('#card', { amount: 1, referenceId: 'order-1' });
    await turn();
    expect(document.querySelectorAll('#card iframe')).toHaveLength(1);
    next.destroy();
  });
});
