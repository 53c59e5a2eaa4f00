import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { CardCalls, CardEvent } from '../../contract/frame/card-calls.ts';
import type { Handlers } from '../../contract/frame/channel.ts';
import { PENDING } from '../card-flow/config.cases.ts';
import {
  ACCOUNT,
  askedOf,
  connectFrameSide,
  countListeners,
  EMPTY_CARD,
  GOOD_CARD_FRAME,
  installFrameWindows,
} from '../frame/frame-side.cases.ts';
import type { CardElement, CardElementOptions, CheckoutClient } from '../index.ts';
import { init } from '../index.ts';
import { toCardOptions } from './card-element-options.ts';

const OPTIONS: CardElementOptions = { amount: 15_990, referenceId: 'order-1' };
/** What a frame is told of them. */
const CONFIGURED = {
  ...OPTIONS,
  ...{ installments: 1, maxInstallments: 1, locale: 'pt-BR', appearance: { theme: 'light' } },
};
const PREPARED = {
  payinCard: { token: 'tok_1', installments: 2 },
  antifraud: { skipped: false, sessionId: 'afs_1' },
  card: { token: 'tok_1', brand: 'visa', last4: '1111' },
  threeDS: { skipped: true, status: null },
};

let onWindow: ReturnType<typeof countListeners>;
let client: CheckoutClient;

beforeEach(() => {
  document.body.innerHTML = '<div id="card"></div><div id="other"></div>';
  installFrameWindows();
  onWindow = countListeners(window);
  client = init(ACCOUNT);
});

afterEach(() => {
  client.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(onWindow.listening()).toBe(0);
});

/** One turn of the event loop: promises have settled, sent messages have arrived. */
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}
function iframeIn(selector: string) {
  return document.querySelector<HTMLIFrameElement>(`${selector} iframe`);
}

/** Mounts an element whose frame has come; a test spoils a call of the frame. */
async function mount(
  spoilt: Partial<Handlers<CardCalls>> = {},
  options: object = {},
  answer?: unknown,
) {
  const asked: { [name in keyof CardCalls]?: unknown[] } = {};
  const handlers = { ...GOOD_CARD_FRAME, ...spoilt };
  const element = client.mountCardElement('#card', { ...OPTIONS, ...options });
  await turn();
  const iframe = iframeIn('#card')!;
  const kept = (name: keyof CardCalls, handler: (argument: never) => unknown) => [
    name,
    async (argument: never) => {
      asked[name] = [...(asked[name] ?? []), argument];
      return handler(argument);
    },
  ];
  const entries = Object.entries(handlers) as [keyof CardCalls, (argument: never) => unknown][];
  const served = Object.fromEntries(entries.map(([name, handler]) => kept(name, handler)));
  const side = connectFrameSide<CardCalls, CardEvent>(
    iframe,
    served as Handlers<CardCalls>,
    answer,
  );
  return { element, iframe, side, asked };
}

/** The frame that is there anew after a loss, and answers; what it is configured with. */
async function comeAgain(): Promise<unknown[]> {
  await vi.waitFor(() => expect(iframeIn('#card')).not.toBeNull(), { interval: 1 });
  await turn();
  const asked: unknown[] = [];
  connectFrameSide<CardCalls, CardEvent>(iframeIn('#card')!, {
    ...GOOD_CARD_FRAME,
    configure: async (given) => {
      asked.push(given);
      return GOOD_CARD_FRAME.configure(given);
    },
  });
  return asked;
}

/** Everything an element tells, in order. */
function hear(element: CardElement) {
  const heard: unknown[] = [];
  for (const name of ['ready', 'change', 'focus', 'blur', 'error', 'loaderror'] as const) {
    element.on(name, (event) =>
      heard.push(event instanceof Error ? [name, event.code] : [name, event]),
    );
  }
  return heard;
}

function refused(code: 'INVALID_CARD' | 'NETWORK' | 'INTERNAL', details = {}) {
  return async () => {
    throw new CheckoutError(errorData(code, 'said the frame', details));
  };
}

