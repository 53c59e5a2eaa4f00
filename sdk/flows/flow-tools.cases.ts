import { vi } from 'vitest';
import type { Locale } from '../../contract/locale.ts';
import { configWith, POST_ORDER } from '../card-flow/config.cases.ts';
import { openFrame } from '../frame/frame-connection.ts';
import { CHECKOUT_URL } from '../frame/frame-side.cases.ts';
import type { Chunks, FlowTools } from './flow-tools.ts';

// What one flow is given, whole and right; a test spoils one thing.

export const API_URL = 'https://api.test';

const CHUNKS: { [name in keyof Chunks]: () => Promise<Chunks[name]> } = {
  'checkout-sdk-pix.js': () => import('../pix/mount-pix-element.ts'),
  'checkout-sdk-payment.js': () => import('../payment-element/run-payment.ts'),
};

export function flowTools(
  change: { locale?: Locale } & Partial<Omit<FlowTools, 'settings'>> = {},
): FlowTools {
  const { locale = 'pt-BR', ...tools } = change;
  return {
    settings: {
      publicKey: 'pk_test_postorder',
      apiBaseUrl: API_URL,
      checkoutUrl: CHECKOUT_URL,
      locale,
      preload: false,
      logger: () => undefined,
      unknown: [],
    },
    openFrame,
    sdkUrl: `${API_URL}/checkout/sdk/checkout-sdk.js`,
    loadChunk: (name) => CHUNKS[name],
    ending: new AbortController().signal,
    getConfig: vi.fn(async () => configWith(POST_ORDER)),
    ...tools,
  };
}
