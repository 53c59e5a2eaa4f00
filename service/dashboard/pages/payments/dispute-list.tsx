import type { Payin } from '../../../domain/payins/payin.ts';
import { listPage, referenceColumn } from '../../framework/parts/list-page.tsx';
import { StateBadge } from '../../framework/parts/table.tsx';
import { day, money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { VALUES } from '../operator/words.ts';
import { PAYMENT_WORDS, STATUS_KINDS } from './payment-words.ts';

/** Decision: as many as anybody answers before the first of them are over; the others follow. */
const SHOWN = 200;

const WORDS = pageWords({
  title: ['Contestações abertas', 'Open disputes'],
  intro: [
    'Pela data até a qual uma resposta é aceita. Sem data: o provedor não a informa.',
    'By the day until which an answer is taken. Without a day: the provider tells none.',
  ],
  none: ['Nenhuma contestação aberta', 'No open disputes'],
  amount: ['Contestado', 'Contested'],
  answerBy: ['Responder até', 'Answer by'],
});

/** Disputes that wait for an answer, the first to be answered first. */
export async function showDisputes(
  visit: Visit,
  { payinLists }: Pick<DashboardServices, 'payinLists'>,
): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const rows = await payinLists.listDisputed(companyId, SHOWN);
  return listPage<Payin, never>(visit, {
    title: text.title,
    intro: <p class="hint">{text.intro}</p>,
    filters: null,
    found: { rows, next: null },
    columns: [
      referenceColumn(text.order, '/payments'),
      {
        name: text.amount,
        isNumber: true,
        cell: ({ dispute }) => money(dispute?.taken ?? 0, language),
      },
      {
        name: text.state,
        cell: ({ status }) => (
          <StateBadge kind={STATUS_KINDS[status]}>
            {PAYMENT_WORDS[language].statuses[status]}
          </StateBadge>
        ),
      },
      { name: text.reason, cell: ({ dispute }) => VALUES[language][dispute?.nature ?? ''] ?? '–' },
      { name: text.answerBy, cell: ({ dispute }) => dayOf(dispute?.answerBy ?? null, visit) },
    ],
    empty: { title: text.none },
    address: () => '/payments/disputes',
    isFirst: true,
  });
}

function dayOf(answerBy: string | null, { language }: Pick<Visit, 'language'>): string {
  return answerBy === null ? '–' : day(new Date(answerBy), language);
}
