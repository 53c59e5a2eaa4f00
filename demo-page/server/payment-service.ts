import type { Timers } from '../../contract/frame/timers.ts';
import { createCheckoutServer } from '../../sdk/server/index.ts';
import type { AccountName } from './merchant-account.ts';
import { keysOf } from './merchant-account.ts';
import { ShopError } from './shop-error.ts';

type ServiceCall = { method: string; path: string; body?: object | undefined };
/** `body` is the text of the answer, unchanged. */
export type ServiceAnswer = { status: number; headers: Headers; body: string };
export type PaymentService = ReturnType<typeof createPaymentService>;

const TIMEOUT_MS = 20_000;

/** The payment service as its merchants reach it, and its sandbox as the shop plays with it. */
export function createPaymentService(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  timers?: Timers;
}) {
  const { baseUrl: apiBaseUrl, ...means } = options;
  return {
    clientOf: (account: AccountName) =>
      createCheckoutServer({ ...keysOf(account), apiBaseUrl, ...means }),
    /**
     * Calls the sandbox for what no client has. Errors: `PAYMENT_SERVICE_UNREACHABLE`, where no
     * answer came in time.
     */
    async call(account: AccountName, { method, path, body }: ServiceCall): Promise<ServiceAnswer> {
      const { publicKey, secretKey } = keysOf(account);
      try {
        const response = await options.fetch(new URL(path, apiBaseUrl), {
          method,
          headers: {
            authorization: `Basic ${btoa(`${publicKey}:${secretKey}`)}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body && { body: JSON.stringify(body) }),
        });
        const { status, headers } = response;
        return { status, headers, body: await response.text() };
      } catch {
        // The cause stays here: it may name addresses the buyer has no use for.
        throw new ShopError(502, 'PAYMENT_SERVICE_UNREACHABLE', 'O sandbox não respondeu.');
      }
    },
  };
}
