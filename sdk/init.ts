import type { CheckoutConfig } from '../contract/checkout-config.ts';
import { errorData } from '../contract/checkout-error.ts';
import { buildPayinPayload } from './build-payin-payload.ts';
import type { CardElementOptions } from './card-element-options.ts';
import { asCheckoutError, checkoutError } from './checkout-error.ts';
import { type ClientSettings, type InitOptions, readClientSettings } from './client-settings.ts';
import type { DirectMode } from './direct.ts';
import { createGetConfig } from './get-config.ts';
import { type CardElement, mountCardElement } from './mount-card-element.ts';
import { createHostedPreparation } from './prepare-card-payment-hosted.ts';
import { type PreparedCard, type PrepareInput, toPreparedCard } from './prepared-card.ts';

/** What `init` returns: every function of the sdk for one account. */
export type CheckoutClient = {
  /**
   * The account as the public key may see it, with `checkoutUrl` and the provider's hosts. Asked
   * once and kept. Rejects with `UNAUTHORIZED` for an unknown key, `NETWORK`, `TIMEOUT`.
   */
  getConfig: () => Promise<CheckoutConfig>;
  /**
   * Antifraud, token and 3-D Secure with the card in the merchant's page. Prefer
   * `mountCardElement`: with it the card never touches the page.
   */
  prepareCardPayment: (input: PrepareInput) => Promise<PreparedCard>;
  /** Same input and output; the work runs in a hidden frame, so `frame-src` is all a page needs. */
  prepareCardPaymentHosted: (input: PrepareInput) => Promise<PreparedCard>;
  mountCardElement: (target: string | Element, options: CardElementOptions) => CardElement;
  buildPayinPayload: typeof buildPayinPayload;
  /** Unmounts every element, removes the hidden frame; pending calls reject with `DESTROYED`. */
  destroy: () => void;
};

/** What differs between the script-tag build and the npm build. */
export type Build = {
  checkoutUrl: string | null;
  loadDirect: () => Promise<DirectMode>;
};

/** Makes the `init` of one build. */
export function createInit(build: Build): (options: InitOptions) => CheckoutClient {
  return (options) => createClient(readClientSettings(options, build), build);
}

function createClient(settings: ClientSettings, build: Build): CheckoutClient {
  const { locale } = settings;
  const elements = new Set<CardElement>();
  const getConfig = createGetConfig(settings);
  const hosted = createHostedPreparation(settings);
  let destroyed = false;

  function assertUsable(): void {
    if (destroyed) throw checkoutError('DESTROYED', 'this client was destroyed', locale);
    if (typeof document === 'undefined') {
      throw checkoutError('UNSUPPORTED', 'the sdk runs in a browser, not on a server', locale);
    }
  }

  async function prepareCardPayment(input: PrepareInput): Promise<PreparedCard> {
    assertUsable();
    try {
      const [config, direct] = await Promise.all([getConfig(), build.loadDirect()]);
      const { apiBaseUrl, publicKey } = settings;
      const { signal, ...payment } = input;
      return toPreparedCard(
        await direct.prepareDirect({ apiBaseUrl, publicKey, config, input: payment, signal }),
      );
    } catch (thrown) {
      throw asCheckoutError(thrown, locale);
    }
  }

  return Object.freeze<CheckoutClient>({
    getConfig: async () => {
      assertUsable();
      return getConfig();
    },
    prepareCardPayment,
    prepareCardPaymentHosted: async (input) => {
      assertUsable();
      return hosted.prepare(input);
    },
    mountCardElement(target, options) {
      assertUsable();
      const element: CardElement = mountCardElement(settings, target, options, () =>
        elements.delete(element),
      );
      elements.add(element);
      return element;
    },
    buildPayinPayload,
    destroy() {
      destroyed = true;
      for (const element of [...elements]) element.destroy();
      hosted.close(errorData('DESTROYED', 'this client was destroyed'));
    },
  });
}
