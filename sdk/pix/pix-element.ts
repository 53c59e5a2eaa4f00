import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { PixAppearance } from '../../contract/frame/pix-calls.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { AnyPayin } from '../payment/payin-answer.ts';
import type { PIX_ELEMENT_OPTIONS } from '../shared/known-options.ts';

/** How a payin stands that waits no more. */
export type PixEnd = {
  /** `id` of the payin that was shown. */
  payinId: string;
  /** How it ended, as `GET /payin/{id}` tells it. */
  status: PayinStatus;
};

/**
 * What `mountPixElement` takes. `payin`: the answer of POST /payin as the merchant's server passed
 * it on; of it `id` and `pix.viewToken` are used. Both callbacks are for what the buyer sees next:
 * whether the sale is paid comes by webhook.
 */
export type PixElementOptions = PixAppearance & {
  /** The answer of POST /payin, passed on unchanged; it has to be by PIX. */
  payin: AnyPayin;
  /** The payment has arrived; at once where it had before. */
  onPaid?: (end: PixEnd) => void;
  /**
   * It can be paid no more. Decision: one callback for expired, canceled, refused and given back,
   * since the page offers another payment after each; `status` tells which.
   */
  onExpired?: (end: PixEnd) => void;
  /** The element was lost after it was shown: `FRAME_LOST`, `CHANNEL_FLOODED`. */
  onError?: (error: CheckoutError) => void;
  /** Overrides the client's language for this element. */
  locale?: KnownValue<Locale>;
  /** Takes the element away again, also while it is being mounted: `ABORTED`. */
  signal?: AbortSignal | undefined;
};

/** Does not compile while the options and the list of those that are known differ. */
type Unlisted =
  | Exclude<keyof PixElementOptions, (typeof PIX_ELEMENT_OPTIONS)[number]>
  | Exclude<(typeof PIX_ELEMENT_OPTIONS)[number], keyof PixElementOptions>;
export type EveryPixElementOptionsIsListed<Option extends never = Unlisted> = Option;

/** What `element.update` takes: any of these, live. */
export type PixElementUpdate = PixAppearance & {
  /** What the buyer reads from now on. */
  locale?: KnownValue<Locale>;
};

/** A QR code, its code to copy and its countdown, in a hosted iframe. */
export type PixElement = {
  /** Changes appearance or language while it is shown. */
  update: (changes: PixElementUpdate) => Promise<void>;
  /** Removes the frame; no callback is called after it. */
  destroy: () => void;
};
