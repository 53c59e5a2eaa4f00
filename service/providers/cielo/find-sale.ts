import { attemptKeyOf } from '../attempt-key.ts';
import type { CieloApi } from './api.ts';
import type { Sale } from './fields.ts';
import { isGuid, readSale, readSalesOfOrder } from './fields.ts';
import type { SaleState } from './tell-sale.ts';
import { stateOf } from './tell-sale.ts';

/** What of several sales of one order counts: the first of these that there is. */
const BY_WEIGHT: readonly SaleState[] = ['captured', 'authorised', 'open', 'voided', 'refused'];

/**
 * Null where the acquirer has none; throws where it does not tell. By the sale's own id where that
 * is known, since by the order's it finds sales of three months alone. Decision: an order booked
 * twice, by a gateway that repeats, is told as neither until one is given back at the acquirer:
 * each look fails, is counted and named, and nobody is left out of their money in silence.
 */
export async function findSale(
  api: CieloApi,
  { reference, externalId = null }: { reference: string; externalId?: string | null },
  signal: AbortSignal,
): Promise<Sale | null> {
  const orderId = attemptKeyOf(reference);
  if (externalId !== null && isGuid(externalId)) {
    return checked(readSale(await api.getSale(externalId, signal)), orderId);
  }
  const paymentIds = readSalesOfOrder(await api.getSalesOf(orderId, signal));
  const sales: Sale[] = [];
  for (const paymentId of paymentIds) {
    sales.push(checked(readSale(await api.getSale(paymentId, signal)), orderId));
  }
  const weigh = (sale: Sale) => BY_WEIGHT.indexOf(stateOf(sale));
  const [first, second] = sales.toSorted((one, other) => weigh(one) - weigh(other));
  if (second !== undefined && ['captured', 'authorised'].includes(stateOf(second))) {
    throw new Error('the acquirer has booked an order twice');
  }
  return first ?? null;
}

function checked(sale: Sale, orderId: string): Sale {
  if (sale.MerchantOrderId.toLowerCase() !== orderId) {
    throw new Error('the acquirer tells of another sale');
  }
  return sale;
}
