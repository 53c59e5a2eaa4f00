import * as z from 'zod/mini';
import type { KnownTransfer, PayoutAcquirer, Transfer } from '../../providers/payout-acquirer.ts';
import type { SandboxAcquirerState } from './state.ts';

type Decision =
  | 'unknown_key'
  | 'beyond_limits'
  | 'unavailable'
  | 'rejected'
  | 'failed'
  | 'refused'
  | 'processing'
  | 'completed';

/** Published test keys: the last two digits of an EVP, and the e-mail beside it. */
const BY_SUFFIX: Readonly<Record<string, Decision>> = {
  '00': 'unknown_key',
  '01': 'beyond_limits',
  '02': 'unavailable',
  '03': 'rejected',
  '04': 'failed',
  '05': 'refused',
  '06': 'processing',
};
const BY_MAILBOX: Readonly<Record<string, Decision>> = {
  missing: 'unknown_key',
  limits: 'beyond_limits',
  unavailable: 'unavailable',
  rejected: 'rejected',
  fail: 'failed',
  refuse: 'refused',
  slow: 'processing',
};

const EVP = /^00000000-0000-4000-8000-0000000004(\d\d)$/;
const MAILBOX = /^([a-z]+)@sandbox\.test$/;

const keptSchema = z.object({ decision: z.string(), externalId: z.string() });

/**
 * Transfers that move no money: any well-formed key exists and its transfer completes, except the
 * published ones. What was taken in is remembered durably, by our reference.
 */
export function createSandboxPayouts(options: {
  state: SandboxAcquirerState;
  randomId: () => string;
}): PayoutAcquirer {
  const { state, randomId } = options;
  return {
    async check(transfer) {
      const decision = decide(transfer);
      switch (decision) {
        case 'unknown_key':
        case 'beyond_limits':
        case 'unavailable':
          return { kind: decision };
        default:
          return { kind: 'payable' };
      }
    },

    async send(transfer) {
      const kept = await state.keep(
        `transfer|${transfer.reference}`,
        JSON.stringify({ decision: decide(transfer), externalId: randomId() }),
      );
      const known = toKnown(kept);
      if (known.kind === 'rejected') return known;
      return { kind: 'accepted', externalId: keptSchema.parse(JSON.parse(kept)).externalId };
    },

    async find({ reference }) {
      const kept = await state.read(`transfer|${reference}`);
      return kept === null ? { kind: 'not_found' } : toKnown(kept);
    },
  };
}

function decide({ pixKeyType, pixKey }: Pick<Transfer, 'pixKeyType' | 'pixKey'>): Decision {
  if (pixKeyType === 'EVP') return BY_SUFFIX[EVP.exec(pixKey)?.[1] ?? ''] ?? 'completed';
  if (pixKeyType !== 'EMAIL') return 'completed';
  const mailbox = MAILBOX.exec(pixKey)?.[1] ?? '';
  return (Object.hasOwn(BY_MAILBOX, mailbox) ? BY_MAILBOX[mailbox] : undefined) ?? 'completed';
}

function toKnown(kept: string): KnownTransfer {
  const { decision, externalId } = keptSchema.parse(JSON.parse(kept));
  switch (decision) {
    case 'rejected':
      return { kind: 'rejected', reason: 'rejected by the payment system' };
    case 'failed':
      return { kind: 'failed', externalId, reason: 'the receiving institution did not answer' };
    case 'refused':
      return { kind: 'refused', externalId, reason: 'the receiving account is closed' };
    case 'processing':
      return { kind: 'processing', externalId };
    default:
      return { kind: 'completed', externalId };
  }
}
