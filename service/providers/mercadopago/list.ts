import { wholeKeyIn } from '../attempt-key.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { ListedPayment, ListPeriod, PaymentList } from '../provider.ts';
import { toCentavos } from './amount.ts';
import type { MercadoPayment } from './fields.ts';
import { listSchema } from './fields.ts';
import type { Seller } from './seller.ts';

const PAGE = 50;
const MOST_LISTED = 10_000;
/** What was approved once, whatever became of it. */
const MADE = ['approved', 'refunded', 'charged_back', 'in_mediation'];

/**
 * Source: github mercadopago/devsite-docs, "Received payments management" ("Filter search results by
 * date", "Payments pagination"), read 2026-11-28: 50 a page, none after the first 10,000, so that a
 * longer period is asked for by halves.
 */
export function createPaymentList(seller: Pick<Seller, 'get'>): PaymentList {
  async function page({ from, until }: ListPeriod, offset: number, signal: AbortSignal) {
    const query = new URLSearchParams({
      ...{ range: 'date_created', begin_date: from.toISOString(), end_date: until.toISOString() },
      ...{ sort: 'date_created', criteria: 'asc', limit: `${PAGE}`, offset: `${offset}` },
    });
    const answer = await seller.get('list', `/v1/payments/search?${query}`, signal);
    return readAnswered(answer, listSchema, 'Mercado Pago lists no payments');
  }

  async function* read(period: ListPeriod, signal: AbortSignal): AsyncGenerator<ListedPayment[]> {
    const [from, until] = [period.from.getTime(), period.until.getTime()];
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const { paging, results } = await page(period, offset, signal);
      total = paging.total;
      if (total > MOST_LISTED && until > from) {
        const middle = Math.floor((from + until) / 2);
        yield* read({ from: period.from, until: new Date(middle) }, signal);
        yield* read({ from: new Date(middle + 1), until: period.until }, signal);
        return;
      }
      const isWhole = results.length === Math.min(PAGE, total - offset);
      if (!isWhole) throw new Error('the list of Mercado Pago is not whole');
      yield results.filter(({ status }) => MADE.includes(status)).map(toListed);
    }
  }

  return { methods: ['CREDIT_CARD', 'PIX', 'BOLETO'], read };
}

/** Of what is disputed the sums do not say whether its dispute is over. */
function toListed(payment: MercadoPayment): ListedPayment {
  const { id, status, external_reference, transaction_amount_refunded: refunded } = payment;
  const isDisputed = status === 'charged_back' || status === 'in_mediation';
  return {
    key: wholeKeyIn(external_reference),
    externalId: `${id}`,
    amount: toCentavos(payment.transaction_amount),
    returned: isDisputed ? null : toCentavos(refunded ?? 0),
  };
}
