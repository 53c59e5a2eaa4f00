import type { PayinPlace } from '../../../../contract/payin-list.ts';
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
import type { Language } from '../../words/words.ts';
import { say } from '../../words/words.ts';
import { readPaymentFilter } from './payment-filter.ts';
import { mayReadCustomers } from './payment-list.tsx';
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
  const lists = { ...services.lists, mayReadCustomers: mayReadCustomers(visit) };
  const lines = csvLines(columnsOf(language), language, async (after: PayinPlace | null, limit) => {
    const found = await searchPayins(companyId, { ...filter.search, after, limit }, lists);
    return { rows: found.payins, next: found.goesOnAfter };
  });
  const name = say(['pagamentos', 'payments'], language);
  return csvResponse(name, lines, dataAge(lists.maxAgeMs));
}

function columnsOf(language: Language): readonly CsvColumn<Payin>[] {
  const { statuses } = PAYMENT_WORDS[language];
  return [
    [say(['id', 'id'], language), ({ id }) => id],
    [say(['pedido', 'order'], language), ({ referenceId }) => referenceId],
    [say(['id no provedor', 'id at the provider'], language), ({ externalId }) => externalId ?? ''],
    [say(['situação', 'state'], language), ({ status }) => statuses[status]],
    [
      say(['meio de pagamento', 'method'], language),
      ({ paymentMethod }) => METHOD_NAMES[language][paymentMethod],
    ],
    [say(['valor', 'amount'], language), ({ amount }) => ({ centavos: amount })],
    [
      say(['reembolsado', 'refunded'], language),
      ({ refundedAmount }) => ({ centavos: refundedAmount }),
    ],
    [say(['parcelas', 'installments'], language), ({ installments }) => String(installments)],
    [say(['cartão', 'card'], language), (payin) => cardText(payin, language) ?? ''],
    [say(['comprador', 'buyer'], language), ({ customer }) => customer.name],
    [
      say(['documento', 'document'], language),
      ({ customer }) => writtenDocument(customer.document),
    ],
    [say(['e-mail', 'e-mail'], language), ({ customer }) => customer.email],
    [say(['criado em', 'created'], language), ({ createdAt }) => ({ at: createdAt })],
  ];
}
