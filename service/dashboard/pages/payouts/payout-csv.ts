import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payout, PayoutPlace } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import type { Visit } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
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
  const lines = csvLines(columnsOf(language), language, (after: PayoutPlace | null, limit) =>
    findPayouts(companyId, { search, after, limit }, services.lists),
  );
  const name = say(['saques', 'payouts'], language);
  return csvResponse(name, lines, dataAge(services.lists.maxAgeMs));
}

function columnsOf(language: Language): readonly CsvColumn<Payout>[] {
  return [
    [say(['id', 'id'], language), ({ id }) => id],
    [say(['referência', 'reference'], language), ({ referenceId }) => referenceId],
    [say(['id no provedor', 'id at the provider'], language), ({ externalId }) => externalId ?? ''],
    [say(['situação', 'state'], language), ({ status }) => STATES[language][status]],
    [say(['valor', 'amount'], language), ({ amount }) => ({ centavos: amount })],
    // As everywhere else: a transfer that did not happen has none.
    [
      say(['tarifa', 'fee'], language),
      ({ status, fee }) => (status === 'COMPLETED' ? { centavos: fee } : ''),
    ],
    [
      say(['quem recebe', 'who receives it'], language),
      ({ beneficiaryName }) => beneficiaryName ?? '',
    ],
    [
      say(['documento', 'document'], language),
      (payout) => writtenDocument(payout.beneficiaryDocument ?? ''),
    ],
    [
      say(['tipo da chave', 'type of key'], language),
      ({ pixKeyType }) => KEY_TYPES[language][pixKeyType],
    ],
    [say(['chave PIX', 'PIX key'], language), (payout) => writtenKey(payout)],
    [say(['criado em', 'created'], language), ({ createdAt }) => ({ at: createdAt })],
    [say(['alterado em', 'changed'], language), ({ updatedAt }) => ({ at: updatedAt })],
  ];
}
