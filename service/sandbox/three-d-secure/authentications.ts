import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuthenticationRequest } from '../../providers/three-d-secure-provider.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';
import { methodOf } from '../test-cards.ts';
import type { ChallengeAnswer, ChallengeNotice } from './challenge.ts';
import { weighAnswer } from './challenge.ts';
import type { RandomBytes } from './decision.ts';
import { createTransId, decide } from './decision.ts';
import type { Challenge, Result, Transaction } from './transaction.ts';
import { toProgress, transactionSchema } from './transaction.ts';

export class SessionError extends Error {
  readonly code: 'session_unknown' | 'session_expired';

  constructor(code: 'session_unknown' | 'session_expired') {
    super(code);
    this.name = 'SessionError';
    this.code = code;
  }
}

/** `origin`: where the end may be told. */
export type ChallengeView =
  | { kind: 'question'; transaction: Transaction; challenge: Challenge; notice: ChallengeNotice }
  | { kind: 'end'; origin: string | null };

export type Authentications = ReturnType<typeof createAuthentications>;

type Known = { id: string; transaction: Transaction };

type Options = {
  state: SandboxState;
  now: (companyId: string) => Promise<Date>;
  onResult: (transactionId: string) => void;
};

export function createAuthentications(options: Options & { randomBytes: RandomBytes }) {
  const { state, randomBytes } = options;
  const known = createTransactions(options);
  const { transactions, isOver, find, enter, progress } = known;
  /** Transactions by the service's reference, and by the id of their challenge. */
  const byReference = createRecords(state, 'reference', z.string());
  const byChallenge = createRecords(state, 'challenge', z.string());

  return {
    ...challengesOf(known, byChallenge),

    /** The same reference of a company is the same transaction, whoever asks again. */
    async open(
      request: AuthenticationRequest,
    ): Promise<{ session: string; transactionId: string }> {
      const transactionId = await byReference.keep(
        `${request.companyId}|${request.reference}`,
        createTransId(randomBytes),
      );
      const secret = Buffer.from(randomBytes(32)).toString('base64url');
      const { session } = await transactions.keep(transactionId, {
        companyId: request.companyId,
        session: `${transactionId}.${secret}`,
        expiresAt: request.expiresAt.toISOString(),
        merchantName: request.merchantName,
        amount: request.amount,
        number: request.card.number,
        isMethodDone: false,
        origin: null,
        challenge: null,
        result: { kind: 'open' },
      });
      return { session, transactionId };
    },

    async find(transactionId: string, companyId: string): Promise<Result> {
      return (await find(transactionId, companyId)).result;
    },

    async cancel(transactionId: string, companyId: string): Promise<Result> {
      // What ran out of time was not cancelled: it is over by the service's own clock.
      const transaction = await find(transactionId, companyId);
      if (await isOver(transaction)) return transaction.result;
      const cancelled = await progress(transactionId, ({ challenge }) => ({
        number: null,
        result: {
          kind: 'failed',
          reason: 'cancelled',
          ...(challenge === null ? {} : { isChallenged: true }),
        },
      }));
      return cancelled.result;
    },

    /** The 3DS Method that is left to run. `origin`: of the script's document, by its request. */
    async begin(session: string, origin: string | null) {
      const { id } = await enter(session);
      const changed = await transactions.change(id, (value) =>
        value.origin === origin ? null : { ...value, origin },
      );
      const { number = null, isMethodDone = true } = changed?.value ?? {};
      const method = number === null || isMethodDone ? 'none' : methodOf(number);
      return { transactionId: id, method };
    },

    /** The bank has seen the browser. Answers where that may be told; null for an unknown id. */
    async methodDone(transactionId: string): Promise<{ origin: string | null } | null> {
      const changed = await transactions.change(transactionId, (value) =>
        value.isMethodDone ? null : { ...value, isMethodDone: true },
      );
      return changed === null ? null : { origin: changed.value.origin };
    },

    /**
     * Has the bank decide, once: whoever asks again gets the first answer. `challenge`: the id of
     * what it asks the buyer; null where it asks nothing.
     */
    async authenticate(session: string) {
      const { id } = await enter(session);
      const transaction = await progress(id, ({ number }) =>
        number === null ? null : { ...decide(number, randomBytes), number: null },
      );
      const standing = toProgress(transaction);
      const { challenge, result } = transaction;
      if (challenge === null || result.kind !== 'open') return { ...standing, challenge: null };
      const { acsTransID } = challenge;
      // Whoever names a challenge to a browser makes sure that it is found.
      await byChallenge.keep(acsTransID, id);
      return { ...standing, challenge: acsTransID };
    },

    async status(session: string) {
      return toProgress((await enter(session)).transaction);
    },
  };
}