describe('mounting', () => {
  it('puts one iframe into the node at once and is ready when the frame says so', async () => {
    const { element, iframe, asked } = await mount();
    const heard = hear(element);
    await element.ready;
    expect(document.querySelector('#card')!.children).toHaveLength(1);
    expect(iframe.style.height).toBe('322px');
    expect(iframe.title).toBe('Dados do cartão');
    expect(heard).toEqual([['ready', undefined]]);
    expect(asked.configure).toEqual([CONFIGURED]);
  });

  it('asks in the address, and is ready by the greeting that answers it', async () => {
    const value = { height: 300, state: EMPTY_CARD, flow: null };
    const { element, iframe, asked } = await mount({}, {}, { ok: true, value });
    await element.ready;
    expect(askedOf(iframe)).toEqual(CONFIGURED);
    expect(iframe.style.height).toBe('300px');
    expect(asked.configure).toBeUndefined();
    // What comes after the greeting is asked as ever.
    expect((await element.submit()).payinCard.token).toBe('tok_1');
  });

  it('rejects by a greeting that refuses what was asked', async () => {
    const error = errorData('METHOD_NOT_ENABLED', 'no cards', { phase: 'config' });
    const { element, asked } = await mount({}, {}, { ok: false, error });
    await expect(element.ready).rejects.toMatchObject({
      code: 'METHOD_NOT_ENABLED',
      details: { phase: 'config' },
    });
    expect(asked.configure).toBeUndefined();
  });

  it.each([
    ['a function’s own object', new Map([['ok', true]])],
    ['a prototype key', JSON.parse('{"ok":true,"value":{"__proto__":{}}}')],
    ['an endless text', { ok: true, value: 'x'.repeat(70_000) }],
  ])('asks by the channel where the greeting answers %s', async (_what, answer) => {
    const { element, asked } = await mount({}, {}, answer);
    await element.ready;
    expect(asked.configure).toHaveLength(1);
  });

  it('writes no token of a card on file into the address', async () => {
    const options = { fields: ['cvv'], token: 'tok_saved', card: { brand: 'visa', last4: '1111' } };
    const { element, iframe, asked } = await mount({}, options);
    await element.ready;
    expect(iframe.src).not.toContain('tok_saved');
    expect(askedOf(iframe)).toBeNull();
    expect(asked.configure).toMatchObject([options]);
  });

  it('passes looks and words on as they are, for the frame to read', async () => {
    const look = {
      layout: 'line',
      labels: { cvv: 'Código' },
      placeholders: { cvv: '' },
      appearance: { theme: 'dark', variables: { colorText: 'red' }, rules: { '.Label': {} } },
    } as const;
    const { element, iframe, asked } = await mount({}, look);
    await element.ready;
    expect(asked.configure).toMatchObject([look]);
    expect(iframe.src).toMatch(/[#&]theme=dark&layout=line/);
    await element.update({ labels: {}, layout: 'row' });
    expect(asked.update).toMatchObject([
      { labels: {}, layout: 'row', appearance: look.appearance },
    ]);
  });

  it.each([
    ['no options', undefined, 'amount'],
    ['no amount', { referenceId: 'order-1' }, 'amount'],
    ['an amount in reais', { ...OPTIONS, amount: 159.9 }, 'amount'],
    ['an amount as text', { ...OPTIONS, amount: '15990' }, 'amount'],
    ['an amount of nothing', { ...OPTIONS, amount: 0 }, 'amount'],
    ['a negative amount', { ...OPTIONS, amount: -1 }, 'amount'],
    ['no reference', { amount: 15_990 }, 'referenceId'],
    ['an empty reference', { ...OPTIONS, referenceId: ' ' }, 'referenceId'],
    ['a reference that is a number', { ...OPTIONS, referenceId: 7 }, 'referenceId'],
    ['a result that nobody can be told', { ...OPTIONS, onResult: 'pay' }, 'onResult'],
    ['an error that nobody can be told', { ...OPTIONS, onError: {} }, 'onError'],
  ])('throws for %s and leaves the node free', (_what, options, field) => {
    expect(() => client.mountCardElement('#card', options as CardElementOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field } }),
    );
    expect(iframeIn('#card')).toBeNull();
    expect(() => client.mountCardElement('#card', OPTIONS)).not.toThrow();
  });

  it('tells of a node that is not there', async () => {
    const onError = vi.fn();
    const element = client.mountCardElement('#absent', { ...OPTIONS, onError });
    const heard = hear(element);
    await expect(element.ready).rejects.toMatchObject({ code: 'CONTAINER_NOT_FOUND' });
    expect(heard).toEqual([
      ['loaderror', 'CONTAINER_NOT_FOUND'],
      ['error', 'CONTAINER_NOT_FOUND'],
    ]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(CheckoutError));
  });

  it('lets the node be mounted anew after an unmount', async () => {
    const first = await mount();
    await first.element.ready;
    first.element.unmount();
    const second = await mount();
    await second.element.ready;
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('tells no readiness where the frame refuses its options', async () => {
    const { element } = await mount({ configure: refused('INTERNAL') });
    const heard = hear(element);
    await expect(element.ready).rejects.toMatchObject({
      code: 'INTERNAL',
      details: { phase: 'configure' },
      userMessage: expect.stringContaining('Tente de novo'),
    });
    expect(heard).toEqual([
      ['loaderror', 'INTERNAL'],
      ['error', 'INTERNAL'],
    ]);
    expect(iframeIn('#card')).toBeNull();
  });

  it('that came to nothing is tried once more, with what was changed since', async () => {
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const element = client.mountCardElement('#card', OPTIONS);
    const heard = hear(element);
    const failed = element.ready.catch((error) => error.code);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await failed).toBe('FRAME_UNAVAILABLE');
    vi.useRealTimers();
    const update = element.update({ amount: 500, layout: undefined });
    await expect(update).rejects.toMatchObject({ code: 'FRAME_UNAVAILABLE' });
    expect(element.amount).toBe(500);

    document.querySelector<HTMLButtonElement>('#card button')!.click();
    await turn();
    const asked: unknown[] = [];
    const configure = async (argument: CardCalls['configure']['argument']) => {
      asked.push(argument);
      return GOOD_CARD_FRAME.configure(argument);
    };
    connectFrameSide<CardCalls, CardEvent>(iframeIn('#card')!, { ...GOOD_CARD_FRAME, configure });
    await element.ready;
    expect(asked).toMatchObject([{ amount: 500, referenceId: 'order-1' }]);
    expect(heard).toEqual([
      ['loaderror', 'FRAME_UNAVAILABLE'],
      ['error', 'FRAME_UNAVAILABLE'],
      ['ready', undefined],
    ]);
    expect(document.querySelector('#card')!.children).toHaveLength(1);
    expect(await element.submit()).toEqual(PREPARED);
  });

  it('that came to nothing lets the buyer go through a challenge, which needs no field', async () => {
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const element = client.mountCardElement('#card', OPTIONS);
    await vi.advanceTimersByTimeAsync(7_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(iframeIn('#card')).toBeNull(), { interval: 1 });
    const ended = element.handlePendingThreeDS({ id: 'pay_1', ...PENDING }).catch(() => undefined);
    const hosted = () => document.querySelector('iframe[src*="/hosted"]');
    await vi.waitFor(() => expect(hosted()).not.toBeNull(), { interval: 1, timeout: 30_000 });
    element.unmount();
    await ended;
    client.destroy();
    await vi.waitFor(() => expect(hosted()).toBeNull(), { interval: 1, timeout: 30_000 });
  });

  it('that came to nothing leaves nothing behind once it is unmounted', async () => {
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const element = client.mountCardElement('#card', OPTIONS);
    await vi.advanceTimersByTimeAsync(7_000);
    vi.useRealTimers();
    const offered = () => expect(document.querySelector('#card button')).not.toBeNull();
    await vi.waitFor(offered, { interval: 1, timeout: 30_000 });
    element.unmount();
    await turn();
    expect(document.querySelector('#card')!.children).toHaveLength(0);
    await expect(element.submit()).rejects.toMatchObject({ code: 'FRAME_UNAVAILABLE' });
  });

  it('is not offered again where another try changes nothing', async () => {
    await mount({ configure: refused('INTERNAL') });
    await turn();
    expect(document.querySelector('#card button')).toBeNull();
  });

  it('unmounted before its document was parsed makes no frame', async () => {
    const element = client.mountCardElement('#card', OPTIONS);
    element.unmount();
    await expect(element.ready).rejects.toMatchObject({ code: 'DESTROYED' });
    expect(iframeIn('#card')).toBeNull();
  });

  it('unmounted during the handshake rejects and tells no error', async () => {
    const onError = vi.fn();
    const element = client.mountCardElement('#card', { ...OPTIONS, onError });
    const heard = hear(element);
    await turn();
    element.unmount();
    await expect(element.ready).rejects.toMatchObject({ code: 'DESTROYED' });
    expect(heard).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('events of the frame', () => {
  it('reach their handlers and never hold a digit', async () => {
    const { element, side } = await mount();
    await element.ready;
    const heard = hear(element);
    const state = { ...EMPTY_CARD, brand: 'visa' };
    await side.notify({ type: 'focus', field: 'number' });
    await side.notify({ type: 'change', state });
    await side.notify({ type: 'blur', field: 'number' });
    expect(heard).toEqual([
      ['focus', { field: 'number' }],
      ['change', state],
      ['blur', { field: 'number' }],
    ]);
  });

  it('tell that the focus was taken while the buyer typed', async () => {
    const { element, side } = await mount();
    await element.ready;
    const heard = hear(element);
    await side.notify({ type: 'blur', field: 'number', taken: true });
    expect(heard).toEqual([['blur', { field: 'number', taken: true }]]);
  });

  it.each([
    [0, '322px'],
    [-5, '322px'],
    ['9999px', '322px'],
    [99.2, '100px'],
  ])(
    'with the height %s leave the iframe at %s',
    async (height, expected) => {
      const { element, iframe, side } = await mount();
      await element.ready;
      await side.notify({ type: 'resize', height } as CardEvent).catch(() => undefined);
      expect(iframe.style.height).toBe(expected);
    },
    7_000,
  );

  it('that this release does not know are passed over', async () => {
    const { element, side } = await mount();
    await element.ready;
    const heard = hear(element);
    await side.notify({ type: 'sparkle' } as unknown as CardEvent);
    expect(heard).toEqual([]);
  });

  it('submit at Enter, unless the page prevents that', async () => {
    const { element, side, asked } = await mount();
    await element.ready;
    const stop = element.on('submit', (event) => event.preventDefault());
    await side.notify({ type: 'submit' });
    await turn();
    expect(asked.submit).toBeUndefined();
    stop();
    await side.notify({ type: 'submit' });
    await element.submit();
    expect(asked.submit).toHaveLength(1);
  });
});

describe('submitting', () => {
  it('resolves with the prepared card and gives it to onResult', async () => {
    const onResult = vi.fn();
    const { element } = await mount({}, { onResult });
    expect(await element.submit()).toEqual(PREPARED);
    expect(onResult).toHaveBeenCalledExactlyOnceWith(PREPARED);
  });

  it('twenty times quickly is one request, one promise; after the end a new one', async () => {
    const onResult = vi.fn();
    const { element, asked } = await mount({}, { onResult });
    const submits = Array.from({ length: 20 }, () => element.submit());
    await Promise.all(submits);
    expect(new Set(submits).size).toBe(1);
    expect(asked.submit).toEqual([{}]);
    expect(onResult).toHaveBeenCalledOnce();
    await element.submit();
    expect(asked.submit).toHaveLength(2);
  });

  it('names the fields that the buyer has to correct, and can be done again', async () => {
    const fields = [{ field: 'cvv', problem: 'required' }];
    const onError = vi.fn();
    const onResult = vi.fn();
    const answers = [refused('INVALID_CARD', { fields }), GOOD_CARD_FRAME.submit];
    const { element } = await mount({ submit: () => answers.shift()!({}) }, { onError, onResult });
    const heard = hear(element);
    await expect(element.submit()).rejects.toMatchObject({
      name: 'CheckoutError',
      code: 'INVALID_CARD',
      type: 'customer',
      retryable: true,
      userMessage: 'Confira os dados do cartão e tente de novo.',
      details: { fields },
    });
    expect(onError).toHaveBeenCalledOnce();
    expect(onResult).not.toHaveBeenCalled();
    expect(heard).toEqual([
      ['ready', undefined],
      ['error', 'INVALID_CARD'],
    ]);
    expect(await element.submit()).toEqual(PREPARED);
  });

  it('tells nothing of an error that the frame did not mean to throw', async () => {
    const broken = new Error('4111111111111111 is broken');
    const { element } = await mount({ submit: () => Promise.reject(broken) });
    const error = await element.submit().catch((thrown) => thrown);
    expect(error.code).toBe('INTERNAL');
    expect(`${error.message}${JSON.stringify(error.details)}${error.cause}`).not.toContain('4111');
  });

  it('aborted on its way ends the work in the frame', async () => {
    const { element, asked } = await mount({ submit: () => new Promise(() => undefined) });
    await element.ready;
    const controller = new AbortController();
    const submit = element.submit({ signal: controller.signal });
    await turn();
    controller.abort();
    await expect(submit).rejects.toMatchObject({ code: 'ABORTED', details: { phase: 'submit' } });
    await vi.waitFor(() => expect(asked.cancel).toEqual([{}]), { interval: 1, timeout: 30_000 });
  });

  it('without an answer is TIMEOUT after twenty seconds', async () => {
    const { element } = await mount({ submit: () => new Promise(() => undefined) });
    await element.ready;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const submit = expect(element.submit()).rejects.toMatchObject({ code: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(20_000);
    await submit;
  });

  it('leaves no rejection unhandled where the page uses the callbacks alone', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { element } = await mount({ submit: refused('NETWORK') });
    element.submit();
    element.submit();
    await element.submit().catch(() => undefined);
    await turn();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([
    ['onResult', {}, 'tok_1'],
    ['onError', { submit: refused('NETWORK') }, 'NETWORK'],
  ])('is not disturbed by a throwing %s', async (name, spoilt, expected) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const callback = () => {
      throw new Error('of the merchant');
    };
    const { element } = await mount(spoilt, { [name]: callback });
    const told = element.submit().then(
      ({ payinCard }) => payinCard.token,
      ({ code }) => code,
    );
    expect(await told).toBe(expected);
    // Their error goes where their uncaught errors go, in a turn of its own.
    expect(() => vi.runOnlyPendingTimers()).toThrow('of the merchant');
  });
});

describe('what the element is told of a payment', () => {
  it('reaches the frame as one word where it decides something, and nothing else does', async () => {
    const { element, asked } = await mount();
    await element.conclude({ id: 'pay_1', status: 'PENDING' });
    await element.conclude({ id: 'pay_1', status: 'APPROVED', amount: 15_990 });
    await element.conclude({ error: { code: 'INVALID_CVV' } });
    expect(asked.conclude).toEqual([{ outcome: 'approved' }, { outcome: 'cvv' }]);
  });

  it('of a payin without a challenge is told by handlePendingThreeDS as well', async () => {
    const { element, asked } = await mount();
    const told = await element.handlePendingThreeDS({ id: 'pay_1', status: 'REFUSED' });
    expect(told.threeDS.skipped).toBe(true);
    expect(asked.conclude).toEqual([{ outcome: 'refused' }]);
  });

  it('after its end disturbs nobody', async () => {
    const { element } = await mount();
    await element.ready;
    element.unmount();
    await expect(element.conclude({ status: 'APPROVED' })).resolves.toBeNull();
  });
});

describe('small calls', () => {
  it.each([undefined, null, 'pay'])('refuses %j as a handler at once', async (handler) => {
    const { element } = await mount();
    expect(() => element.on('ready', handler as unknown as () => void)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field: 'handler' } }),
    );
  });

  it('tells the frame a maximum as it was given, and the plan alone as one', async () => {
    for (const [given, maxInstallments] of [
      [{ maxInstallments: 0 }, 0],
      [{ installments: 4, maxInstallments: 3 }, 3],
      [{ installments: 4 }, 4],
      [{}, 1],
    ] as const) {
      const options = { ...OPTIONS, ...given };
      expect(toCardOptions(options, 'pt-BR')).toMatchObject({ maxInstallments });
    }
  });

  it('reach the frame with what they carry', async () => {
    const { element, iframe, asked } = await mount();
    await element.update({ amount: 20_000, locale: 'en-US', appearance: { theme: 'dark' } });
    await element.focus('cvv');
    await element.focus();
    await element.clear();
    expect(asked.update).toEqual([{ amount: 20_000, locale: 'en', appearance: { theme: 'dark' } }]);
    expect(asked.focus).toEqual([{ field: 'cvv' }, {}]);
    expect(asked.clear).toEqual([{}]);
    expect(iframe.title).toBe('Card details');
    expect(iframe.style.colorScheme).toBe('dark');
    expect(iframe.style.height).toBe('400px');
  });

  it('tells what is paid with the card: as mounted, and as an update said, at once', async () => {
    const { element } = await mount();
    expect([element.amount, element.referenceId]).toEqual([15_990, 'order-1']);
    const updating = element.update({ amount: 20_000 });
    expect([element.amount, element.referenceId]).toEqual([20_000, 'order-1']);
    await updating;
    await element.update({ referenceId: 'order-2' });
    expect([element.amount, element.referenceId]).toEqual([20_000, 'order-2']);
  });

  it('tells what was paid before where the frame refuses an update', async () => {
    const { element } = await mount({ update: refused('NETWORK') });
    await element.update({ amount: 0.5 }).catch(() => undefined);
    expect(element.amount).toBe(15_990);
  });

  it.each(['update', 'focus', 'clear'] as const)('%s rejects by the code given', async (name) => {
    const { element } = await mount({ [name]: refused('NETWORK') });
    const call = name === 'update' ? element.update({ amount: 1 }) : element[name]();
    await expect(call).rejects.toMatchObject({ code: 'NETWORK', userMessage: expect.any(String) });
  });
});

describe('the end', () => {
  it('by unmount rejects what is pending with DESTROYED', async () => {
    const { element } = await mount({ submit: () => new Promise(() => undefined) });
    await element.ready;
    const submit = element.submit();
    await turn();
    element.unmount();
    element.unmount();
    await expect(submit).rejects.toMatchObject({ code: 'DESTROYED' });
  });

  it.each([
    ['submit', (element: CardElement) => element.submit()],
    ['update', (element: CardElement) => element.update({ amount: 1 })],
    ['focus', (element: CardElement) => element.focus()],
    ['clear', (element: CardElement) => element.clear()],
  ])('lets %s reject with DESTROYED ever after', async (_name, call) => {
    const { element } = await mount();
    await element.ready;
    element.destroy();
    await expect(call(element)).rejects.toMatchObject({ code: 'DESTROYED' });
  });

  it('by destroy drops every handler', async () => {
    const { element } = await mount({ submit: () => new Promise(() => undefined) });
    await element.ready;
    const heard = hear(element);
    const submit = element.submit();
    element.destroy();
    await submit.catch(() => undefined);
    expect(heard).toEqual([]);
  });

  const LOSSES = [
    ['a second load', ({ iframe }) => [1, 2].map(() => iframe.dispatchEvent(new Event('load')))],
    ['its last word', ({ side }) => side.notify({ type: 'bye' }).catch(() => undefined)],
  ] satisfies [string, (lost: Awaited<ReturnType<typeof mount>>) => unknown][];

  it.each(LOSSES)('by %s of a frame that was typed in is FRAME_LOST', async (_how, lose) => {
    const mounted = await mount();
    const { element, side } = mounted;
    await element.ready;
    await side.notify({ type: 'change', state: { ...EMPTY_CARD, empty: false } });
    const heard = hear(element);
    lose(mounted);
    await vi.waitFor(() => expect(heard).toHaveLength(2), { interval: 1, timeout: 30_000 });
    expect(heard.map(String)).toEqual(['loaderror,FRAME_LOST', 'error,FRAME_LOST']);
    await expect(element.submit()).rejects.toMatchObject({ code: 'FRAME_LOST' });
    // The buyer may have it come again.
    document.querySelector<HTMLButtonElement>('#card button')?.click();
    await turn();
    connectFrameSide<CardCalls, CardEvent>(iframeIn('#card')!, GOOD_CARD_FRAME);
    await element.ready;
    expect(await element.submit()).toEqual(PREPARED);
  });

  it.each(LOSSES)(
    'by %s of a frame nobody has typed in is none: it comes again',
    async (_, lose) => {
      const mounted = await mount({}, { maxInstallments: 3 });
      const { element } = mounted;
      await element.ready;
      await element.update({ amount: 30_000 });
      const heard = hear(element);
      lose(mounted);
      const asked = await comeAgain();
      await element.ready;
      expect(heard).toEqual([['ready', undefined]]);
      expect(asked).toMatchObject([{ amount: 30_000, maxInstallments: 3 }]);
      expect(await element.submit()).toEqual(PREPARED);
    },
  );

  it('found by two calls at once comes again all the same', async () => {
    const { element, iframe } = await mount();
    await element.ready;
    const heard = hear(element);
    iframe.remove();
    const calls = Promise.all([element.update({ amount: 20_000 }), element.focus('cvv')]);
    await turn();
    connectFrameSide<CardCalls, CardEvent>(iframeIn('#card')!, GOOD_CARD_FRAME);
    await calls;
    expect(heard).toEqual([['ready', undefined]]);
  });

  it('over an update is none: it comes again with what was changed', async () => {
    const { element, side } = await mount({ update: () => new Promise(() => undefined) });
    await element.ready;
    const updating = element.update({ amount: 20_000 });
    await turn();
    side.notify({ type: 'bye' }).catch(() => undefined);
    const asked = await comeAgain();
    await updating;
    expect([asked, element.amount]).toMatchObject([[{ amount: 20_000 }], 20_000]);
  });

  it('of a frame in which a plan alone was chosen is told, since that is lost', async () => {
    const { element, side } = await mount({}, { maxInstallments: 3 });
    await element.ready;
    await side.notify({ type: 'change', state: { ...EMPTY_CARD, installments: 3 } });
    const heard = hear(element);
    side.notify({ type: 'bye' }).catch(() => undefined);
    await vi.waitFor(() => expect(heard).toHaveLength(2), { interval: 1, timeout: 30_000 });
    expect(heard.map(String)).toEqual(['loaderror,FRAME_LOST', 'error,FRAME_LOST']);
  });

  it('of a frame whose container is out of the page is told, typed in or not', async () => {
    const mounted = await mount();
    await mounted.element.ready;
    const heard = hear(mounted.element);
    document.querySelector('#card')?.remove();
    mounted.side.notify({ type: 'bye' }).catch(() => undefined);
    await vi.waitFor(() => expect(heard).toHaveLength(2), { interval: 1, timeout: 30_000 });
    expect(heard.map(String)).toEqual(['loaderror,FRAME_LOST', 'error,FRAME_LOST']);
  });

  it.each([
    ['a second load', (iframe: HTMLIFrameElement) => iframe.dispatchEvent(new Event('load'))],
    ['a page that took the iframe away', (iframe: HTMLIFrameElement) => iframe.remove()],
  ])('by %s is told to onError once, also while a submit runs', async (_how, lose) => {
    const onError = vi.fn();
    const { element, iframe } = await mount(
      { submit: () => new Promise(() => undefined) },
      { onError },
    );
    await element.ready;
    lose(iframe);
    const submit = element.submit();
    lose(iframe);
    await expect(submit).rejects.toMatchObject({ code: 'FRAME_LOST' });
    expect(onError).toHaveBeenCalledOnce();
  });

  it('stops to follow the theme of the system', async () => {
    const query = new EventTarget();
    const listeners = countListeners(query);
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as MediaQueryList);
    const { element } = await mount({}, { appearance: { theme: 'auto' } });
    await element.ready;
    expect(listeners.listening()).toBe(1);
    element.unmount();
    expect(listeners.listening()).toBe(0);
  });
});
