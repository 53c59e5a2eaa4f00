import * as z from 'zod/mini';
import type { ErrorDetail } from '../../../contract/errors/api-error.ts';
import { apiErrorCodeSchema, errorDetailSchema } from '../../../contract/errors/api-error.ts';
import { declineReasonSchema } from '../../../contract/errors/decline-reason.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';

/** Real time, not an account's. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Longer than any request takes: an older running one died with its process. */
const RUNNING_LIMIT_MS = 30_000;

const keptAnswerSchema = z.union([
  z.object({ answer: z.unknown() }),
  z.object({
    error: z.object({
      code: apiErrorCodeSchema,
      message: z.string(),
      // One that was kept before rules had names has none.
      details: z.array(
        z.extend(errorDetailSchema, { rule: z._default(errorDetailSchema.shape.rule, 'invalid') }),
      ),
      threeDSMissing: z.boolean(),
      declineReason: z.optional(declineReasonSchema),
    }),
  }),
]);
type KeptAnswer = z.infer<typeof keptAnswerSchema>;

export type IdempotencyKey = { companyId: string; keyHash: Uint8Array };

export interface IdempotencyStore {
  /**
   * Claims the key: null where it is ours now. Otherwise what is known under it. A key from before
   * `expiredBefore`, or of the same body and running since before `deadBefore`, is claimed anew.
   */
  begin(
    key: IdempotencyKey,
    bodyFingerprint: Uint8Array,
    times: { now: Date; expiredBefore: Date; deadBefore: Date },
  ): Promise<{ bodyFingerprint: Uint8Array; answer: unknown } | null>;
  keep(key: IdempotencyKey, answer: unknown): Promise<void>;
  forget(key: IdempotencyKey): Promise<void>;
  deleteStarted(companyId: string, before: Date, limit: number): Promise<number>;
}

/**
 * Runs `work` once for a key: the same body again gives the first answer, also where it was a
 * refusal; 422 IDEMPOTENCY_MISMATCH for another body, 409 IN_PROGRESS while the first is running.
 * An answer of 5xx, and one that only says "wait", is not kept.
 */
export async function answerOnce<Schema extends z.ZodMiniType>(
  request: { companyId: string; key: string; bodyFingerprint: Uint8Array; answerSchema: Schema },
  work: () => Promise<z.output<Schema>>,
  services: { idempotency: IdempotencyStore; hash: KeyedHash; now: () => Date },
): Promise<z.output<Schema>> {
  const { companyId, bodyFingerprint } = request;
  const { idempotency, hash } = services;
  requireKey(request.key);
  const key = { companyId, keyHash: hash('idempotency-key', `${companyId}|${request.key}`) };
  const now = services.now();
  const earlier = await idempotency.begin(key, bodyFingerprint, {
    now,
    expiredBefore: new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS),
    deadBefore: new Date(now.getTime() - RUNNING_LIMIT_MS),
  });
  if (earlier !== null) return repeat(earlier, bodyFingerprint, request.answerSchema);
  try {
    const answer = await work();
    await idempotency.keep(key, { answer } satisfies KeptAnswer);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !NOT_KEPT.has(error.code)) {
      const { code, message, details, threeDSMissing, declineReason } = error;
      await idempotency.keep(key, {
        error: { code, message, details, threeDSMissing, declineReason },
      } satisfies KeptAnswer);
    } else {
      await idempotency.forget(key);
    }
    throw error;
  }
}

function requireKey(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return;
  throw invalidField('Idempotency-Key', 'characters', { allowed: 'ASCII', min: 1, max: 255 });
}

function repeat<Schema extends z.ZodMiniType>(
  earlier: { bodyFingerprint: Uint8Array; answer: unknown },
  bodyFingerprint: Uint8Array,
  answerSchema: Schema,
): z.output<Schema> {
  // The body before the state: another body is wrong also while the first is running.
  if (!isSameHash(earlier.bodyFingerprint, bodyFingerprint)) {
    throw new ApiError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key came with another body.');
  }
  if (earlier.answer === null) {
    throw new ApiError('IN_PROGRESS', 'The first request with this key is still running.');
  }
  const kept = keptAnswerSchema.parse(earlier.answer);
  if ('answer' in kept) return answerSchema.parse(kept.answer);
  const { code, message, threeDSMissing, declineReason } = kept.error;
  const details: ErrorDetail[] = kept.error.details;
  const why = declineReason === undefined ? {} : { declineReason };
  throw new ApiError(code, message, { details, threeDSMissing, ...why });
}

const NOT_KEPT: ReadonlySet<string> = new Set([
  'IN_PROGRESS',
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'TEMPORARY_UNAVAILABLE',
  'PROVIDER_REJECTED',
  'UNAVAILABLE',
  'INTERNAL',
]);
