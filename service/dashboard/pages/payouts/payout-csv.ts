import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payout, PayoutPlace } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import type { Visit } from '../../framework/route.ts';
import { say } from '../../words/words.ts';
import { findPayouts, readPayoutSearch } from './payout-filter.ts';
import { KEY_TYPES, STATES, writtenKey } from './payout-words.ts';

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
  const lines = csvLines(COLUMNS, language, (after: PayoutPlace | null, limit) =>
    findPayouts(companyId, { search, after, limit }, services.lists),
  );
  const name = say(['saques', 'payouts'], language);
  return csvResponse(name, lines, dataAge(services.lists.maxAgeMs));
}

const COLUMNS: readonly CsvColumn<Payout>[] = [
  [['id', 'id'], ({ id }) => id],
  [['referência', 'reference'], ({ referenceId }) => referenceId],
  [['id no provedor', 'id at the provider'], ({ externalId }) => externalId ?? ''],
  [['situação', 'state'], ({ status }, language) => STATES[language][status]],
  [['valor', 'amount'], ({ amount }) => ({ centavos: amount })],
  // As everywhere else: a transfer that did not happen has none.
  [['tarifa', 'fee'], ({ status, fee }) => (status === 'COMPLETED' ? { centavos: fee } : '')],
  [['quem recebe', 'who receives it'], ({ beneficiaryName }) => beneficiaryName ?? ''],
  [['documento', 'document'], (payout) => writtenDocument(payout.beneficiaryDocument ?? '')],
  [['tipo da chave', 'type of key'], (payout, language) => KEY_TYPES[language][payout.pixKeyType]],
  [['chave PIX', 'PIX key'], writtenKey],
  [['criado em', 'created'], ({ createdAt }) => ({ at: createdAt })],
  [['alterado em', 'changed'], ({ updatedAt }) => ({ at: updatedAt })],
];
