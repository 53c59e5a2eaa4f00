import { THREEDS_LIFETIME_SECONDS } from '../../contract/card/challenge.ts';
import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { Channel } from '../../contract/frame/channel.ts';
import type {
  AuthenticationOutcome,
  HostedAuthenticate,
  HostedCalls,
  HostedEvent,
  HostedPrepareResult,
} from '../../contract/frame/hosted-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { CardPaymentInput } from '../card-flow/card-input.ts';
import { CHALLENGE_MESSAGES } from '../card-flow/challenge-messages.ts';
import { createChallengeDialog } from './challenge-dialog.ts';
import type { FlowTools } from './flow-tools.ts';
import { probeFrame } from './probe-frame.ts';

/** An authentication lasts as long as the service lets it, and a little to hear of its end. */
const AUTHENTICATION_DEADLINE_MS = (THREEDS_LIFETIME_SECONDS + 60) * 1000;

export type HostedFrame = {
  prepare: (input: CardPaymentInput, signal?: AbortSignal) => Promise<HostedPrepareResult>;
  authenticate: (
    what: Omit<HostedAuthenticate, 'viewport'>,
    signal?: AbortSignal,
  ) => Promise<AuthenticationOutcome>;
  /** Opens the frame ahead of use; resolves when it can be called. */
  warm: () => Promise<void>;
  /** Has the antifraud's script see the device under this session; resolves once it has run. */
  device: (sessionId: string) => Promise<void>;
  /** Resolves when the frame would serve this page. */
  check: () => Promise<void>;
  close: (reason: ErrorData) => void;
};

type OpenFrame = {
  iframe: HTMLIFrameElement;
  channel: Promise<Channel<HostedCalls>>;
  close: (reason: ErrorData) => void;
};

/**
 * Opened at the first call, kept for the next, opened anew after it was lost. Calls run one after
 * the other, so there is one challenge at a time.
 */
export function createHostedFrame({ settings, openFrame }: FlowTools): HostedFrame {
  let open: OpenFrame | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed: ErrorData | null = null;

  function connection() {
    // A call that waited its turn must not open a frame for a client that is gone.
    if (closed !== null) throw new CheckoutError(closed);
    // A page that replaces its body, as some do to come back, takes the frame away with it.
    if (open?.iframe.isConnected === false) {
      open.close(errorData('FRAME_LOST', 'the page removed the frame', { phase: 'frame' }));
    }
    if (open !== null) return open;
    assertFrameCanLoad();
    const { title } = CHALLENGE_MESSAGES[settings.locale];
    const iframe = createHostedIframe(title);
    const ask = () => {
      send('askToClose', {}).catch(() => undefined);
    };
    const dialog = createChallengeDialog(document, iframe, ask, () => iframe);
    dialog.element.setAttribute('aria-label', title);
    // The frame's own word for it is the same: one that differs is drawn as an opaque box.
    iframe.style.colorScheme = dialog.theme;
    const frame = openFrame<HostedCalls, HostedEvent>({
      view: window,
      container: dialog.element,
      iframe,
      origin: settings.checkoutUrl,
      path: 'hosted',
      publicKey: settings.publicKey,
      fragment: { lang: settings.locale, theme: dialog.theme },
      calls: ['prepare', 'authenticate', 'askToClose', 'device', 'check', 'cancel'],
      timers: systemTimers,
      probe: () => probeFrame(settings),
      onEvent(event) {
        if (event.type === 'challenge') dialog.show(event);
        else if (event.type === 'challenge-end') dialog.hide();
      },
      onLost() {
        dialog.remove();
        open = null;
      },
    });
    open = {
      iframe,
      channel: frame.channel,
      close(reason) {
        frame.close(reason);
        dialog.remove();
        open = null;
      },
    };
    return open;
  }

  async function send<Name extends 'askToClose' | 'device' | 'check' | 'cancel'>(
    name: Name,
    argument: HostedCalls[Name]['argument'],
  ) {
    const channel = await connection().channel;
    await channel.call(name, argument, { deadlineMs: 5_000, phase: name });
  }

  /** One call after the other; a call that is given up is ended in the frame as well. */
  function queue<Name extends 'prepare' | 'authenticate'>(
    name: Name,
    argument: () => HostedCalls[Name]['argument'],
    signal: AbortSignal | undefined,
  ): Promise<HostedCalls[Name]['result']> {
    const run = last.then(async () => {
      if (signal?.aborted) throw aborted(name);
      const channel = await connection().channel;
      const options = { deadlineMs: AUTHENTICATION_DEADLINE_MS, phase: name, signal };
      return channel.call(name, argument(), options).catch((thrown) => {
        const { code } = toErrorData(thrown);
        if (code === 'ABORTED' || code === 'TIMEOUT') send('cancel', {}).catch(() => undefined);
        throw thrown;
      });
    });
    last = run.catch(() => undefined);
    return untilAborted(run, signal, name);
  }

  return {
    prepare: (input, signal) =>
      queue('prepare', () => ({ ...input, viewport: viewport() }), signal),
    authenticate: (what, signal) =>
      queue('authenticate', () => ({ ...what, viewport: viewport() }), signal),
    async warm() {
      await connection().channel;
    },
    device: (sessionId) => send('device', { sessionId }),
    check: () => send('check', {}),
    close(reason) {
      closed = reason;
      open?.close(reason);
    },
  };
}

/** A call that is given up rejects at once, also while it waits for its turn or for the frame. */
function untilAborted<Result>(
  run: Promise<Result>,
  signal: AbortSignal | undefined,
  phase: string,
): Promise<Result> {
  if (signal === undefined) return run;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted(phase));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    run.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function aborted(phase: string): CheckoutError {
  return new CheckoutError(errorData('ABORTED', 'the call was aborted', { phase }));
}

function createHostedIframe(title: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.title = title;
  iframe.referrerPolicy = 'strict-origin';
  iframe.allow = 'payment *; publickey-credentials-get *';
  // In a page with COEP it loads as a credentialless one, where there is such a thing.
  if (window.crossOriginIsolated) iframe.setAttribute('credentialless', '');
  return iframe;
}

function viewport(): { width: number; height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}

/**
 * Banks send no embedder policy, so under one the hosted frame loads only as a credentialless
 * frame, which Chromium alone has. Better said before the buyer types.
 */
function assertFrameCanLoad(): void {
  if (!window.crossOriginIsolated || 'credentialless' in HTMLIFrameElement.prototype) return;
  throw new CheckoutError(
    errorData('UNSUPPORTED', 'this browser cannot show a bank inside a page with COEP', {
      phase: 'frame',
      cause: 'coep',
    }),
  );
}
