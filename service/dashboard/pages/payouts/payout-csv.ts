import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payout, PayoutPlace } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { Cell } from '../../framework/parts/csv.ts';
import { csvHeader, csvLine, csvResponse } from '../../framework/parts/csv.ts';
import type { Visit } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { PayoutSearch } from './payout-filter.ts';
import { findPayouts, readPayoutSearch } from './payout-filter.ts';
import { KEY_TYPES, STATES, writtenKey } from './payout-words.ts';

/** How many payouts are read at a time, and lie in memory. */
const PAYOUTS_AT_ONCE = 500;

const WORDS = words({
  file: ['saques', 'payouts'],
  columns: [
    [
      'id',
      'referência',
      'id no provedor',
      'situação',
      'valor',
      'tarifa',
      'quem recebe',
      'documento',
      'tipo da chave',
      'chave PIX',
      'criado em',
      'alterado em',
    ],
    [
      'id',
      'reference',
      'id at the provider',
      'state',
      'amount',
      'fee',
      'who receives it',
      'document',
      'type of key',
      'PIX key',
      'created',
      'changed',
    ],
  ],
});

type Services = { lists: Pick<Lists, 'payouts' | 'maxAgeMs'> };

/** Exactly what the filter in the address finds. */
export async function exportPayouts(visit: Visit, services: Services): Promise<Response> {
  const { companyId, language } = visit;
  const search = readPayoutSearch(visit.query);
  const { status, period } = search;
  // The list says at its field what is wrong.
  if (period.wrong !== null) return visit.redirect(`/payouts?${visit.query}`);
  const { from, until } = period.typed;
  const filter = { status, from, until, isSearch: search.reference !== '' };
  await visit.act(EXPORT_PAYOUTS, { filter });
  return csvResponse(
    WORDS[language].file,
    payoutRows({ companyId, search, language }, services.lists),
    dataAge(services.lists.maxAgeMs),
  );
}

/** The lines of the file, some at a time. */
async function* payoutRows(
  { companyId, search, language }: { companyId: string; search: PayoutSearch; language: Language },
  services: Pick<Lists, 'payouts'>,
): AsyncGenerator<string, void, undefined> {
  yield csvHeader(WORDS[language].columns, language);
  let after: PayoutPlace | null = null;
  for (;;) {
    const page = { after, limit: PAYOUTS_AT_ONCE };
    const found: Payout[] = await findPayouts(companyId, { search, ...page }, services);
    if (found.length > 0) {
      yield found.map((payout) => csvLine(cellsOf(payout, language), language)).join('');
    }
    const last = found.at(-1);
    if (last === undefined || found.length < PAYOUTS_AT_ONCE) return;
    after = last;
  }
}

function cellsOf(payout: Payout, language: Language): Cell[] {
  return [
    payout.id,
    payout.referenceId,
    payout.externalId ?? '',
    STATES[language][payout.status],
    { centavos: payout.amount },
    // As everywhere else: a transfer that did not happen has none.
    payout.status === 'COMPLETED' ? { centavos: payout.fee } : '',
    payout.beneficiaryName ?? '',
    writtenDocument(payout.beneficiaryDocument ?? ''),
    KEY_TYPES[language][payout.pixKeyType],
    writtenKey(payout),
    { at: payout.createdAt },
    { at: payout.updatedAt },
  ];
}
