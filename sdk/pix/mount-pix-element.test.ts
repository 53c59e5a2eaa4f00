import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { Handlers } from '../../contract/frame/channel.ts';
import type { PixCalls, PixEvent } from '../../contract/frame/pix-calls.ts';
import {
  ACCOUNT,
  connectFrameSide,
  countListeners,
  installFrameWindows,
} from '../frame/frame-side.cases.ts';
import type { CheckoutClient, PixElementOptions } from '../index.ts';
import { init } from '../index.ts';

const PAYIN = {
  id: 'pay_1',
  paymentMethod: 'PIX',
  amount: 1,
  pix: { qrcode: 'drawn by nobody', viewToken: 'pvt_1' },
};

const GOOD_FRAME: Handlers<PixCalls> = {
  configure: async () => ({ height: 400.2, status: 'PENDING' }),
  update: async () => ({ height: 410 }),
};

let onWindow: ReturnType<typeof countListeners>;
let client: CheckoutClient;

beforeEach(() => {
  document.body.innerHTML = '<div id="pix"></div><div id="other"></div>';
  installFrameWindows();
  onWindow = countListeners(window);
  client = init(ACCOUNT);
});

afterEach(async () => {
  client.destroy();
  await turn();
  vi.restoreAllMocks();
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(onWindow.listening()).toBe(0);
});

function turn() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The two chunks are loaded when first asked for, which a busy machine takes its time for. */
function frameInPage() {
  return vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull(), {
    timeout: 60_000,
  });
}

/** Waits until the frame is in the page, and answers as the frame does. */
async function answerAsFrame(spoilt: Partial<Handlers<PixCalls>> = {}) {
  const asked: { [name: string]: unknown[] } = { configure: [], update: [] };
  await frameInPage();
  const iframe = document.querySelector('iframe')!;
  const good = { ...GOOD_FRAME, ...spoilt };
  const side = connectFrameSide<PixCalls, PixEvent>(iframe, {
    configure: (argument) => {
      asked.configure?.push(argument);
      return good.configure(argument);
    },
    update: (argument) => {
      asked.update?.push(argument);
      return good.update(argument);
    },
  });
  return { iframe, side, asked };
}

async function mount(
  options: Partial<PixElementOptions> = {},
  spoilt: Partial<Handlers<PixCalls>> = {},
) {
  const heard: unknown[] = [];
  const mounting = client.mountPixElement('#pix', {
    payin: PAYIN,
    onPaid: (end) => heard.push(['onPaid', end]),
    onExpired: (end) => heard.push(['onExpired', end]),
    onError: (error) => heard.push(['onError', error.code]),
    ...options,
  });
  const frame = await answerAsFrame(spoilt);
  return { ...frame, heard, element: await mounting };
}

async function refusal(mounting: Promise<unknown>) {
  const error = await mounting.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CheckoutError)) throw new Error('it was not refused');
  return error;
}

describe('mountPixElement', () => {
  it('gives the frame the view token, the language and the look, and nothing else', async () => {
    const { asked, iframe } = await mount({ locale: 'es-AR', appearance: { theme: 'dark' } });
    expect(asked.configure).toEqual([
      { viewToken: 'pvt_1', locale: 'es', appearance: { theme: 'dark' } },
    ]);
    expect(new URL(iframe.src).pathname).toBe('/pix');
    expect(iframe.src).not.toContain('pvt_1');
  });

  it('shows a frame with a name, that may write to the clipboard, as high as it says', async () => {
    const { iframe } = await mount();
    expect([iframe.title, iframe.allow, iframe.style.height]).toEqual([
      'Pagamento por PIX',
      'clipboard-write',
      '401px',
    ]);
  });

  it.each([
    ['APPROVED', 'onPaid'],
    ['EXPIRED', 'onExpired'],
    ['CANCELED', 'onExpired'],
    ['REFUNDED', 'onExpired'],
  ] as const)('tells %s by %s, once', async (status, name) => {
    const { heard, side } = await mount();
    await side.notify({ type: 'ended', status });
    await side.notify({ type: 'ended', status });
    expect(heard).toEqual([[name, { payinId: 'pay_1', status }]]);
  });

  it('tells what had happened before, after the element is there', async () => {
    const { heard } = await mount(
      {},
      { configure: async () => ({ height: 90, status: 'APPROVED' }) },
    );
    await turn();
    expect(heard).toEqual([['onPaid', { payinId: 'pay_1', status: 'APPROVED' }]]);
  });

  it('changes look and language live', async () => {
    const { asked, element, iframe } = await mount();
    await element.update({ locale: 'en', appearance: { variables: { colorPrimary: '#123456' } } });
    expect(asked.update).toEqual([
      { locale: 'en', appearance: { theme: 'light', variables: { colorPrimary: '#123456' } } },
    ]);
    expect([iframe.title, iframe.style.height]).toEqual(['Payment by PIX', '410px']);
  });

  it('follows the height that the frame tells', async () => {
    const { iframe, side } = await mount();
    await side.notify({ type: 'resize', height: 120.5 });
    await side.notify({ type: 'resize', height: 0 });
    expect(iframe.style.height).toBe('121px');
  });

  it('calls nobody after it was destroyed', async () => {
    const { element, heard, side } = await mount();
    const told = side.notify({ type: 'ended', status: 'APPROVED' });
    element.destroy();
    told.catch(() => undefined);
    await turn();
    expect(heard).toEqual([]);
    expect((await refusal(element.update({}))).code).toBe('DESTROYED');
  });

  it('tells a frame that is lost with its container, and leaves the node to the next one', async () => {
    const { heard, side } = await mount();
    const node = document.querySelector('#pix')!;
    node.remove();
    side.notify({ type: 'bye' }).catch(() => undefined);
    await vi.waitFor(() => expect(heard).toEqual([['onError', 'FRAME_LOST']]), { interval: 1 });
    document.body.append(node);
    await mount();
  });

  it('comes again by itself where its container was moved, in the language it has by then', async () => {
    const { element, heard, side, iframe } = await mount();
    await element.update({ locale: 'en' });
    side.notify({ type: 'bye' }).catch(() => undefined);
    const before = iframe.src;
    await vi.waitFor(() => expect(iframe.src).not.toBe(before), { interval: 1 });
    const { asked } = await answerAsFrame({
      configure: async () => ({ height: 400, status: 'APPROVED' }),
    });
    await vi.waitFor(() => expect(heard).toMatchObject([['onPaid', {}]]), { interval: 1 });
    expect(asked.configure).toMatchObject([{ locale: 'en', viewToken: 'pvt_1' }]);
  });

  it('comes again where its container is moved once more while it comes', async () => {
    const { heard, side, iframe } = await mount();
    side.notify({ type: 'bye' }).catch(() => undefined);
    const first = iframe.src;
    await vi.waitFor(() => expect(iframe.src).not.toBe(first), { interval: 1 });
    const second = iframe.src;
    const again = await answerAsFrame({ configure: () => new Promise(() => undefined) });
    await vi.waitFor(() => expect(again.asked.configure).toHaveLength(1), { interval: 1 });
    again.side.notify({ type: 'bye' }).catch(() => undefined);
    await vi.waitFor(() => expect(iframe.src).not.toBe(second), { interval: 1 });
    await answerAsFrame({ configure: async () => ({ height: 400, status: 'APPROVED' }) });
    await vi.waitFor(() => expect(heard).toMatchObject([['onPaid', {}]]), { interval: 1 });
  });

  it('takes an update that its frame was lost over along', async () => {
    const { element, heard, side, iframe } = await mount(
      {},
      { update: () => new Promise(() => undefined) },
    );
    const updating = element.update({ locale: 'en' });
    const before = iframe.src;
    side.notify({ type: 'bye' }).catch(() => undefined);
    await updating;
    await vi.waitFor(() => expect(iframe.src).not.toBe(before), { interval: 1 });
    const { asked } = await answerAsFrame();
    await vi.waitFor(() => expect(asked.configure).toMatchObject([{ locale: 'en' }]));
    expect([iframe.title, heard]).toEqual(['Payment by PIX', []]);
  });
});

