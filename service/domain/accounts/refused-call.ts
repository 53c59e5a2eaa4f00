import type { ApiErrorCode, ErrorDetail } from '../../../contract/errors/api-error.ts';

/** `server`: with the key pair. `browser`: with the public key alone, which anybody may read. */
export type RefusedCaller = 'server' | 'browser';

/** It says which fields were at fault, not what they held. `times`: equal calls within seconds. */
export type RefusedCall = {
  companyId: string;
  requestId: string;
  at: Date;
  caller: RefusedCaller;
  keyId: string;
  method: string;
  route: string;
  status: number;
  code: ApiErrorCode;
  message: string;
  details: readonly ErrorDetail[];
  times: number;
};

export interface RefusedCallStore {
  append(companyId: string, calls: readonly RefusedCall[]): Promise<void>;
  /** Newest first. */
  page(
    companyId: string,
    filter: { caller: RefusedCaller; after: { at: Date; requestId: string } | null; limit: number },
  ): Promise<RefusedCall[]>;
  forget(companyId: string, which: { before: Date; most: number }): Promise<void>;
}

export type RefusedCallLog = {
  note(call: Omit<RefusedCall, 'times'>): void;
  flush(): Promise<void>;
};

/**
 * Decision: the newest thousand of a week for each kind of caller, written every ten seconds, equal
 * ones as one and ten different ones of a company and kind at most: a flood costs few rows, and no
 * public key pushes out calls of the company's servers.
 */
export const REFUSED_CALLS_KEPT = { ageMs: 7 * 24 * 60 * 60 * 1_000, most: 1_000 };
const MOST_OF_COMPANY = 10;
const MOST_IN_ALL = 1_000;
const MOST_DETAILS = 10;
const MAX_TEXT = 200;

export function createRefusedCallLog(
  store: Pick<RefusedCallStore, 'append'>,
  onError: (error: unknown) => void,
): RefusedCallLog {
  let noted = new Map<string, RefusedCall>();
  let ofWhom = new Map<string, number>();
  return {
    note(call) {
      const details = call.details.slice(0, MOST_DETAILS).map(shortened);
      const whom = `${call.companyId} ${call.caller}`;
      const kind = JSON.stringify([
        whom,
        call.keyId,
        call.method,
        call.route,
        call.status,
        call.code,
        details.map(({ path }) => path),
      ]);
      const before = noted.get(kind);
      if (before !== undefined) {
        noted.set(kind, { ...call, details, times: before.times + 1 });
        return;
      }
      const count = ofWhom.get(whom) ?? 0;
      if (count >= MOST_OF_COMPANY || noted.size >= MOST_IN_ALL) return;
      ofWhom.set(whom, count + 1);
      noted.set(kind, { ...call, message: call.message.slice(0, MAX_TEXT), details, times: 1 });
    },

    async flush() {
      const ofCompany = new Map<string, RefusedCall[]>();
      for (const call of noted.values()) {
        ofCompany.set(call.companyId, [...(ofCompany.get(call.companyId) ?? []), call]);
      }
      noted = new Map();
      ofWhom = new Map();
      for (const [companyId, calls] of ofCompany) {
        await store.append(companyId, calls).catch(onError);
      }
    },
  };
}

/** A name of a field may be the caller's own, and so hold what is no name. */
function shortened(detail: ErrorDetail): ErrorDetail {
  const path = detail.path.replace(/\d{6,}/g, '…').slice(0, MAX_TEXT);
  return { ...detail, path, message: detail.message.slice(0, MAX_TEXT) };
}
