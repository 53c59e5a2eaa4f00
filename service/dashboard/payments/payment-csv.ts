import type { PayinPlace } from '../../../contract/payin-list.ts';
import type { AuditEntry } from '../../maintenance/audit-log.ts';
import { newAuditId } from '../../maintenance/audit-log.ts';
import type { Payin } from '../../payins/payin.ts';
import { searchPayins } from '../../payins/payin-search.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import type { Language } from '../words.ts';
import { words } from '../words.ts';
import type { PaymentFilter } from './payment-filter.ts';
import { readPaymentFilter } from './payment-filter.ts';
import { mayReadCustomers } from './payment-list.tsx';
import { PAYMENT_WORDS } from './payment-words.ts';

/** How many payments are read at a time, and lie in memory. */
const ROWS_AT_A_TIME = 500;

const WORDS = words({
  'pt-BR': {
    file: 'pagamentos',
    columns: [
      'id',
      'pedido',
      'id no provedor',
      'situação',
      'forma de pagamento',
      'valor',
      'reembolsado',
      'parcelas',
      'final do cartão',
      'comprador',
      'documento',
      'e-mail',
      'criado em',
    ],
  },
  en: {
    file: 'payments',
    columns: [
      'id',
      'order',
      'id at the provider',
      'state',
      'method',
      'amount',
      'refunded',
      'installments',
      'end of card',
      'buyer',
      'document',
      'e-mail',
      'created',
    ],
  },
});

type Services = Pick<DashboardServices, 'payinLists' | 'audit' | 'now' | 'randomBytes'>;

/**
 * Streams exactly what the filter in the address finds. A page of payments is read when the browser
 * has taken the one before, and none once it has gone away.
 * Decision: Brazilian spreadsheets take the semicolon and the decimal comma, so Portuguese has them.
 */
export async function exportPayments(visit: Visit, services: Services): Promise<Response> {
  const { language, companyId } = visit;
  const filter = readPaymentFilter(visit.query);
  if (filter.wrong.length > 0) return visit.notFound();
  const text = WORDS[language];
  await services.audit.append(auditOf(visit, filter, services));
  const lists = { payinLists: services.payinLists, mayReadCustomers: mayReadCustomers(visit) };
  let after: PayinPlace | null = null;
  // The mark by which a spreadsheet knows the letters.
  let lines = `\uFEFF${toLine(text.columns, language)}`;
  let isLast = false;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A look that was cut short may have found nothing.
        while (lines === '' && !isLast) {
          const asked = { ...filter.search, after, limit: ROWS_AT_A_TIME };
          const found = await searchPayins(companyId, asked, lists);
          after = found.goesOnAfter;
          isLast = after === null;
          lines = found.payins.map((payin) => toLine(cellsOf(payin, language), language)).join('');
        }
        if (lines !== '') controller.enqueue(encoder.encode(lines));
        else controller.close();
        lines = '';
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${text.file}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}

/** Who took a file, and of what; what was looked for may name a person, and is not kept. */
function auditOf(
  { companyId, user, address }: Visit,
  { typed }: PaymentFilter,
  { now, randomBytes }: Services,
): AuditEntry {
  const { status = null, method = null, startDate = null, endDate = null } = typed;
  return {
    companyId,
    id: newAuditId(randomBytes),
    at: now(),
    actor: user.id,
    action: 'payments export',
    subjects: { status, method, startDate, endDate, isSearch: typed.q !== undefined, address },
    result: 'done',
    code: null,
  };
}

function cellsOf(payin: Payin, language: Language): string[] {
  const { statuses, methods } = PAYMENT_WORDS[language];
  return [
    payin.id,
    payin.referenceId,
    payin.externalId ?? '',
    statuses[payin.status],
    methods[payin.paymentMethod],
    decimal(payin.amount, language),
    decimal(payin.refundedAmount, language),
    String(payin.installments),
    payin.cardLast4 ?? '',
    payin.customer.name,
    payin.customer.document,
    payin.customer.email,
    payin.createdAt.toISOString(),
  ];
}

function decimal(centavos: number, language: Language): string {
  const separator = language === 'pt-BR' ? ',' : '.';
  return `${Math.trunc(centavos / 100)}${separator}${String(centavos % 100).padStart(2, '0')}`;
}

function toLine(cells: readonly string[], language: Language): string {
  return `${cells.map(toCell).join(language === 'pt-BR' ? ';' : ',')}\r\n`;
}

/** A spreadsheet runs what begins like a formula; with a quote before it, it is text. */
export function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
