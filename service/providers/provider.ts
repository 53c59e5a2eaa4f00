import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import { withDeadline } from '../base/shared/deadline.ts';
import type { Timers } from '../base/shared/periodic.ts';
import type { Asker } from '../base/shared/work-slot.ts';
import { withoutSlot } from '../base/shared/work-slot.ts';
import type { Acquirer, PaymentIssuer } from './acquirer.ts';
import type { CheckFault } from './check-fault.ts';
import { checkFault } from './check-fault.ts';
import type { PayoutAcquirer } from './payout-acquirer.ts';
import type { AcquirerChallenges, ThreeDSecureProvider } from './three-d-secure-provider.ts';

/** An outside party as one company has it: what it does for that company, and null for the rest. */
export type Provider = {
  readonly name: string;
  /** False for one that moves no money: production mode does without it. */
  readonly isReal: boolean;
  /** For how long a charge may last; an adapter has deadlines of its own for single calls. */
  readonly deadlineMs: number;
  readonly cards: Acquirer | null;
  readonly payments: PaymentIssuer | null;
  readonly payouts: PayoutAcquirer | null;
  readonly threeDS: ThreeDSecureProvider | null;
  /** Only of one whose charges may answer `challenge_required`. */
  readonly challenges?: AcquirerChallenges;
  /** The methods of which a look-up tells what went back after the approval; none where absent. */
  readonly tellsReturns?: readonly PaymentMethod[];
  /** Whether the credentials work, by one call that changes nothing. Throws where nobody answers. */
  test?(signal: AbortSignal): Promise<CredentialCheck>;
  readonly notices?: Notices;
  /** Only of one that lists payments by their day. */
  readonly list?: PaymentList;
  /** Only of one whose charges take the session of an antifraud that runs a script. */
  readonly antifraud?: AntifraudProvider;
};

/**
 * Judges the risk of a charge by the buyer's device: its script runs in a document of its own at
 * the 3-D Secure stage's origin, under the id of our antifraud session, which the charge names too.
 */
export interface AntifraudProvider {
  /** The one origin that its script comes from, and all that the document may speak to. */
  readonly host: string;
  scriptUrl(sessionId: string): string;
}

/** As long as the slowest call of a real party may take, which is a charge of 30 seconds. */
export const REAL_DEADLINE_MS = 35_000;

/**
 * Decision: whoever waits for an answer of ours gets it within eight seconds, whatever a provider
 * does. A charge goes on after that; everything else is given up, since it is looked up or asked for
 * again under its own id.
 */
export const ANSWER_WITHIN_MS = 8_000;

/** Of any call but a charge. `answerWithinMs`: more where nobody waits, as in the background. */
export function callDeadlineMs(
  { deadlineMs }: Pick<Provider, 'deadlineMs'>,
  answerWithinMs: number = ANSWER_WITHIN_MS,
): number {
  return Math.min(deadlineMs, answerWithinMs);
}

/** What a provider is asked with: its timers, and the request's place, which is for others meanwhile. */
export type AskingProvider = Asker & { timers: Timers };

/** One call, given up after `deadlineMs`. */
export function callProvider<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  deadlineMs: number,
  { timers, slot }: AskingProvider,
): ReturnType<typeof withDeadline<Answer>> {
  return withoutSlot({ slot }, () => withDeadline(call, { deadlineMs, timers }));
}

/** One call other than a charge; null where it fails or takes too long. */
export async function askProvider<Answer>(
  provider: Pick<Provider, 'deadlineMs'>,
  call: (signal: AbortSignal) => Promise<Answer>,
  asking: AskingProvider & { answerWithinMs?: number },
): Promise<Answer | null> {
  const deadlineMs = callDeadlineMs(provider, asking.answerWithinMs);
  const answer = await callProvider(call, deadlineMs, asking);
  return answer.kind === 'answered' ? answer.value : null;
}

/** `reason`: a finding of ours, or the party's own words as they are. Neither holds a secret. */
export type CredentialCheck = { kind: 'works' } | { kind: 'refused'; reason: CheckFault | string };

/**
 * One payment that was made, as its provider lists it, in centavos. `key`: see attempt-key.ts; null
 * of what was asked for elsewhere. `returned`: what went back; null where the list does not tell.
 */
export type ListedPayment = {
  key: string | null;
  externalId: string;
  amount: number;
  returned: number | null;
};

export type ListPeriod = { from: Date; until: Date };

/** What a provider lists of an account, whoever uses it. */
export type PaymentList = {
  methods: readonly PaymentMethod[];
  /** Page by page. Throws where one does not come, or is not whole. */
  read(period: ListPeriod, signal: AbortSignal): AsyncIterable<ListedPayment[]>;
};

/** With the finding of that name. */
export function refusedFor<Name extends CheckFault['fault']>(
  ...finding: Parameters<typeof checkFault<Name>>
): CredentialCheck {
  return { kind: 'refused', reason: checkFault(...finding) };
}

/** What a party tells without being asked. It is only ever a reason to look something up. */
export interface Notices {
  /**
   * Has the party send its notices to this address from now on, and reads back that it will. May be
   * repeated. Left out where the operator has to ask the party for it.
   */
  connect?(address: string, signal: AbortSignal): Promise<CredentialCheck>;
  /** Reads one; may ask the party what it is about. Throws where that does not answer. */
  read(notice: Notice, signal: AbortSignal): Promise<NoticeReading>;
}

/** A request as it arrived. `headers` by names in small letters. */
export type Notice = {
  headers: Readonly<Record<string, string>>;
  query: URLSearchParams;
  rawBody: Uint8Array;
  /** SHA-256 in hexadecimal; null where none came that the party's authority has issued. */
  clientCertificate: string | null;
};

/** `forged`: gets 401. `about`: what to look up (`key`: see attempt-key.ts), or nothing of ours. */
export type NoticeReading =
  | { kind: 'forged' }
  | { kind: 'about'; attempts: readonly { of: 'payin' | 'payout'; key: string }[] };
