import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { Handlers } from '../../contract/frame/channel.ts';
import type { HostedCalls, HostedEvent } from '../../contract/frame/hosted-calls.ts';
import { PENDING } from '../card-flow/config.cases.ts';
import {
  connectFrameSide,
  countListeners,
  GOOD_HOSTED_FRAME,
  installFrameWindows,
  installLateClose,
} from '../frame/frame-side.cases.ts';
import { flowTools } from './flow-tools.cases.ts';
import type { HostedFrame } from './hosted-frame.ts';
import { createHostedFrame } from './hosted-frame.ts';

const OUTCOME = { referenceId: 'tds_1', status: 'AUTHENTICATED' } as const;

const SIZE = { width: 500, height: 648 };
const DESTROYED = errorData('DESTROYED', 'this client was destroyed');

let hosted: HostedFrame;
let onWindow: ReturnType<typeof countListeners>;
let onDocument: ReturnType<typeof countListeners>;

beforeEach(() => {
  document.body.innerHTML = '';
  installFrameWindows();
  installLateClose();
  onWindow = countListeners(window);
  onDocument = countListeners(document);
  hosted = createHostedFrame(flowTools());
});

afterEach(() => {
  hosted.close(DESTROYED);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  expect(document.body.innerHTML).toBe('');
  expect([onWindow.listening(), onDocument.listening()]).toEqual([0, 0]);
});

function iframes() {
  return [...document.querySelectorAll<HTMLIFrameElement>('dialog iframe')];
}
function dialog() {
  return document.querySelector('dialog')!;
}
function waitFor(condition: () => boolean) {
  return vi.waitUntil(condition, { interval: 1, timeout: 30_000 });
}

/** Serves the frame that is in the page; a test spoils a call. `asked`: the calls it got. */
async function frameComes(spoilt: Partial<Handlers<HostedCalls>> = {}) {
  const iframe = await vi.waitUntil(() => iframes()[0], { interval: 1, timeout: 30_000 });
  const asked: { name: string; argument: unknown }[] = [];
  const handlers = { ...GOOD_HOSTED_FRAME, ...spoilt };
  const noting = <Name extends keyof HostedCalls>(name: Name): Handlers<HostedCalls>[Name] =>
    (async (argument: HostedCalls[Name]['argument']) => {
      asked.push({ name, argument });
      return (handlers[name] as (argument: unknown) => Promise<unknown>)(argument);
    }) as Handlers<HostedCalls>[Name];
  const side = connectFrameSide<HostedCalls, HostedEvent>(iframe, {
    prepare: noting('prepare'),
    authenticate: noting('authenticate'),
    askToClose: noting('askToClose'),
    device: noting('device'),
    check: noting('check'),
    cancel: noting('cancel'),
  });
  return { iframe, side, asked, names: () => asked.map(({ name }) => name) };
}

function never() {
  return new Promise<never>(() => undefined);
}
function codeOf(work: Promise<unknown>) {
  return work.then(
    () => 'resolved',
    (thrown) => toErrorData(thrown).code,
  );
}
function authenticate(signal?: AbortSignal) {
  return hosted.authenticate({ pending: PENDING }, signal);
}

describe('calls to the hosted frame', () => {
  it('open one frame and tell it the room the page has', async () => {
    const outcome = authenticate();
    const { asked } = await frameComes();
    expect(await outcome).toEqual(OUTCOME);
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    expect(asked).toEqual([{ name: 'authenticate', argument: { pending: PENDING, viewport } }]);
    expect(iframes()).toHaveLength(1);
  });

  it('run one after the other: there is one challenge at a time', async () => {
    const { promise, resolve: end } = deferred<typeof OUTCOME>();
    const outcomes = [authenticate(), hosted.authenticate({ token: 'tok_2' })];
    const { asked, names } = await frameComes({
      authenticate: ({ token }) =>
        token === undefined ? promise : Promise.resolve({ ...OUTCOME, referenceId: 'tds_2' }),
    });
    await waitFor(() => asked.length === 1);
    await hosted.warm();
    expect(names()).toEqual(['authenticate']);
    end(OUTCOME);
    expect(await Promise.all(outcomes)).toMatchObject([
      { referenceId: 'tds_1' },
      { referenceId: 'tds_2' },
    ]);
  });

  it('warmed before use open nothing more', async () => {
    const warm = hosted.warm();
    const { iframe } = await frameComes();
    await warm;
    expect(await authenticate()).toEqual(OUTCOME);
    expect(iframes()).toEqual([iframe]);
  });

  it('made at once with warming share its frame', async () => {
    const both = Promise.all([hosted.warm(), hosted.warm(), authenticate()]);
    await frameComes();
    await both;
    expect(iframes()).toHaveLength(1);
  });
});

