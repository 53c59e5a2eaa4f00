import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { PixElement, PixElementOptions, PixElementUpdate } from '../pix/pix-element.ts';

/** A PIX element without a frame: what it was given, and a way to end its payin. */
export type TestPixElement = PixElement & {
  readonly target: string | Element;
  readonly options: PixElementOptions;
  /** What `update` was called with, in order. */
  readonly updates: readonly PixElementUpdate[];
  readonly isMounted: boolean;
  /** Calls `onPaid` for `APPROVED` and `onExpired` for any other status, as the frame would. */
  end: (status: PayinStatus) => void;
};

export function createTestPixElement(
  target: string | Element,
  options: PixElementOptions,
): TestPixElement {
  const updates: PixElementUpdate[] = [];
  let isMounted = options.signal?.aborted !== true;
  options.signal?.addEventListener('abort', () => {
    isMounted = false;
  });
  return {
    target,
    options,
    updates,
    get isMounted() {
      return isMounted;
    },
    end(status) {
      if (!isMounted) return;
      const tell = status === 'APPROVED' ? options.onPaid : options.onExpired;
      tell?.({ payinId: options.payin.id, status });
    },
    async update(changes) {
      if (!isMounted) {
        throw new CheckoutError(errorData('DESTROYED', 'the PIX element was removed'));
      }
      updates.push(changes);
    },
    destroy() {
      isMounted = false;
    },
  };
}
