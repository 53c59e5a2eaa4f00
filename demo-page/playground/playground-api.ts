import type { PayinAnswer } from '../checkout-sdk.ts';
import type { Addresses } from './playground-options.ts';
import type { PayinBase, PayinBody } from './playground-sdk.ts';

export type PlaygroundConfig = Addresses & { payerIp: string };

/**
 * What came back, of the payment service or of the shop's back end itself. `pending`: the payin
 * where the bank wants to hear from the buyer first.
 */
export type PayinReply = { status: number; body: unknown; pending: PayinAnswer | null };

export type PlaygroundApi = {
  config(account: string): Promise<PlaygroundConfig>;
  /** Rejects where nothing came back. */
  send(account: string, payin: PayinBase & PayinBody): Promise<PayinReply>;
};

/** The shop's own back end; the page talks to no other server itself. */
export function createPlaygroundApi(fetch: typeof globalThis.fetch): PlaygroundApi {
  return {
    async config(account) {
      const response = await fetch(`/api/playground?account=${encodeURIComponent(account)}`);
      if (!response.ok) throw new Error(`the shop answered ${response.status}`);
      return response.json();
    },
    async send(account, payin) {
      const response = await fetch('/api/playground/payins', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account, payin }),
      });
      const body: unknown = await response.json();
      return { status: response.status, body, pending: isPending(body) ? body : null };
    },
  };
}

function isPending(body: unknown): body is PayinAnswer {
  return (
    typeof body === 'object' &&
    body !== null &&
    'threeDSecurePending' in body &&
    body.threeDSecurePending === true
  );
}
