import * as z from 'zod/mini';
import type { PayoutOutcome } from '../../../contract/payments/test-pix-keys.ts';
import { TEST_PIX_KEYS } from '../../../contract/payments/test-pix-keys.ts';
import type { KnownTransfer, PayoutAcquirer, Transfer } from '../../providers/payout-acquirer.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';

const BY_KEY: ReadonlyMap<string, PayoutOutcome> = new Map(
  TEST_PIX_KEYS.flatMap(({ evp, email, payout }) => [
    [evp, payout],
    [email, payout],
  ]),
);

/** Whom every key belongs to. */
const RECEIVER = { name: 'Ana Souza', maskedDocument: '***.982.247-**' };

const keptSchema = z.object({ decision: z.string(), externalId: z.string() });

/**
 * Transfers that move no money: any well-formed key exists and its transfer completes, except the
 * published ones. What was taken in is remembered durably, by our reference.
 */
export function createSandboxPayouts(options: {
  state: SandboxState;
  randomId: () => string;
}): PayoutAcquirer {
  const { state, randomId } = options;
  const transfers = createRecords(state, 'transfer', keptSchema);
  return {
    async check(transfer) {
      switch (decide(transfer)) {
        case 'INVALID_PIX_KEY':
          return { kind: 'unknown_key' };
        case 'BEYOND_LIMITS':
          return { kind: 'beyond_limits' };
        case 'TEMPORARY_UNAVAILABLE':
          return { kind: 'unavailable' };
        default:
          return { kind: 'payable', receiver: RECEIVER };
      }
    },

    async send(transfer) {
      const made = { decision: decide(transfer), externalId: randomId() };
      const kept = await transfers.keep(transfer.reference, made);
      const known = toKnown(kept);
      return known.kind === 'rejected' ? known : { kind: 'accepted', externalId: kept.externalId };
    },

    async find({ reference }) {
      const kept = await transfers.find(reference);
      return kept === null ? { kind: 'not_found' } : toKnown(kept);
    },
  };
}

function decide({ pixKey }: Pick<Transfer, 'pixKey'>): PayoutOutcome {
  return BY_KEY.get(pixKey) ?? 'COMPLETED';
}

function toKnown({ decision, externalId }: z.infer<typeof keptSchema>): KnownTransfer {
  switch (decision) {
    case 'PROVIDER_REJECTED':
      return { kind: 'rejected', reason: 'rejected by the payment system' };
    case 'FAILED':
      return { kind: 'failed', externalId, reason: 'the receiving institution did not answer' };
    case 'REFUSED':
      return { kind: 'refused', externalId, reason: 'the receiving account is closed' };
    case 'PROCESSING':
      return { kind: 'processing', externalId };
    default:
      return { kind: 'completed', externalId };
  }
}
