import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { toRefusal } from '../abecs/read-decline.ts';
import type { ChargeOutcome, KnownCharge, TakenBack } from '../acquirer.ts';
import type { Sale } from './fields.ts';

/** `authorised`: reserved, not ours yet. Source: the manual, "Status transacional"; else `open`. */
export type SaleState = 'open' | 'authorised' | 'captured' | 'refused' | 'voided';

export function stateOf({ Payment }: Sale): SaleState {
  switch (Payment.Status) {
    case 1:
      return 'authorised';
    case 2:
      return 'captured';
    case 3:
    case 13:
      return 'refused';
    case 10:
    case 11:
      return 'voided';
    // 0 is not finished, 12 pending, 20 scheduled.
    default:
      return 'open';
  }
}

/** Centavos that were captured, whatever of them was given back since. */
export function takenOf({ Payment }: Sale): number {
  return Payment.CapturedAmount ?? Payment.Amount;
}

/**
 * Decision: a sale that is authorised alone is not booked yet: capture was asked for with it, and it
 * is told as under way until it is captured, or its authorisation has lapsed.
 * `brand`: null where it is looked up, since the answer then has no code to be read by it.
 */
export function tellSale(sale: Sale, brand: CardBrand | null): KnownCharge {
  const { PaymentId: externalId } = sale.Payment;
  const state = stateOf(sale);
  switch (state) {
    case 'captured':
      return { kind: 'approved', externalId, ...networkTransactionOf(sale), ...takenBackOf(sale) };
    case 'voided':
      return { kind: 'voided', externalId };
    case 'refused':
      return tellRefusal(sale, brand);
    case 'authorised':
    case 'open':
      return { kind: 'processing' };
    default:
      return state satisfies never;
  }
}

/**
 * The sum alone is told, whoever gave back. Of a charge-back a notice tells by `ChangeType` 7 that
 * there was one; its amount and its end are for an API that is contracted apart. Source: Braspag's
 * manual, "Risk Notification", read 2026-11-26.
 */
function takenBackOf({ Payment }: Sale): TakenBack {
  const returnedAmount = Payment.VoidedAmount ?? 0;
  return returnedAmount > 0 ? { returnedAmount } : {};
}

/** Nothing where it is told in a form that cannot be sent again. */
function networkTransactionOf({ Payment }: Sale): { networkTransactionId?: string } {
  const kept = Payment.CreditCard?.CardOnFile;
  const told =
    Payment.IssuerTransactionId ?? kept?.IssuerTransactionId ?? kept?.BrandTransactionId ?? '';
  const networkTransactionId = told.trim();
  return /^[\w-]{1,64}$/.test(networkTransactionId) ? { networkTransactionId } : {};
}

/** As `FraudAnalysis.Status` has it. */
const REJECTED = 2;

function tellRefusal({ Payment }: Sale, brand: CardBrand | null): KnownCharge {
  if (Payment.FraudAnalysis?.Status === REJECTED) {
    const reason = 'suspected_fraud';
    return { kind: 'declined', code: 'REJECTED_BY_RISK', decidedBy: 'antifraud', reason };
  }
  const { PaymentId: externalId, MerchantAdviceCode: advice } = Payment;
  const code = (Payment.ProviderReturnCode ?? Payment.ReturnCode ?? '').trim().toUpperCase();
  if (brand === null || code === '') return { kind: 'refused', externalId };
  const network = { brand, code, ...(advice == null || advice === '' ? {} : { advice }) };
  const known = toRefusal(network, { externalId }) ?? toOwnRefusal(code, externalId);
  return known ?? { kind: 'refused', externalId, network };
}

type Refusal = Exclude<ChargeOutcome, { kind: 'approved' | 'authentication_required' }>;

const RISK = ['2', 'BP171'];
const LIMIT = ['70', 'BL'];
/** A try next day, or four in sixteen days. */
const TRIES = ['67', 'DM', 'DS', '60', '89', '98', 'AA', 'AV', 'EK', '999'];
const INSTALMENTS = ['22', '24', 'EB', 'EE'];

/**
 * What the acquirer refuses by codes of its own, of whatever brand. Source: the list "Outros códigos
 * de retorno" of the page that the ABECS table is from, read 2026-11-23. Null for one it has not.
 */
function toOwnRefusal(code: string, externalId: string): Refusal | null {
  const decidedBy = 'issuer';
  if (RISK.includes(code)) {
    return { kind: 'declined', code: 'REJECTED_BY_RISK', decidedBy, reason: 'suspected_fraud' };
  }
  if (LIMIT.includes(code)) {
    return { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy, reason: 'limit_exceeded' };
  }
  if (TRIES.includes(code)) return { kind: 'refused', externalId, reason: 'do_not_honour' };
  if (code === 'AI') return { kind: 'refused', externalId, reason: 'not_authenticated' };
  if (INSTALMENTS.includes(code)) return { kind: 'failed', externalId };
  return null;
}
