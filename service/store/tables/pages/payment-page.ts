import type { Db } from '../../../base/shared/db.ts';
import type { PaymentPage, PaymentPageStore } from '../../../domain/pages/payment-page.ts';
import { columnsOf, IF_NEW } from '../columns.ts';
import { countOf, execute, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

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
      const [row] = await db.query<{ companyId: string; id: string }>({
        name: 'payment_page_by_address',
        text: `SELECT company_id AS "companyId", page_id AS id FROM payment_page_addresses
          WHERE address_hash = $1`,
        values: [addressHash],
      });
      return row === undefined ? null : find(row.companyId, row.id);
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
      const [row] = await tx.query<Pick<PaymentPage, 'places'>>({
        name: 'payment_page_lock',
        text: 'SELECT places FROM payment_pages WHERE company_id = $1 AND id = $2 FOR UPDATE',
        values: [companyId, id],
      });
      const places = await change(row?.places ?? {}, async (visits) => {
        const held = await tx.query<{ referenceId: string }>({
          name: 'payment_page_held',
          text: `SELECT reference_id AS "referenceId" FROM payins WHERE company_id = $1
            AND reference_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
            AND holds_reference`,
          values: [companyId, JSON.stringify(visits.map((visit) => `${referenceId}-${visit}`))],
        });
        return visits.filter((visit) =>
          held.some((one) => one.referenceId === `${referenceId}-${visit}`),
        );
      });
      await execute(tx, 'payment_page_places', companyId)`
        UPDATE payment_pages SET places = ${JSON.stringify(places)}::jsonb WHERE company_id = $1
          AND id = ${id}`;
    });
}
