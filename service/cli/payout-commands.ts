import { PAYOUT_STATUSES } from '../../contract/payout.ts';
import { PIX_KEY_TYPES } from '../../contract/pix-key.ts';
import { APPROVE_PAYOUT, CANCEL_PAYOUT, CREATE_PAYOUT, LIST_PAYOUTS } from '../acts/payouts.ts';
import type { Payout } from '../domain/payouts/payout.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for payments that go out. Decision: none shows to whom. */
export const PAYOUT_COMMANDS: readonly Command[] = [
  commandOf(LIST_PAYOUTS, {
    summary: "lists an account's payouts, newest first",
    options: {
      companyId: 'the id of the company',
      status: PAYOUT_STATUSES.join(', '),
      referenceId: "the merchant's own id of it",
      limit: 'at most so many, 50 unless given',
    },
    tell: ({ payouts, left }) => ({
      content: { rows: payouts.map(toRow) },
      notes: left > 0 ? [`${left} more are not shown.`] : [],
    }),
  }),
  commandOf(CREATE_PAYOUT, {
    summary: 'pays out to a PIX key; a repeat with the same reference pays nothing twice',
    options: {
      companyId: 'the id of the company',
      referenceId: "the merchant's own id of it",
      amount: 'in centavos',
      pixKeyType: PIX_KEY_TYPES.join(', '),
      pixKey: 'the key to pay to',
      name: 'who it is paid to',
      document: 'their CPF or CNPJ',
    },
    tell,
  }),
  commandOf(APPROVE_PAYOUT, {
    summary: 'lets a payout go that waits for approval',
    options: { payoutId: 'its id' },
    tell,
  }),
  commandOf(CANCEL_PAYOUT, {
    summary: 'cancels a payout that was not sent yet; its amount is available again',
    options: { payoutId: 'its id' },
    tell,
  }),
];

function tell(payout: Payout) {
  return { content: { record: toRow(payout) } };
}

function toRow(payout: Payout): Row {
  return {
    payout: payout.id,
    externalId: payout.externalId,
    reference: payout.referenceId,
    status: payout.status,
    amount: payout.amount,
    fee: payout.fee,
    reason: payout.reason,
    createdBy: payout.createdBy,
    decidedBy: payout.decidedBy,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  };
}
