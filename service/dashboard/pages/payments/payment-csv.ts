import type { PayinPlace } from '../../../../contract/payments/payin-list.ts';
import { EXPORT_PAYMENTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { searchPayins } from '../../../domain/payins/payin-search.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import type { Visit } from '../../framework/route.ts';
import { say } from '../../words/words.ts';
import { readPaymentFilter } from './payment-filter.ts';
import { cardText, PAYMENT_WORDS } from './payment-words.ts';

type Services = { lists: Pick<Lists, 'payinLists' | 'maxAgeMs'> };

/** Streams exactly what the filter in the address finds. */
export async function exportPayments(visit: Visit, services: Services): Promise<Response> {
  const { companyId, language } = visit;
  const filter = readPaymentFilter(visit.query);
  if (filter.wrong.length > 0) return visit.notFound();
  const { status = null, method = null, startDate = null, endDate = null, q } = filter.typed;
  // What was looked for may name a person, and is not kept.
  const narrowed = { status, method, startDate, endDate, isSearch: q !== undefined };
  await visit.act(EXPORT_PAYMENTS, { filter: narrowed });
  const lists = { ...services.lists, mayReadCustomers: visit.may('customers.read') };
  const lines = csvLines(COLUMNS, language, async (after: PayinPlace | null, limit) => {
    const found = await searchPayins(companyId, { ...filter.search, after, limit }, lists);
    return { rows: found.payins, next: found.goesOnAfter };
  });
  const name = say(['pagamentos', 'payments'], language);
  return csvResponse(name, lines, dataAge(lists.maxAgeMs));
}

const COLUMNS: readonly CsvColumn<Payin>[] = [
  [['id', 'id'], ({ id }) => id],
  [['pedido', 'order'], ({ referenceId }) => referenceId],
  [['id no provedor', 'id at the provider'], ({ externalId }) => externalId ?? ''],
  [['situação', 'state'], ({ status }, language) => PAYMENT_WORDS[language].statuses[status]],
  [
    ['meio de pagamento', 'method'],
    ({ paymentMethod }, language) => METHOD_NAMES[language][paymentMethod],
  ],
  [['valor', 'amount'], ({ amount }) => ({ centavos: amount })],
  [['reembolsado', 'refunded'], ({ refundedAmount }) => ({ centavos: refundedAmount })],
  [['parcelas', 'installments'], ({ installments }) => String(installments)],
  [['cartão', 'card'], (payin, language) => cardText(payin, language) ?? ''],
  [['comprador', 'buyer'], ({ customer }) => customer.name],
  [['documento', 'document'], ({ customer }) => writtenDocument(customer.document)],
  [['e-mail', 'e-mail'], ({ customer }) => customer.email],
  [['criado em', 'created'], ({ createdAt }) => ({ at: createdAt })],
];
