import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type {
  AuthenticationRequest,
  AuthenticationResult,
} from '../../providers/three-d-secure-provider.ts';
import { methodOf } from '../test-cards/outcomes.ts';
import type { Acs } from './acs.ts';
import { askBank, createAreq } from './areq.ts';
import type { RequestedBrowser, ScriptedBrowser } from './authentication-message.ts';
import { erroText } from './erro.ts';
import { MESSAGE_VERSION } from './message-fields.ts';
import { readMessage, toBase64Url } from './message-text.ts';
import type { Progress } from './progress.ts';
import { toProgress } from './progress.ts';
import type { RandomBytes } from './proof.ts';
import { createTransId } from './proof.ts';
import { createRecords } from './record.ts';
import type { RRes } from './results-message.ts';
import { rreqSchema } from './results-message.ts';
import { SessionError } from './session-error.ts';
import type { SandboxThreeDSState } from './state.ts';
import type { Transaction } from './transaction.ts';
import { aresOf, toResult, transactionSchema } from './transaction.ts';

/** The same, with the challenge the browser must open where there is one. */
export type BrowserStep = Progress & { challenge: { creq: string } | null };

export type ThreeDSServer = ReturnType<typeof createThreeDSServer>;

const openedSchema = z.object({ transactionId: z.string(), session: z.string() });

/**
 * The merchant's side of the protocol: opens a transaction, asks the bank, takes the results, and
 * knows what came of it.
 */
