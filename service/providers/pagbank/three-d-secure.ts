import { writePagBankSession } from '../../../contract/card/pagbank-session.ts';
import type { ProviderEnvironment } from '../definition.ts';
import type { ThreeDSecureProvider } from '../three-d-secure-provider.ts';
import type { PagBankApi } from './api.ts';

/** Where the browser's script is, in both environments, and whose frames and scripts it brings. */
const ASSETS = 'https://assets.pagseguro.com.br';
const SCRIPT = '/checkout-sdk-js/rc/dist/browser/pagseguro.min.js';
const CARDINAL = 'https://*.cardinalcommerce.com';

/** `assets` and `bank`: of a PagBank that is played; its own stand in this file. */
export type ThreeDSHosts = { sdk: string; assets?: string | undefined; bank?: string | undefined };

/**
 * Before the order: a session by our credentials, the rest by PagBank's script in the browser,
 * which is given the card without its CVV. No call tells what came of it: the charge does. Sources,
 * read 2026-11-23: developer.pagbank.com.br, "Criar e pagar com autenticação 3DS do PagBank",
 * "Criar sessão de autenticação 3DS"; github pagseguro/pagbank-for-woocommerce at ddd6784.
 */
export function createPagBankThreeDS(
  api: Pick<PagBankApi, 'openSession'>,
  environment: ProviderEnvironment,
  { sdk, assets = ASSETS, bank = CARDINAL }: ThreeDSHosts,
): ThreeDSecureProvider {
  const env = environment === 'production' ? 'PROD' : 'SANDBOX';
  return {
    name: 'pagbank',
    verifiedBy: 'acquirer',
    browser: {
      sdkUrl: `${assets}${SCRIPT}`,
      hosts: { script: [assets, bank], connect: [sdk, bank], frame: [assets, bank] },
      needsCard: true,
    },
    async open({ reference, amount, installments }, signal) {
      const session = await api.openSession(signal);
      const written = writePagBankSession({ session, env, amount, installments });
      return { session: written, transactionId: reference };
    },
    async find({ reference }) {
      return reference === undefined ? { kind: 'open' } : { kind: 'referenced', id: reference };
    },
    async cancel() {
      return { kind: 'failed', reason: 'cancelled' };
    },
  };
}
