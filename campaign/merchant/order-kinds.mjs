import { createPayin, createPayout } from '../../scripts/system/orders.mjs';
import { LATE_HOLDER } from '../system/late-acquirer.mjs';

/** Times out at the acquirer, which decides it a minute later. */
const SILENT = 'SLOW';
const PAYOUT_KEY = '00000000-0000-4000-8000-0000000004';

/**
 * `refusal`: the right code where it is no 201; `mayBeTaken`: asked again after no answer, it may
 * be acknowledged, and is told by its event. `ends`: its status once all is over; null where
 * nothing is left. `acts`: calls that may follow (`ACT_CALLS`), each with its status.
 */
export const ORDER_KINDS = {
  approvedCard: {
    weight: 8,
    make: (url) => cardOrder(url, {}),
    ends: 'APPROVED',
    acts: { refund: 'REFUNDED' },
  },
  refusedCard: {
    weight: 2,
    make: (url) => cardOrder(url, { number: '4000000000000002' }),
    ends: 'REFUSED',
  },
  declinedCard: {
    weight: 2,
    make: (url) => cardOrder(url, { number: '4000000000009995' }),
    refusal: 'PAYER_LIMIT_REJECTED',
    ends: null,
  },
  silentCard: {
    weight: 0.3,
    make: (url) => cardOrder(url, { holderName: SILENT }),
    ends: 'APPROVED',
  },
  returnedCard: {
    weight: 3,
    make: (url) => cardOrder(url, {}),
    ends: 'APPROVED',
    acts: { giveBack: 'REFUNDED' },
  },
  pix: { weight: 4, make: (url) => pixOrder(url), ends: 'PENDING', acts: { pay: 'APPROVED' } },
  payout: { weight: 5, make: (url) => payoutOrder(url, '99'), ends: 'COMPLETED' },
  refusedPayout: { weight: 1, make: (url) => payoutOrder(url, '05'), ends: 'REFUSED' },
  failedPayout: { weight: 1, make: (url) => payoutOrder(url, '04'), ends: 'FAILED' },
  rejectedPayout: {
    weight: 1,
    make: (url) => payoutOrder(url, '03'),
    refusal: 'PROVIDER_REJECTED',
    mayBeTaken: true,
    ends: 'FAILED',
  },
  /** Ordered by `LATE_WEIGHTS` alone: a charge that is booked after we gave up. */
  lateCard: {
    weight: 0,
    make: (url) => cardOrder(url, { holderName: LATE_HOLDER }),
    ends: 'FAILED',
  },
  /** Ordered by nobody: a card whose charge a kill kept from leaving. */
  unsentCard: { weight: 0, ends: 'FAILED' },
};

/** `refund` and `pay`: the sandbox's control calls; `giveBack`: a refund that may be on its way. */
export const ACT_CALLS = {
  refund: ({ id }) => ({ path: `/sandbox/payins/${id}/refund`, done: 200 }),
  pay: ({ id }) => ({ path: `/sandbox/payins/${id}/pay`, done: 200 }),
  giveBack: ({ id, referenceId }) => ({
    path: `/payin/${id}/refund`,
    body: { referenceId: `${referenceId}-back` },
    done: 201,
  }),
};

export const WEIGHTS = Object.fromEntries(
  Object.entries(ORDER_KINDS).map(([name, { weight }]) => [name, weight]),
);
/** A card cut off by a kill may fail or not there: only orders whose end is known. */
export const LATE_WEIGHTS = { lateCard: 6, payout: 2, refusedPayout: 1 };

function cardOrder(webhookUrl, changes) {
  const { body } = createPayin(webhookUrl);
  return { path: '/payin', body: { ...body, card: { ...body.card, ...changes } } };
}

function pixOrder(webhookUrl) {
  const { card: _card, ...body } = createPayin(webhookUrl).body;
  return { path: '/payin', body: { ...body, paymentMethod: 'PIX' } };
}

function payoutOrder(webhookUrl, outcome) {
  const { body } = createPayout();
  const key = { pixKey: `${PAYOUT_KEY}${outcome}`, pixKeyType: 'EVP' };
  return { path: '/payout', body: { ...body, ...key, amount: 250, webhookUrl } };
}