function createTransactions({ state, now, onResult }: Options) {
  const transactions = createRecords(state, 'authentication', transactionSchema);

  async function isOver(transaction: Transaction): Promise<boolean> {
    return (await now(transaction.companyId)) >= new Date(transaction.expiresAt);
  }

  async function find(transactionId: string, companyId: string): Promise<Transaction> {
    const transaction = await transactions.find(transactionId);
    if (transaction === null || transaction.companyId !== companyId) {
      throw new Error('no such transaction');
    }
    return transaction;
  }

  /** The transaction of a session that may still be used, or whose end may still be read. */
  async function enter(session: string): Promise<Known> {
    const id = session.split('.')[0] ?? '';
    const transaction = await transactions.find(id);
    if (transaction === null || !isSame(transaction.session, session)) {
      throw new SessionError('session_unknown');
    }
    const isOpen = transaction.result.kind === 'open';
    if (isOpen && (await isOver(transaction))) throw new SessionError('session_expired');
    return { id, transaction };
  }

  /** Changes an open transaction, and says so where that gave it its result. */
  async function progress(
    id: string,
    change: (transaction: Transaction) => Partial<Transaction> | null,
  ): Promise<Transaction> {
    const changed = await transactions.change(id, (value) => {
      const next = value.result.kind === 'open' ? change(value) : null;
      return next === null ? null : { ...value, ...next };
    });
    if (changed === null) throw new Error('no such transaction');
    if (changed.isChanged && changed.value.result.kind !== 'open') onResult(id);
    return changed.value;
  }

  return { transactions, isOver, find, enter, progress };
}

function challengesOf(
  { transactions, isOver, progress }: ReturnType<typeof createTransactions>,
  byChallenge: { find(acsTransID: string): Promise<string | null> },
) {
  async function findChallenge(acsTransID: string): Promise<Known | null> {
    const id = await byChallenge.find(acsTransID);
    const transaction = id === null ? null : await transactions.find(id);
    return id === null || transaction === null ? null : { id, transaction };
  }

  /**
   * Decision: a challenge that ran out of time at the bank refused nothing, so it stays open here
   * until the service's own clock calls it expired.
   */
  async function show(
    transaction: Transaction,
    notice: ChallengeNotice = 'none',
  ): Promise<ChallengeView> {
    const { challenge, result, origin } = transaction;
    const isOpen = result.kind === 'open' && !(await isOver(transaction));
    if (challenge === null || !isOpen) return { kind: 'end', origin };
    return { kind: 'question', transaction, challenge, notice };
  }

  return {
    /** Where it stands; null for one that there is not. */
    async openChallenge(acsTransID: string): Promise<ChallengeView | null> {
      const found = await findChallenge(acsTransID);
      return found === null ? null : show(found.transaction);
    },

    async answerChallenge(
      acsTransID: string,
      answer: ChallengeAnswer,
    ): Promise<ChallengeView | null> {
      const found = await findChallenge(acsTransID);
      if (found === null) return null;
      if (await isOver(found.transaction)) return show(found.transaction);
      let notice: ChallengeNotice = 'none';
      const transaction = await progress(found.id, ({ challenge }) => {
        if (challenge === null) return null;
        const step = weighAnswer(challenge, answer);
        if (step.result !== null) return { result: step.result };
        notice = step.notice;
        return step.challenge === challenge ? null : { challenge: step.challenge };
      });
      return show(transaction, notice);
    },
  };
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
