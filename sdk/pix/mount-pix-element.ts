import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { CheckoutError, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { FrameConnection } from '../../contract/frame/connect-frame.ts';
import type { PixCalls, PixEvent, PixOptions } from '../../contract/frame/pix-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import { followTheme } from '../element/card-iframe.ts';
import { whenContainer } from '../element/container.ts';
import { attempt } from '../element/subscribers.ts';
import type { openFrame } from '../frame/frame-connection.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import { isCallback, NO_CALLBACK } from '../shared/callback.ts';
import { asCheckoutError, checkoutError, wrongOption } from '../shared/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import type { PixElement, PixElementOptions } from './pix-element.ts';

/** The frame asks the service before it answers. */
const CONFIGURE_DEADLINE_MS = 15_000;
const UPDATE_DEADLINE_MS = 5_000;

/** What the element takes from the script that loaded it: nothing is in the page twice. */
export type PixContext = {
  settings: ClientSettings;
  openFrame: typeof openFrame;
  probe: () => Promise<FrameFailure>;
  /** Aborts when the client is destroyed. */
  ending: AbortSignal;
};

/** `mountPixElement` of one client; its documentation is in `init.ts`. */
export async function mountPixElement(
  { settings, openFrame, probe, ending }: PixContext,
  target: string | Element,
  options: PixElementOptions,
): Promise<PixElement> {
  const pixOptions = toPixOptions(options, settings.locale);
  const { payin, signal } = options;
  let { locale } = pixOptions;
  let connection: FrameConnection<PixCalls> | null = null;
  let ended: CheckoutError | null = null;
  let isShown = false;
  let shows = 0;
  let home: Element | null = null;
  let told: PayinStatus | null = null;

  const container = whenContainer(document, target, locale);
  const iframe = createPixIframe(document, locale);
  const theme = followTheme(window, iframe, pixOptions.appearance ?? {}, (appearance) => {
    update({ appearance }).catch(() => undefined);
  });
  const onAbort = () => end(checkoutError('ABORTED', 'the mount was aborted', locale));
  const onEnding = () => end(checkoutError('DESTROYED', 'this client was destroyed', locale));
  signal?.addEventListener('abort', onAbort);
  ending.addEventListener('abort', onEnding);
  if (signal?.aborted) onAbort();

  function onEvent(event: PixEvent): void {
    if (event.type === 'resize') resize(event.height);
    else if (event.type === 'ended') tell(event.status);
  }

  /** Once, whatever the frame says. */
  function tell(status: PayinStatus): void {
    if (status === 'PENDING' || told !== null) return;
    told = status;
    const callback = status === 'APPROVED' ? options.onPaid : options.onExpired;
    // After the one who mounts has the element in hand.
    Promise.resolve().then(() => {
      if (ended === null) attempt(() => callback?.({ payinId: payin.id, status }));
    });
  }

  function resize(height: number): void {
    if (Number.isFinite(height) && height > 0) iframe.style.height = `${Math.ceil(height)}px`;
  }

  function onLost(reason: ErrorData): void {
    // Moved with its container: it comes again by itself, as it says nothing that the buyer typed.
    if (isShown && reason.code === 'FRAME_LOST' && home?.isConnected) show().catch(() => undefined);
    else end(asCheckoutError(new CheckoutError(reason), locale));
  }

  function end(reason: CheckoutError): void {
    if (ended !== null) return;
    ended = reason;
    container.release();
    theme.stop();
    signal?.removeEventListener('abort', onAbort);
    ending.removeEventListener('abort', onEnding);
    connection?.close(toErrorData(reason));
    iframe.replaceWith();
    if (isShown && !/^(DESTROYED|ABORTED)$/.test(reason.code)) {
      attempt(() => options.onError?.(reason));
    }
  }

  async function connect(): Promise<PixCalls['configure']['result']> {
    const node = await container.found;
    if (ended !== null) throw ended;
    home = node;
    resize(reservedPixHeight(node));
    connection = openFrame<PixCalls, PixEvent>({
      view: window,
      container: node,
      iframe,
      origin: settings.checkoutUrl,
      path: 'pix',
      publicKey: settings.publicKey,
      // What the frame paints with before the first call reaches it.
      fragment: { theme: iframe.style.colorScheme },
      calls: ['configure', 'update'],
      timers: systemTimers,
      probe,
      onEvent,
      onLost,
    });
    const channel = await connection.channel;
    return channel.call(
      'configure',
      { ...pixOptions, locale, appearance: theme.resolve({}) },
      { deadlineMs: CONFIGURE_DEADLINE_MS, phase: 'configure' },
    );
  }

  const update: PixElement['update'] = async (changes) => {
    if (changes.locale !== undefined) locale = toLocale(changes.locale);
    try {
      if (ended !== null || connection === null) {
        throw ended ?? checkoutError('DESTROYED', 'the PIX element is not shown yet', locale);
      }
      const channel = await connection.channel;
      const { height } = await channel.call(
        'update',
        { locale, appearance: theme.resolve(changes.appearance ?? {}) },
        { deadlineMs: UPDATE_DEADLINE_MS, phase: 'update' },
      );
      iframe.title = pixTitle(locale);
      resize(height);
    } catch (thrown) {
      // Lost meanwhile, it comes again with what it is to be by now.
      if (ended === null && toErrorData(thrown).code === 'FRAME_LOST') return;
      throw asCheckoutError(thrown, locale);
    }
  };

  async function show(): Promise<void> {
    shows += 1;
    const current = shows;
    iframe.title = pixTitle(locale);
    try {
      const { height, status } = await connect();
      if (ended !== null) throw ended;
      isShown = true;
      resize(height);
      tell(status);
    } catch (thrown) {
      // Lost once more while it came: the newest one counts.
      if (current !== shows) return;
      end(asCheckoutError(thrown, locale));
      throw ended;
    }
  }

  await show();
  return {
    update,
    destroy: () => end(checkoutError('DESTROYED', 'the PIX element was removed', locale)),
  };
}

const TITLES: { [locale in Locale]: string } = {
  'pt-BR': 'Pagamento por PIX',
  en: 'Payment by PIX',
  es: 'Pago con PIX',
};

function pixTitle(locale: Locale): string {
  return TITLES[locale];
}

/** The iframe of the PIX element, styled through CSSOM alone: a strict `style-src` allows that. */
function createPixIframe(document: Document, locale: Locale): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.title = pixTitle(locale);
  iframe.referrerPolicy = 'strict-origin';
  // Without this the code can only be copied by hand.
  iframe.allow = 'clipboard-write';
  iframe.style.cssText = 'display:block;width:100%;border:0;background:transparent';
  return iframe;
}

