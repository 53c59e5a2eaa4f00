import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { PayoutStatus } from '../../../contract/payments/payout.ts';

export const CLOSED_CONNECTIONS = ['too_many', 'too_many_of_address', 'silent', 'unread'] as const;

export type LedgerCheckResult = 'agrees' | 'disagrees' | 'failed';

/** `certificateDaysLeft`, `tokenAgeSeconds`: null where it has none. */
export type ProviderState = {
  provider: string;
  company: string;
  certificateDaysLeft: number | null;
  tokenAgeSeconds: number | null;
  isUsable: boolean;
  isResting: boolean;
};

/** `answerBy`: the first day; null where none is told. */
export type DisputeCounts = {
  disputes: number;
  answerBy: Date | null;
  companiesInDebt: number;
  debtCentavos: number;
};

/**
 * Labels are out of a closed set, so that nobody outside can make it grow: never a card, key, order
 * or raw path, and a company only beside a provider switched on for it.
 */
export interface Metrics {
  /** `operation`: the pattern of a route. */
  requestAnswered(request: {
    operation: string;
    method: string;
    status: number;
    durationMs: number;
  }): void;
  payinEntered(method: PaymentMethod, status: PayinStatus): void;
  /** What came in for a payin that has failed: `found`, then `reversed`. */
  orphanCharge(orphan: { provider: string; outcome: 'found' | 'reversed' }): void;
  payoutEntered(status: PayoutStatus): void;
  webhookAnswered(answer: string): void;
  webhookSettled(outcome: 'delivered' | 'retried' | 'undelivered' | 'put_off'): void;
  callRefused(limit: string): void;
  /** `held`: after too many wrong ones of a person none of their app counts. */
  codeRefused(reason: 'wrong' | 'held'): void;
  spansLeft(spans: { outcome: 'sent' | 'dropped' | 'failed'; count: number }): void;
  connectionClosed(reason: (typeof CLOSED_CONNECTIONS)[number]): void;
  acquirerAnswered(call: { verb: string; outcome: string; durationMs: number }): void;
  /** `verb` and `outcome` of the providers' own code, which has few of them. */
  providerAnswered(call: {
    provider: string;
    verb: string;
    outcome: string;
    durationMs: number;
  }): void;
  providersRead(providers: readonly ProviderState[]): void;
  noticeRead(notice: { provider: string; outcome: 'about' | 'forged' }): void;
  transactionRetried(): void;
  companiesServedRead(share: number): void;
  /** Of the disk of `DATA_DIR`. */
  diskRead(freeShare: number | null): void;
  backupRead(lastAt: Date | null): void;
  noticesCertificateRead(endsAt: Date): void;
  /** Null while it cannot be known. */
  webhookQueueRead(queue: { depth: number; oldestSeconds: number } | null): void;
  underpaymentsRead(waiting: number | null): void;
  disputesRead(read: DisputeCounts | null): void;
  ledgerChecked(check: { result: LedgerCheckResult; at: Date; durationMs: number }): void;
}
