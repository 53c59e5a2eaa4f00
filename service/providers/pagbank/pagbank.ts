import type { Acquirer } from '../acquirer.ts';
import type { ProviderEnvironment } from '../definition.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { CredentialCheck, Provider } from '../provider.ts';
import { REAL_DEADLINE_MS, refusedFor } from '../provider.ts';
import type { PagBankApiOptions } from './api.ts';
import { createPagBankApi } from './api.ts';
import type { CardMode } from './card-data.ts';
import { createCardData } from './card-data.ts';
import { createPagBankCards } from './cards.ts';
import { saysNotFound } from './fields.ts';
import { createPagBankNotices } from './notices.ts';
import { createPagBankPayments } from './payments.ts';
import { createPagBankRefunds } from './refunds.ts';
import type { ThreeDSHosts } from './three-d-secure.ts';
import { createPagBankThreeDS } from './three-d-secure.ts';

/**
 * PagBank's API of orders: cards in the clear or encrypted, 3-D Secure before the order, PIX,
 * boleto, refunds, signed notices.
 * verified: offline-contract. PagBank was never called with this; it is held against
 * `simulators/pagbank`. Sources, read 2026-11-23:
 * - developer.pagbank.com.br: objects order and charge, orders by card, PIX and boleto, look-up by
 *   `reference_id`, cancellation, "Motivos de compra negada", "Confirmar autenticidade da
 *   notificação", 3-D Secure of its own and of others.
 * - github pagseguro/pagbank-for-woocommerce at ddd6784 (2026-07-02): what its own plugin sends.
 * What only PagBank can say: whether the account may send cards in the clear, for how long it keeps
 * an idempotency key, and whether each notice has its signature. The text that an encrypted card is
 * made of is what third parties tell of PagBank's script.
 */
export type PagBankOptions = PagBankApiOptions & {
  cardMode: CardMode;
  environment: ProviderEnvironment;
  hosts: ThreeDSHosts;
  /** Where PagBank is to send its notices; null where to nobody. */
  noticesAddress: string | null;
};

/** How long PagBank may take over what it does not tell of yet. */
const SETTLES_WITHIN_MS = 5 * 60_000;

/** A key that no attempt has. */
const NOBODYS_KEY = '0'.repeat(32);

export type PagBankProvider = Provider & {
  cards: Acquirer;
  payments: NonNullable<Provider['payments']>;
};

export function createPagBank(options: PagBankOptions): PagBankProvider {
  const { provider: name, cardMode, environment, hosts, noticesAddress, token, now } = options;
  const api = createPagBankApi(options);
  const cardData = createCardData(cardMode, api.getCardKey, now);
  const refunds = createPagBankRefunds(api);
  const payments = { ...createPagBankPayments(api, noticesAddress), ...refunds };

  return {
    name,
    isReal: true,
    deadlineMs: REAL_DEADLINE_MS,
    cards: {
      settlesWithinMs: SETTLES_WITHIN_MS,
      capabilities: { refund: ['CREDIT_CARD'] },
      takesMerchantProof: true,
      ...createPagBankCards(api, cardData, noticesAddress),
      ...refunds,
    },
    payments,
    payouts: null,
    threeDS: createPagBankThreeDS(api, environment, hosts),
    notices: createPagBankNotices(token),

    async test(signal): Promise<CredentialCheck> {
      const answer = await api.getCharges(NOBODYS_KEY, signal);
      if (answer.kind === 'answered') return { kind: 'works' };
      if (answer.kind !== 'rejected') throw new Error('PagBank does not answer');
      if (saysNotFound(answer)) return { kind: 'works' };
      return isTurnedAway(answer)
        ? refusedFor('token_refused', {})
        : refusedFor('pagbank_refuses', { status: answer.status });
    },
  };
}