export function createThreeDSServer(options: {
  state: SandboxThreeDSState;
  now: (companyId: string) => Promise<Date>;
  randomBytes: RandomBytes;
  bankUrl: () => string;
  /** The bank. A cancellation goes there too; the protocol leaves it to the cardholder's browser. */
  acs: Pick<Acs, 'authenticate' | 'cancel' | 'report'>;
  onResult: (transactionId: string) => void;
}) {
  const { state, now, randomBytes, bankUrl, acs, onResult } = options;
  const opened = createRecords(state, 'opened', openedSchema);
  const transactions = createRecords(state, 'transaction', transactionSchema);

  async function isOver(transaction: Transaction): Promise<boolean> {
    return (await now(transaction.companyId)) >= new Date(transaction.expiresAt);
  }

  async function known(transactionId: string, companyId: string): Promise<Transaction> {
    const transaction = await transactions.find(transactionId);
    if (transaction === null || transaction.companyId !== companyId) {
      throw new Error('no such transaction');
    }
    return transaction;
  }

  /** The transaction of a session that may still be used, or whose end may still be read. */
  async function enter(session: string): Promise<{ id: string; transaction: Transaction }> {
    const id = session.split('.')[0] ?? '';
    const transaction = await transactions.find(id);
    if (transaction === null || !isSame(transaction.session, session)) {
      throw new SessionError('session_unknown');
    }
    const isOpen = toResult(transaction).kind === 'open';
    if (isOpen && (await isOver(transaction))) throw new SessionError('session_expired');
    return { id, transaction };
  }

  /** What a challenge came to where the bank decided but was cut off before it could say so. */
  async function settle(transactionId: string, transaction: Transaction): Promise<Transaction> {
    const ares = aresOf(transaction);
    if (transaction.results !== null || ares?.transStatus !== 'C') return transaction;
    await acs.report(ares.acsTransID);
    return (await transactions.find(transactionId)) ?? transaction;
  }

  return {
    /** The same reference of a company is the same transaction, whoever asks again. */
    async open(
      request: AuthenticationRequest,
    ): Promise<{ session: string; transactionId: string }> {
      const id = createTransId(randomBytes);
      const secret = Buffer.from(randomBytes(32)).toString('base64url');
      const { transactionId, session } = await opened.keep(
        `${request.companyId}|${request.reference}`,
        { transactionId: id, session: `${id}.${secret}` },
      );
      await transactions.keep(transactionId, {
        companyId: request.companyId,
        reference: request.reference,
        session,
        expiresAt: request.expiresAt.toISOString(),
        merchantName: request.merchantName,
        amount: request.amount,
        card: request.card,
        method: methodOf(request.card.number),
        isMethodDone: false,
        origin: null,
        answer: null,
        results: null,
        isCancelled: false,
      });
      return { session, transactionId };
    },

    async find(transactionId: string, companyId: string): Promise<AuthenticationResult> {
      return toResult(await settle(transactionId, await known(transactionId, companyId)));
    },

    async cancel(transactionId: string, companyId: string): Promise<AuthenticationResult> {
      // What ran out of time was not cancelled: it is over by the service's own clock.
      const transaction = await known(transactionId, companyId);
      if (await isOver(transaction)) return toResult(await settle(transactionId, transaction));
      const cancelled = await transactions.change(transactionId, (value) =>
        value.answer === null && !value.isCancelled
          ? { ...value, isCancelled: true, card: null }
          : null,
      );
      const ares = cancelled === null ? null : aresOf(cancelled.value);
      if (ares?.transStatus === 'C') await acs.cancel(ares.acsTransID);
      if (cancelled?.isChanged) onResult(transactionId);
      return toResult(await known(transactionId, companyId));
    },

    /** Version look-up. `origin`: of the document that runs the script, by its own request. */
    async versions(session: string, origin: string | null, nonce: string) {
      const { id } = await enter(session);
      const changed = await transactions.change(id, (value) =>
        value.origin === origin ? null : { ...value, origin },
      );
      const transaction = changed?.value;
      const isAsked = transaction === undefined || transaction.answer !== null;
      const hasMethod = !isAsked && transaction.method !== 'none' && !transaction.isMethodDone;
      const path = transaction?.method === 'silent' ? '/3ds/method/silent' : '/3ds/method';
      const data = {
        threeDSServerTransID: id,
        threeDSMethodNotificationURL: `${bankUrl()}/3ds/method-notification?nonce=${nonce}`,
      };
      return {
        transactionId: id,
        messageVersion: MESSAGE_VERSION,
        method: hasMethod
          ? {
              threeDSMethodURL: `${bankUrl()}${path}`,
              threeDSMethodData: toBase64Url(JSON.stringify(data)),
            }
          : null,
      };
    },

    /** The bank has seen the browser. Too late after the AReq, and then without effect. */
    async methodDone(threeDSServerTransID: string): Promise<{ origin: string | null } | null> {
      const changed = await transactions.change(threeDSServerTransID, (value) =>
        value.answer === null && !value.isMethodDone ? { ...value, isMethodDone: true } : null,
      );
      return changed === null ? null : { origin: changed.value.origin };
    },

    /** Asks the bank, once: whoever asks again gets the first answer. */
    async authenticate(
      session: string,
      browser: ScriptedBrowser & RequestedBrowser,
      windowSize: '01' | '02' | '03' | '04' | '05',
    ): Promise<BrowserStep> {
      const { id, transaction } = await enter(session);
      let current = transaction;
      if (transaction.answer === null && transaction.card !== null) {
        const { card } = transaction;
        const areq = createAreq({
          threeDSServerTransID: id,
          transaction,
          card,
          browser,
          bankUrl: bankUrl(),
          purchasedAt: await now(transaction.companyId),
        });
        const answer = await askBank(areq, acs);
        const changed = await transactions.change(id, (value) =>
          value.answer === null && !value.isCancelled ? { ...value, answer, card: null } : null,
        );
        current = changed?.value ?? transaction;
        if (changed?.isChanged && toResult(current).kind !== 'open') onResult(id);
      }
      const progress = toProgress(current);
      const ares = aresOf(current);
      if (progress.transStatus !== 'C' || ares === null) return { ...progress, challenge: null };
      const creq = {
        messageType: 'CReq',
        messageVersion: ares.messageVersion,
        threeDSServerTransID: id,
        acsTransID: ares.acsTransID,
        challengeWindowSize: windowSize,
      };
      return { ...progress, challenge: { creq: toBase64Url(JSON.stringify(creq)) } };
    },

    async status(session: string): Promise<Progress> {
      const { id, transaction } = await enter(session);
      return toProgress(await settle(id, transaction));
    },

    /** Takes an RReq; answers its RRes, or an Erro. Both as JSON text. */
    async results(rreqText: string): Promise<string> {
      const about = { errorComponent: 'S', errorMessageType: 'RReq' } as const;
      const rreq = readMessage(rreqSchema, rreqText);
      if (!rreq.isValid) return erroText('invalidFormat', about, rreq.fields.join(','));
      const { threeDSServerTransID, acsTransID, dsTransID } = rreq.message;
      const transaction = await transactions.find(threeDSServerTransID);
      if (transaction === null) {
        return erroText('unknownTransaction', about, 'threeDSServerTransID');
      }
      const ares = aresOf(transaction);
      const isOfChallenge = ares?.transStatus === 'C' && ares.acsTransID === acsTransID;
      if (!isOfChallenge || ares.dsTransID !== dsTransID) {
        return erroText('invalidTransaction', about, 'acsTransID');
      }
      const changed = await transactions.change(threeDSServerTransID, (value) =>
        value.results === null ? { ...value, results: rreqText } : null,
      );
      if (changed?.isChanged) onResult(threeDSServerTransID);
      const rres: RRes = {
        messageType: 'RRes',
        messageVersion: MESSAGE_VERSION,
        threeDSServerTransID,
        dsTransID,
        acsTransID,
        resultsStatus: '01',
      };
      return JSON.stringify(rres);
    },

    /** Where the end of a challenge may be told; null where its ids are not those of the ARes. */
    async notified(ids: {
      threeDSServerTransID: string;
      acsTransID: string;
    }): Promise<{ origin: string | null } | null> {
      const transaction = await transactions.find(ids.threeDSServerTransID);
      if (transaction === null || aresOf(transaction)?.acsTransID !== ids.acsTransID) return null;
      return { origin: transaction.origin };
    },

    /** Whether the time of a transaction is over, by the account's clock. */
    async isOver(threeDSServerTransID: string): Promise<boolean> {
      const transaction = await transactions.find(threeDSServerTransID);
      return transaction === null || isOver(transaction);
    },
  };
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
