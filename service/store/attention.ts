import type { Db, SqlValue, Statement } from '../shared/db.ts';
import type { AttentionStore, CompanyAttention } from '../summaries/attention.ts';
import { MANY } from '../summaries/attention.ts';

export function createAttentionStore(db: Db): AttentionStore {
  const count = async (name: string, text: string, values: SqlValue[]) => {
    const [row] = await db.query<{ count: number }>({ name, text, values });
    return row?.count ?? 0;
  };
  return {
    async find(companyId, { certificatesEndBy }) {
      const [
        payoutsToApprove,
        undeliveredEvents,
        unknownCharges,
        orphans,
        underpaid,
        certificatesEnding,
      ] = await Promise.all([
        count(
          'attention_payouts',
          `SELECT count(*) AS count FROM (SELECT 1 FROM payouts
              WHERE company_id = $1 AND status = 'AWAITING_APPROVAL' LIMIT ${MANY}) one`,
          [companyId],
        ),
        count(
          'attention_events',
          `SELECT count(*) AS count FROM (SELECT 1 FROM webhook_events
              WHERE company_id = $1 AND status = 'UNDELIVERED' LIMIT ${MANY}) one`,
          [companyId],
        ),
        count(
          'attention_unknown_charges',
          `SELECT count(*) AS count FROM (SELECT 1 FROM payins
              WHERE company_id = $1 AND charge_state = 'unknown' LIMIT ${MANY}) one`,
          [companyId],
        ),
        count(
          'attention_orphans',
          `SELECT count(*) AS count FROM (SELECT 1 FROM reversals
              WHERE company_id = $1 AND done_at IS NULL LIMIT ${MANY}) one`,
          [companyId],
        ),
        count(
          'attention_underpaid',
          `SELECT count(*) AS count FROM (SELECT 1 FROM underpayments u
              JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
              WHERE u.company_id = $1 AND p.company_id = $1
                AND p.charge_state = 'awaiting_payment' LIMIT ${MANY}) one`,
          [companyId],
        ),
        db.query<{ provider: string; endsAt: Date }>({
          name: 'attention_certificates',
          text: `SELECT provider, certificate_ends_at AS "endsAt" FROM provider_credentials
              WHERE company_id = $1 AND certificate_ends_at <= $2
              ORDER BY certificate_ends_at, provider`,
          values: [companyId, certificatesEndBy],
        }),
      ]);
      return {
        ...{ payoutsToApprove, undeliveredEvents, unknownCharges, orphans, underpaid },
        certificatesEnding,
      };
    },

    listCompanies(limit) {
      return db.query<CompanyAttention>(attentionOfCompanies(limit));
    },
  };
}

/** Looks into the partial indexes once a company, and reads nothing of those that have nothing. */
export function attentionOfCompanies(limit: number): Statement {
  return {
    name: 'attention_companies',
    text: `SELECT c.company_id AS "companyId", c.company_name AS "companyName",
        e.count AS "undeliveredEvents", u.count AS "unknownCharges", o.count AS "orphans",
        l.count AS "underpaid"
      FROM companies c
        CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT 1 FROM webhook_events w
          WHERE w.company_id = c.company_id AND w.status = 'UNDELIVERED' LIMIT $1) one) e
        CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT 1 FROM payins p
          WHERE p.company_id = c.company_id AND p.charge_state = 'unknown' LIMIT $1) one) u
        CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT 1 FROM reversals r
          WHERE r.company_id = c.company_id AND r.done_at IS NULL LIMIT $1) one) o
        CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT 1 FROM underpayments s
          JOIN payins q ON q.company_id = s.company_id AND q.id = s.payin_id
          WHERE s.company_id = c.company_id AND q.charge_state = 'awaiting_payment' LIMIT $1) one) l
      WHERE e.count + u.count + o.count + l.count > 0 ORDER BY c.company_id LIMIT $2`,
    values: [MANY, limit],
  };
}
