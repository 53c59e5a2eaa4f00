import { toBalance } from '../../../domain/ledger/balance.ts';
import type { Amounts, LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const OWN = ['available', 'reserve', 'in_flight', 'debt', 'fees'] as const;
type OwnAccount = (typeof OWN)[number];

const RECIPIENT = 'recipient:';

const NAMES = words<Readonly<Record<OwnAccount | 'recipient', string>>>({
  available: ['Disponível', 'Available'],
  reserve: ['Retido', 'Held back'],
  in_flight: ['A caminho', 'On its way'],
  debt: ['Devido', 'Owed'],
  fees: ['Tarifas cobradas', 'Fees charged'],
  recipient: ['Recebedor: ', 'Recipient: '],
});

export function shownAccounts(amounts: Amounts): LedgerAccount[] {
  const { recipients } = toBalance(amounts);
  const named = recipients.map(({ recipientId }): LedgerAccount => `${RECIPIENT}${recipientId}`);
  return [...OWN, ...named];
}

export function accountName(account: LedgerAccount, language: Language): string {
  const own = OWN.find((one) => one === account);
  const names = NAMES[language];
  return own === undefined ? `${names.recipient}${account.slice(RECIPIENT.length)}` : names[own];
}

/** What is owed is below zero in the ledger and a positive number to the merchant. */
export function shownAmount(account: LedgerAccount, amount: number): number {
  return account === 'debt' ? 0 - amount : amount;
}
