import type { Db, Queryable, SqlValue } from '../../../base/shared/db.ts';
import type {
  SavedCardStore,
  SavedCards,
  StoredConsent,
} from '../../../domain/cards/saved-card.ts';
import { columnsOf } from '../columns.ts';
import { countOf, execute, firstOf } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const CONSENTS = columnsOf<StoredConsent>({
  companyId: 'company_id',
  tokenHash: 'token_hash',
  id: 'id',
  customerId: 'customer_id',
  textId: 'text_id',
  textVersion: 'text_version',
  locale: 'locale',
  words: 'words',
  pageOrigin: 'page_origin',
  referenceId: 'reference_id',
  expirationMonth: 'expiration_month',
  expirationYear: 'expiration_year',
  givenAt: 'given_at',
});

type Hashed = { token_hash: Uint8Array };
type Listed = Awaited<ReturnType<SavedCardStore['list']>>[number];

/** On file, by whichever consent: a card that was saved twice is there by two tokens. */
const ON_FILE = `FROM card_consents c JOIN card_tokens t
    ON t.company_id = $1 AND t.token_hash = c.token_hash AND t.status = 'on_file'
  WHERE c.company_id = $1 AND c.customer_id = $2`;

const UNCONSENTED = `company_id = $1 AND status = 'on_file' AND token_hash NOT IN (
  SELECT token_hash FROM card_consents WHERE company_id = $1)`;

export function createSavedCardStore(db: Db): SavedCardStore {
  return {
    insert: async (consent) => execute(db, CONSENTS.insertion('card_consents', consent)),

    list: (companyId, customerId) =>
      db.query<Listed>(sql('saved_card_list', companyId, customerId)`SELECT * FROM (
          SELECT DISTINCT ON (t.card_fingerprint) c.id, t.brand, t.last4,
            c.expiration_month AS "expirationMonth", c.expiration_year AS "expirationYear",
            c.saved_at AS "savedAt"
          ${raw(ON_FILE)} ORDER BY t.card_fingerprint, c.saved_at DESC, c.id
        ) AS newest ORDER BY "savedAt" DESC, id LIMIT 100`),

    async find({ companyId, customerId, id }) {
      const row = await firstOf<Hashed>(db, 'saved_card_find', companyId, customerId)`
        SELECT t.token_hash ${raw(ON_FILE)} AND c.id = ${id}`;
      return row?.token_hash ?? null;
    },

    destroy: (tx, cards) => destroy(tx, ...which(cards)),

    countWithoutConsent: (companyId) =>
      countOf(db, 'saved_card_count_unconsented', companyId)`
        SELECT count(*)::integer AS count FROM card_tokens WHERE ${raw(UNCONSENTED)}`,

    destroyWithoutConsent: (tx, companyId) => destroy(tx, 'unconsented', UNCONSENTED, [companyId]),
  };
}

/** Which are meant: by a name, a condition on those on file, and its values. */
function which(cards: SavedCards): [name: string, condition: string, values: SqlValue[]] {
  const { companyId } = cards;
  if ('tokenHash' in cards) {
    return ['token', 'company_id = $1 AND token_hash = $2', [companyId, cards.tokenHash]];
  }
  if ('customerDocumentHash' in cards) {
    const { customerDocumentHash } = cards;
    const condition = 'company_id = $1 AND customer_document_hash = $2';
    return ['payer', condition, [companyId, customerDocumentHash]];
  }
  const condition = `company_id = $1 AND token_hash IN (SELECT t.token_hash ${ON_FILE})
    AND card_fingerprint IN (SELECT t.card_fingerprint ${ON_FILE} AND c.id = $3)`;
  return ['customer', condition, [companyId, cards.customerId, cards.id]];
}

/** Ends them and the fresh tokens that were made of them, whose time has not come yet. */
async function destroy(
  tx: Queryable,
  name: string,
  condition: string,
  values: SqlValue[],
): Promise<Uint8Array[]> {
  const ended = raw(`status = 'revoked', sealed_card = NULL, customer_document_hash = NULL,
    network_transaction_id = NULL`);
  const rows = await tx.query<Hashed>(sql(`saved_card_destroy_${name}`, ...values)`
    WITH saved AS (
      UPDATE card_tokens SET ${ended} WHERE status = 'on_file' AND ${raw(condition)}
      RETURNING token_hash
    ), made AS (
      UPDATE card_tokens t SET ${ended} FROM saved s
      WHERE t.company_id = $1 AND t.saved_from = s.token_hash AND t.status = 'fresh'
      RETURNING t.token_hash
    )
    SELECT token_hash FROM saved UNION ALL SELECT token_hash FROM made`);
  return rows.map((row) => row.token_hash);
}