/**
 * Room for the code until the frame tells its own height: pix.css has one column below 480 px, and
 * above some width no step takes two lines.
 */
function reservedPixHeight(container: Element): number {
  const { width } = container.getBoundingClientRect();
  if (width > 0 && width < 480) return 646;
  return width < 730 ? 394 : 349;
}

/** Throws `INVALID_ARGUMENT` with `details.field`: no payin, not by PIX, or without view token. */
function toPixOptions(options: PixElementOptions, clientLocale: Locale): PixOptions {
  const locale = options?.locale === undefined ? clientLocale : toLocale(options.locale);
  const refuse = (field: string, message: string) =>
    wrongOption('mountPixElement', field, message, locale);
  const { payin, appearance = {} } = options ?? {};
  if (typeof payin !== 'object' || payin === null || typeof payin.id !== 'string') {
    throw refuse('payin', 'must be the whole answer of POST /payin');
  }
  const { paymentMethod = 'PIX', pix } = Object(payin);
  if (paymentMethod !== 'PIX') throw refuse('payin.paymentMethod', 'must be PIX');
  const viewToken: unknown = Object(pix).viewToken;
  if (typeof viewToken !== 'string' || viewToken === '') {
    throw refuse('payin.pix.viewToken', 'is missing: pass the answer of POST /payin on unchanged');
  }
  for (const field of ['onPaid', 'onExpired', 'onError'] as const) {
    if (!isCallback(options[field])) throw refuse(field, NO_CALLBACK);
  }
  return { viewToken, locale, appearance };
}