describe('a mount is refused', () => {
  it.each<[string, unknown, string]>([
    ['without a payin', undefined, 'payin'],
    ['with a text', 'pay_1', 'payin'],
    ['with a payin without an id', { pix: PAYIN.pix }, 'payin'],
    ['with a boleto', { id: 'pay_1', paymentMethod: 'BOLETO', boleto: {} }, 'payin.paymentMethod'],
    ['with a card payin', { ...PAYIN, paymentMethod: 'CREDIT_CARD' }, 'payin.paymentMethod'],
    ['without pix', { id: 'pay_1', paymentMethod: 'PIX' }, 'payin.pix.viewToken'],
    ['without its token', { ...PAYIN, pix: { qrcode: '0' } }, 'payin.pix.viewToken'],
    ['with an empty token', { ...PAYIN, pix: { viewToken: '' } }, 'payin.pix.viewToken'],
  ])('%s', async (_, payin, field) => {
    const error = await refusal(client.mountPixElement('#pix', { payin } as PixElementOptions));
    expect([error.code, error.details]).toEqual(['INVALID_ARGUMENT', { field }]);
    expect(error.message).toContain(field);
    expect(error.userMessage).not.toBe('');
  });

  it.each(['onPaid', 'onExpired', 'onError'])('where %s cannot be called', async (field) => {
    const options = { payin: PAYIN, [field]: 'thanks' } as unknown as PixElementOptions;
    const error = await refusal(client.mountPixElement('#pix', options));
    expect([error.code, error.details]).toEqual(['INVALID_ARGUMENT', { field }]);
  });

  it('where a node holds an element already', async () => {
    await mount();
    const second = client.mountPixElement('#pix', { payin: PAYIN });
    expect((await refusal(second)).code).toBe('ALREADY_MOUNTED');
    expect(document.querySelectorAll('#pix iframe')).toHaveLength(1);
  });

  it('with what the service says of the token, and leaves nothing behind', async () => {
    const mounting = client.mountPixElement('#pix', {
      payin: PAYIN,
      onError: () => expect.unreachable(),
    });
    const caught = refusal(mounting);
    await answerAsFrame({
      configure: () =>
        Promise.reject(
          new CheckoutError(errorData('NOT_FOUND', 'opens no payin', { status: 404 })),
        ),
    });
    const error = await caught;
    expect([error.code, error.message, error.type]).toEqual([
      'NOT_FOUND',
      'opens no payin',
      'merchant',
    ]);
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('when it is aborted before or while it is under way', async () => {
    const before = client.mountPixElement('#pix', { payin: PAYIN, signal: AbortSignal.abort() });
    expect((await refusal(before)).code).toBe('ABORTED');
    const controller = new AbortController();
    const during = client.mountPixElement('#pix', { payin: PAYIN, signal: controller.signal });
    const caught = refusal(during);
    await frameInPage();
    controller.abort();
    expect((await caught).code).toBe('ABORTED');
    await mount();
  });

  it('when the client is destroyed', async () => {
    const mounting = refusal(client.mountPixElement('#pix', { payin: PAYIN }));
    await frameInPage();
    client.destroy();
    expect((await mounting).code).toBe('DESTROYED');
    const after = client.mountPixElement('#pix', { payin: PAYIN });
    expect((await refusal(after)).code).toBe('DESTROYED');
  });
});
