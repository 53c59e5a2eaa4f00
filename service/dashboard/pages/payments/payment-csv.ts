import type { PayinPlace } from '../../../../contract/payin-list.ts';
import { EXPORT_PAYMENTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import type { PayinsFound } from '../../../domain/payins/payin-list.ts';
import { searchPayins } from '../../../domain/payins/payin-search.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { Cell } from '../../framework/parts/csv.ts';
import { csvHeader, csvLine, csvResponse } from '../../framework/parts/csv.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import type { Visit } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { PaymentFilter } from './payment-filter.ts';
import { readPaymentFilter } from './payment-filter.ts';
import { mayReadCustomers } from './payment-list.tsx';
import { cardText, PAYMENT_WORDS } from './payment-words.ts';

/** How many payments are read at a time, and lie in memory. */
const ROWS_AT_A_TIME = 500;

const WORDS = words({
  file: ['pagamentos', 'payments'],
  columns: [
    [
      'id',
      'pedido',
      'id no provedor',
      'situação',
      'meio de pagamento',
      'valor',
      'reembolsado',
      'parcelas',
      'cartão',
      'comprador',
      'documento',
      'e-mail',
      'criado em',
    ],
    [
      'id',
      'order',
      'id at the provider',
      'state',
      'method',
      'amount',
      'refunded',
      'installments',
      'card',
      'buyer',
      'document',
      'e-mail',
      'created',
    ],
  ],
});

type Services = { lists: Pick<Lists, 'payinLists' | 'maxAgeMs'> };

/** Streams exactly what the filter in the address finds. */
export async function exportPayments(visit: Visit, services: Services): Promise<Response> {
  const filter = readPaymentFilter(visit.query);
  if (filter.wrong.length > 0) return visit.notFound();
  const { status = null, method = null, startDate = null, endDate = null, q } = filter.typed;
  // What was looked for may name a person, and is not kept.
  const narrowed = { status, method, startDate, endDate, isSearch: q !== undefined };
  await visit.act(EXPORT_PAYMENTS, { filter: narrowed });
  return csvResponse(
    WORDS[visit.language].file,
    paymentRows(visit, filter, services.lists),
    dataAge(services.lists.maxAgeMs),
  );
}

/** The lines of the file, some at a time. */
async function* paymentRows(
  visit: Visit,
  filter: PaymentFilter,
  { payinLists }: Pick<Lists, 'payinLists'>,
): AsyncGenerator<string, void, undefined> {
  const { language, companyId } = visit;
  const lists = { payinLists, mayReadCustomers: mayReadCustomers(visit) };
  yield csvHeader(WORDS[language].columns, language);
  let after: PayinPlace | null = null;
  do {
    const asked = { ...filter.search, after, limit: ROWS_AT_A_TIME };
    const found: PayinsFound = await searchPayins(companyId, asked, lists);
    const { payins, goesOnAfter } = found;
    // A look that was cut short may have found nothing.
    if (payins.length > 0) {
      yield payins.map((payin) => csvLine(cellsOf(payin, language), language)).join('');
    }
    after = goesOnAfter;
  } while (after !== null);
}

function cellsOf(payin: Payin, language: Language): Cell[] {
  const { statuses } = PAYMENT_WORDS[language];
  return [
    payin.id,
    payin.referenceId,
    payin.externalId ?? '',
    statuses[payin.status],
    METHOD_NAMES[language][payin.paymentMethod],
    { centavos: payin.amount },
    { centavos: payin.refundedAmount },
    String(payin.installments),
    cardText(payin, language) ?? '',
    payin.customer.name,
    writtenDocument(payin.customer.document),
    payin.customer.email,
    { at: payin.createdAt },
  ];
}
