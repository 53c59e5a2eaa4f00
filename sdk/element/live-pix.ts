import { isCheckoutError } from '../../contract/errors/checkout-error.ts';
import type { PixElement, PixElementOptions, PixEnd } from '../pix/pix-element.ts';
import { logUnheard } from '../shared/log-unheard.ts';
import type { LiveElement, LiveHome } from './live-element.ts';

/**
 * What a wrapper takes of a payin by PIX. Without `payin`, which a page may wait for, it is empty.
 */
export type PixProps = Omit<
  Partial<PixElementOptions>,
  'onPaid' | 'onExpired' | 'onError' | 'signal'
>;

/** Whom a wrapper tells, by the name of what it tells. `error`: also why nothing could be shown. */
export type PixTold = { ready: PixElement; paid: PixEnd; expired: PixEnd; error: unknown };

export const PIX_OPTIONS = ['payin', 'appearance', 'locale'] as const;

type Look = Pick<PixElementOptions, 'appearance' | 'locale'>;

type Client = {
  mountPixElement: (target: Element, options: PixElementOptions) => Promise<PixElement>;
};

/**
 * Another payin is mounted anew, the rest changes live. Decision: as with the card, what is not
 * right is told as `error` and never breaks the tree it is rendered in.
 */
export function createLivePix(
  home: LiveHome<Client, PixProps, keyof PixTold, PixElement>,
): LiveElement {
  const { client, target, read, tell, hears, onElement } = home;
  let element: PixElement | null = null;
  let mounting: AbortController | null = null;
  let payinShown: string | undefined;
  let lookShown: string | undefined;

  function mount(payin: PixElementOptions['payin'], look: Look): void {
    mounting = new AbortController();
    const { signal } = mounting;
    client
      .mountPixElement(target, {
        ...look,
        payin,
        signal,
        onPaid: (end) => tell('paid', end),
        onExpired: (end) => tell('expired', end),
        onError(error) {
          show(null);
          tellWhy(error);
        },
      })
      .then(
        (mounted) => {
          if (signal.aborted) return;
          show(mounted);
          tell('ready', mounted);
        },
        (error: unknown) => {
          if (!signal.aborted) tellWhy(error);
        },
      );
  }

  /** Why it is not shown, or is no more: to the developer where the page does not listen. */
  function tellWhy(error: unknown): void {
    tell('error', error);
    if (!hears('error') && isCheckoutError(error)) logUnheard(error);
  }

  function show(next: PixElement | null): void {
    element = next;
    onElement(next);
  }

  function unmount(): void {
    mounting?.abort();
    mounting = null;
    if (element !== null) show(null);
  }

  function sync(): void {
    const { payin, appearance, locale } = read();
    const look: Look = { appearance, ...(locale && { locale }) };
    const wanted = JSON.stringify(payin);
    const wantedLook = JSON.stringify(look);
    if (wanted !== payinShown) {
      unmount();
      if (payin !== undefined) mount(payin, look);
    } else if (wantedLook !== lookShown) {
      element
        ?.update(look)
        .catch((error: unknown) => isCheckoutError(error) && tell('error', error));
    }
    payinShown = wanted;
    lookShown = wantedLook;
  }

  sync();
  return { sync, unmount };
}
