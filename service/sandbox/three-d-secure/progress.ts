import type { Transaction } from './transaction.ts';
import { aresOf, resultsOf, toResult } from './transaction.ts';

/** How an authentication stands, as far as a browser may know it: no proof, no reason. */
export type Progress = {
  transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'C';
  cancelled: boolean;
};

export function toProgress(transaction: Transaction): Progress {
  const result = toResult(transaction);
  if (result.kind === 'open') return { transStatus: 'C', cancelled: false };
  const cancelled = result.kind === 'failed' && result.reason === 'cancelled';
  const last = resultsOf(transaction) ?? aresOf(transaction);
  return { transStatus: cancelled ? 'N' : (last?.transStatus ?? 'U'), cancelled };
}
