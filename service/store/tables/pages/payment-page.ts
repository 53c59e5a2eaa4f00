import type { Db } from '../../../base/shared/db.ts';
import type { PaymentPage, PaymentPageStore } from '../../../domain/pages/payment-page.ts';
import { columnsOf, IF_NEW } from '../columns.ts';
import { countOf, execute, firstOf, hasRows } from '../rows.ts';
import { among, raw, sql } from '../sql.ts';

const PAGES = columnsOf<PaymentPage>({
  companyId: 'company_id',
  id: 'id',
  referenceId: 'reference_id',
  order: 'ordered::jsonb',
  isReusable: 'is_reusable',
  maxPayments: 'max_payments',
  visits: 'visits',
  places: 'places::jsonb',
  expiresAt: 'expires_at',
  endedAt: 'ended_at',
  createdAt: 'created_at',
});

type PageKey = Pick<PaymentPage, 'companyId' | 'id'>;

export function createPaymentPageStore(db: Db): PaymentPageStore {
  const find: PaymentPageStore['find'] = (companyId, id) =>
    PAGES.one(db, PAGES.by('payment_pages', { companyId, id }));

  return {
    find,

    insert: (page, addressHash, afterwards) =>
      db.transaction(async (tx) => {
        if (!(await hasRows(tx, PAGES.insertion('payment_pages', page, IF_NEW)))) return false;
        await execute(tx, 'payment_page_address_insert')`
          INSERT INTO payment_page_addresses (address_hash, company_id, page_id)
          VALUES (${addressHash}, ${page.companyId}, ${page.id})`;
        await afterwards(tx);
        return true;
      }),

    async findByAddress(addressHash) {
      const key = await firstOf<PageKey>(db, 'payment_page_by_address')`
        SELECT company_id AS "companyId", page_id AS id FROM payment_page_addresses
        WHERE address_hash = ${addressHash}`;
      return key === null ? null : find(key.companyId, key.id);
    },

    findOpen: (companyId, referenceId) =>
      PAGES.one(db, 'payment_page_open', companyId)`SELECT ${raw(PAGES.names)} FROM payment_pages
        WHERE company_id = $1 AND reference_id IN (${referenceId}, ${referenceId.normalize('NFD')})
          AND ended_at IS NULL`,

    list: (companyId, limit) =>
      PAGES.all(db, 'payment_page_list', companyId)`SELECT ${raw(PAGES.names)} FROM payment_pages
        WHERE company_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${limit}`,

    end: (tx, { companyId, id }, at) =>
      execute(tx ?? db, 'payment_page_end', companyId)`UPDATE payment_pages SET ended_at = ${at}
        WHERE company_id = $1 AND id = ${id} AND ended_at IS NULL`,

    async countVisit({ companyId, id }) {
      const [row] = await db.query<{ visits: number }>(sql('payment_page_visit', companyId)`
        UPDATE payment_pages SET visits = visits + 1
        WHERE company_id = $1 AND id = ${id} RETURNING visits`);
      if (row === undefined) throw new Error('a payment page is gone');
      return row.visits;
    },

    countPaid: ({ companyId, referenceId, visits }) =>
      countOf(db, 'payment_page_paid', companyId)`
        SELECT count(*) AS count FROM payins WHERE company_id = $1
        AND reference_id = ANY (ARRAY(SELECT ${referenceId} || '-' || n
          FROM generate_series(1, ${visits}) n))
        AND holds_reference AND status NOT IN ('PENDING', 'PENDING_3DS')`,

    changePlaces: createPlaces(db),
  };
}

function createPlaces(db: Db): PaymentPageStore['changePlaces'] {
  return ({ companyId, id, referenceId }, change) =>
    db.transaction(async (tx) => {
      const row = await firstOf<Pick<PaymentPage, 'places'>>(tx, 'payment_page_lock', companyId)`
        SELECT places FROM payment_pages WHERE company_id = $1 AND id = ${id} FOR UPDATE`;
      const places = await change(row?.places ?? {}, async (visits) => {
        const held = await tx.query<{ referenceId: string }>(sql('payment_page_held', companyId)`
          SELECT reference_id AS "referenceId" FROM payins WHERE company_id = $1 AND holds_reference
            AND reference_id = ${among(visits.map((visit) => `${referenceId}-${visit}`))}`);
        return visits.filter((visit) =>
          held.some((one) => one.referenceId === `${referenceId}-${visit}`),
        );
      });
      await execute(tx, 'payment_page_places', companyId)`
        UPDATE payment_pages SET places = ${JSON.stringify(places)}::jsonb WHERE company_id = $1
          AND id = ${id}`;
    });
}