describe('a call that is given up', () => {
  it('while it runs rejects at once and is ended in the frame', async () => {
    const controller = new AbortController();
    const code = codeOf(authenticate(controller.signal));
    const { names } = await frameComes({ authenticate: never });
    await waitFor(() => names().length === 1);
    controller.abort();
    expect(await code).toBe('ABORTED');
    await waitFor(() => names().includes('cancel'));
  });

  it('while it waits for its turn rejects at once, and the running one goes on', async () => {
    const first = codeOf(authenticate());
    const controller = new AbortController();
    const second = codeOf(hosted.authenticate({ token: 'tok_2' }, controller.signal));
    const { names } = await frameComes({ authenticate: never });
    await waitFor(() => names().length === 1);
    controller.abort();
    expect(await second).toBe('ABORTED');
    expect(names()).toEqual(['authenticate']);
    hosted.close(DESTROYED);
    expect(await first).toBe('DESTROYED');
  });

  it('while it waited never reaches the frame, and the next one does', async () => {
    const { promise, resolve: end } = deferred<typeof OUTCOME>();
    const controller = new AbortController();
    const calls = [
      authenticate(),
      hosted.authenticate({ token: 'tok_2' }, controller.signal),
      hosted.authenticate({ token: 'tok_3' }),
    ].map(codeOf);
    const { asked } = await frameComes({
      authenticate: ({ token }) => (token === undefined ? promise : Promise.resolve(OUTCOME)),
    });
    await waitFor(() => asked.length === 1);
    controller.abort();
    end(OUTCOME);
    expect(await Promise.all(calls)).toEqual(['resolved', 'ABORTED', 'resolved']);
    expect(asked).toMatchObject([{}, { argument: { token: 'tok_3' } }]);
  });

  it('before it began opens no frame', async () => {
    expect(await codeOf(authenticate(AbortSignal.abort()))).toBe('ABORTED');
    expect(iframes()).toEqual([]);
  });

  it('by its deadline is ended in the frame as well', async () => {
    const opened = hosted.warm();
    const { names } = await frameComes({ authenticate: never });
    await opened;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const code = codeOf(authenticate());
    await vi.advanceTimersByTimeAsync(17 * 60 * 1000);
    expect(await code).toBe('TIMEOUT');
    vi.useRealTimers();
    await waitFor(() => names().includes('cancel'));
  });

  it('whose error is of another kind ends nothing in the frame', async () => {
    const code = codeOf(authenticate());
    const { names } = await frameComes({
      authenticate: async () => {
        throw new Error('fails');
      },
    });
    expect(await code).toBe('INTERNAL');
    await hosted.warm();
    expect(names()).toEqual(['authenticate']);
  });
});

