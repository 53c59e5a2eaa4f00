import type { Acquirer } from '../acquirer.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { CredentialCheck, Provider } from '../provider.ts';
import { REAL_DEADLINE_MS, refusedFor } from '../provider.ts';
import type { AcquirerChallenges } from '../three-d-secure-provider.ts';
import { createCards } from './cards.ts';
import { reasonOf, userSchema } from './fields.ts';
import { createPaymentList } from './list.ts';
import { createNotices } from './notices.ts';
import { createPayments } from './payments.ts';
import { createRefunds } from './refunds.ts';
import type { Seller, SellerOptions } from './seller.ts';
import { createSeller } from './seller.ts';

/**
 * Mercado Pago by its Payments API: cards by a token that our server makes, PIX, boleto, refunds in
 * parts, signed notices, and 3-D Secure after the order where an operator has switched it on.
 * verified: offline-contract. Mercado Pago was never called with this; it is held against
 * `simulators/mercado-pago` and against the types of its official SDK. Sources, read 2026-11-23:
 * - npm mercadopago 3.6.1 (2026-09-10), github mercadopago/sdk-nodejs at 4339894 (2026-08-04): what
 *   requests and answers hold, how a notice is signed.
 * - github mercadopago/devsite-docs: guides of cards, PIX, boleto, 3DS; reference of refunds
 *   (errors 2032, 2063).
 * - the same of payment facilitators, "Atualização da integração", read 2026-11-28; its table has
 *   `url` from the facilitator, its SDK from the sub-merchant, whom the central bank asks for.
 * - github activemerchant/active_merchant, mercado_pago.rb: tokens of cards made by a server.
 * Not proved: whether an account may make tokens by its server without being asked for its PCI
 * papers; for how long an idempotency key is known; how far its search is behind; that a proof of
 * 3-D Secure from elsewhere is taken by the Payments API; that a payment tells its challenge again
 * when it is looked up; that one which waits for its buyer can be cancelled. No document says how a
 * payment by a token that a server made tells of a card kept for later, so nothing of that is sent.
 */
export type MercadoPagoOptions = SellerOptions & {
  webhookSecret: string;
  /** Whether buyers may be asked to confirm at their bank after the order. */
  has3DS?: boolean;
  /** Only of an account that sells for others. */
  subMerchants?: Acquirer['subMerchants'];
};

export function createMercadoPago(options: MercadoPagoOptions): Provider {
  const { webhookSecret: secret, now, has3DS = false, subMerchants } = options;
  const seller = createSeller(options);
  const refunds = createRefunds(seller);
  return {
    name: 'mercadopago',
    isReal: true,
    deadlineMs: REAL_DEADLINE_MS,
    cards: createCards(seller, refunds, { has3DS, subMerchants }),
    payments: createPayments(seller, refunds, now),
    payouts: null,
    threeDS: null,
    ...(has3DS ? { challenges: createChallenges(seller) } : {}),
    test: (signal) => testCredentials(seller, signal),
    list: createPaymentList(seller),
    notices: createNotices(seller, secret, now),
  };
}

async function testCredentials(seller: Seller, signal: AbortSignal): Promise<CredentialCheck> {
  const answer = await seller.getMe(signal);
  if (answer.kind === 'rejected') return { kind: 'refused', reason: reasonOf(answer.body) };
  const { site_id: site } = readAnswered(answer, userSchema, 'Mercado Pago does not answer');
  return site === 'MLB' ? { kind: 'works' } : refusedFor('other_country', {});
}

/**
 * A payment waits as `pending_challenge` while the browser posts `creq` to the card's bank; Mercado
 * Pago ends it after about five minutes. Source: its guide "How to integrate 3DS".
 */
function createChallenges(seller: Seller): AcquirerChallenges {
  return {
    browser: {
      // Our SDK needs no script for a form; a page of its own that wants one would take this.
      sdkUrl: 'https://sdk.mercadopago.com/js/v2',
      // Banks' addresses are in no list.
      hosts: { script: [], connect: [], frame: ['https:'] },
    },
    async cancel({ reference, externalId, cancelId }, signal) {
      const payment = await seller.find({ reference, externalId }, signal);
      if (payment === null || payment.status !== 'pending') return;
      await seller.cancel(`${payment.id}`, cancelId, signal);
    },
  };
}
