import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Db } from '../../base/shared/db.ts';
import type { LookUps } from '../../base/shared/look-ups.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { PollEach } from '../../base/shared/poll-each.ts';
import type { Asker } from '../../base/shared/work-slot.ts';
import type { Providers } from '../../providers/providers.ts';
import type { AccountStore } from '../accounts/account.ts';
import type { AntifraudSessionStore } from '../cards/antifraud-session.ts';
import type { CardTokenStore } from '../cards/card-token.ts';
import type { CardVault } from '../cards/card-vault.ts';
import type { Cvvs } from '../cards/cvv.ts';
import type { DeclineStore } from './decline.ts';
import type { Payin, PayinStore } from './payin.ts';
import type { TransitionPayin } from './payin-transition.ts';
import type { RefundStore } from './refunds/refund.ts';
import type { ReversalStore } from './refunds/reversal.ts';
import type { UnderpaymentStore } from './refunds/underpayment.ts';
import type { AuthenticationStore } from './three-d-secure/three-d-secure.ts';
import type { ThreeDSVault } from './three-d-secure/three-d-secure-vault.ts';

export type PayinsUnderWay = Map<
  string,
  { body: Uint8Array; order: Uint8Array; result: Promise<Payin> }
>;

/** The request that asks, which hears of its payin. */
export type Asking = { id: string; isAbout(payin: Pick<Payin, 'id' | 'provider'>): void };

export type PayinDependencies = Asker & {
  db: Db;
  accounts: AccountStore;
  payins: PayinStore;
  payinsUnderWay: PayinsUnderWay;
  transitionPayin: TransitionPayin;
  declines: DeclineStore;
  reversals: ReversalStore;
  underpayments: UnderpaymentStore;
  refunds: RefundStore;
  lookUps: LookUps;
  /** Now, and all of them; in the background when their turn comes. */
  pollEach: PollEach;
  /** When their turn comes, whoever asks; within what their provider may be asked for. */
  pollSoon: PollEach;
  antifraudSessions: AntifraudSessionStore;
  authentications: AuthenticationStore;
  threeDSVault: ThreeDSVault;
  cardTokens: CardTokenStore;
  vault: CardVault;
  cvvs: Cvvs;
  providers: Providers;
  hash: KeyedHash;
  randomBytes: RandomBytes;
  timers: Timers;
  /** How long whoever waits is kept by one question to an outside party; infinite where nobody waits. */
  answerWithinMs: number;
  /** Real time. */
  now: () => Date;
  /** For what goes on once its caller was answered; its failures are told to the operator. */
  inBackground: (work: Promise<void>) => void;
  log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
};