describe('a frame that is lost', () => {
  it.each([
    ['loads a second time', ({ iframe }: Lost) => loadTwice(iframe)],
    ['says good-bye', ({ side }: Lost) => void side.notify({ type: 'bye' }).catch(() => null)],
  ])('since it %s ends what ran, and the next call opens another', async (_how, lose) => {
    const code = codeOf(authenticate());
    const lost = await frameComes({ authenticate: never });
    await waitFor(() => lost.asked.length === 1);
    lose(lost);
    expect(await code).toBe('FRAME_LOST');
    expect(document.querySelector('dialog')).toBeNull();

    const next = authenticate();
    const found = await frameComes();
    expect(await next).toEqual(OUTCOME);
    expect(found.iframe).not.toBe(lost.iframe);
  });

  it('is opened anew where the page replaced its body, by itself', async () => {
    const done = authenticate();
    const lost = await frameComes();
    await done;
    document.body.replaceWith(document.createElement('body'));
    const next = authenticate();
    const found = await frameComes();
    expect(await next).toEqual(OUTCOME);
    expect(found.iframe).not.toBe(lost.iframe);
  });

  it('while a challenge was shown gives the page back to the buyer', async () => {
    const code = codeOf(authenticate());
    const lost = await frameComes({ authenticate: never });
    await waitFor(() => lost.asked.length === 1);
    await lost.side.notify({ type: 'challenge', ...SIZE });
    loadTwice(lost.iframe);
    expect(await code).toBe('FRAME_LOST');
    expect(document.querySelector('dialog')).toBeNull();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });
});

type Lost = Awaited<ReturnType<typeof frameComes>>;

function loadTwice(iframe: HTMLIFrameElement): void {
  iframe.dispatchEvent(new Event('load'));
  iframe.dispatchEvent(new Event('load'));
}

describe('a challenge', () => {
  it('is shown and hidden as the frame tells, without a second frame', async () => {
    const opened = hosted.warm();
    const { side, iframe } = await frameComes();
    await opened;
    await side.notify({ type: 'challenge', ...SIZE });
    expect(dialog().open).toBe(true);
    expect(dialog().style.width).toBe('500px');
    await side.notify({ type: 'challenge-end' });
    expect(dialog().open).toBe(false);
    expect(iframes()).toEqual([iframe]);
  });

  it('passes Escape on to the frame, which asks the buyer', async () => {
    const opened = hosted.warm();
    const { side, names } = await frameComes();
    await opened;
    await side.notify({ type: 'challenge', ...SIZE });
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
    await waitFor(() => names().includes('askToClose'));
    expect(dialog().open).toBe(true);
  });

  it('of an event it does not know shows nothing', async () => {
    const opened = hosted.warm();
    const { side } = await frameComes();
    await opened;
    await side.notify({ type: 'challenge-won' } as unknown as HostedEvent);
    expect(dialog().open).toBe(false);
  });
});

describe('a client that is gone', () => {
  it('ends what runs and what waits, and opens nothing any more', async () => {
    const codes = Promise.all([codeOf(authenticate()), codeOf(authenticate())]);
    const { asked } = await frameComes({ authenticate: never });
    await waitFor(() => asked.length === 1);
    hosted.close(DESTROYED);
    expect(await codes).toEqual(['DESTROYED', 'DESTROYED']);
    expect(await codeOf(authenticate())).toBe('DESTROYED');
    expect(await codeOf(hosted.warm())).toBe('DESTROYED');
    expect(iframes()).toEqual([]);
  });

  it('before it ever opened a frame closes without one', async () => {
    hosted.close(DESTROYED);
    expect(await codeOf(hosted.warm())).toBe('DESTROYED');
  });
});

describe('a page that isolates itself', () => {
  it('is told where the browser cannot show a bank in it, before the buyer types', async () => {
    vi.stubGlobal('crossOriginIsolated', true);
    await expect(hosted.warm()).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      details: { phase: 'frame', cause: 'coep' },
    });
    expect(iframes()).toEqual([]);
  });

  it('gets a credentialless frame where there is such a thing', async () => {
    vi.stubGlobal('crossOriginIsolated', true);
    Object.defineProperty(HTMLIFrameElement.prototype, 'credentialless', {
      configurable: true,
      value: false,
    });
    const opened = hosted.warm();
    const { iframe } = await frameComes();
    await opened;
    expect(iframe.hasAttribute('credentialless')).toBe(true);
    Reflect.deleteProperty(HTMLIFrameElement.prototype, 'credentialless');
  });
});
