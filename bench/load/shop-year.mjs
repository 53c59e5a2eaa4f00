import { createHash } from 'node:crypto';

// A shop's payins as the dashboard looks for them, in the words of `fill`. Every twentieth is of one
// buyer, card and amount, so that whatever is searched for fills a page at every size; a tenth of the
// others share a buyer, a quarter is paid by PIX, a twentieth was refused.

const IS_SOUGHT = 'n % 20 = 0';

export const SHOP_YEAR = {
  copyId: "'pay_no3ds_' || substr(md5(n::text), 1, 22)",
  changes: {
    external_id: "'external-' || n",
    customer: `CASE WHEN ${IS_SOUGHT} THEN t.customer ELSE t.customer || jsonb_build_object(
      'document', lpad((n / 10)::text, 11, '0'), 'email', 'buyer-' || n / 10 || '@example.com') END`,
    amount: `CASE WHEN ${IS_SOUGHT} THEN t.amount ELSE 1000 + n * 7919 % 100000 END`,
    payment_method: "CASE n % 4 WHEN 1 THEN 'PIX' ELSE t.payment_method END",
    card_brand: 'CASE n % 4 WHEN 1 THEN NULL ELSE t.card_brand END',
    card_last4: `CASE WHEN n % 4 = 1 THEN NULL WHEN ${IS_SOUGHT} THEN t.card_last4
      ELSE lpad((n * 7919 % 10000)::text, 4, '0') END`,
    status: "CASE n % 20 WHEN 11 THEN 'REFUSED' ELSE t.status END",
    decline_reason: "CASE n % 20 WHEN 11 THEN 'insufficient_funds' ELSE t.decline_reason END",
  },
};

const ONE = 500;
const ID = `pay_no3ds_${createHash('md5').update(String(ONE)).digest('hex').slice(0, 22)}`;

const PAGE = 50;

function search(q, more = {}) {
  return `/payments?${new URLSearchParams({ q, ...more })}`;
}

export const SHOP_PAGES = {
  list: { path: '/payments', lists: PAGE },
  'search: order': { path: search(`filled-${ONE}`), lists: 1 },
  'search: id': { path: search(ID), lists: 1 },
  'search: document': { path: search('529.982.247-25'), lists: PAGE },
  'search: e-mail': { path: search('ana@example.com'), lists: PAGE },
  'search: last four': { path: search('1111'), lists: PAGE },
  'search: amount': { path: search('159,90'), lists: PAGE },
  // Looks through as many as a page may cost.
  'search: amount in a state none has': { path: search('159,90', { status: 'MED' }), lists: 0 },
  detail: { path: `/payments/${ID}`, lists: 0 },
  home: { path: '/', lists: 0 },
};
