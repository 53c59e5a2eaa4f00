import type { Balance } from '../../../contract/payments/balance.ts';
import type { Amounts } from './ledger.ts';

const RECIPIENT = 'recipient:';

export function toBalance(amounts: Amounts): Balance {
  const { available = 0, reserve = 0, in_flight: inFlight = 0, debt = 0 } = amounts;
  const recipients = Object.entries(amounts)
    .filter(([account]) => account.startsWith(RECIPIENT))
    .map(([account, amount = 0]) => ({ recipientId: account.slice(RECIPIENT.length), amount }))
    .sort((one, other) => (one.recipientId < other.recipientId ? -1 : 1));
  return { currency: 'BRL', available, reserved: reserve, inFlight, debt: 0 - debt, recipients };
}
