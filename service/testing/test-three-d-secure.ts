import type { Acquirer, ChargeOutcome, ChargeRequest, KnownCharge } from '../providers/acquirer.ts';
import type {
  AuthenticationRequest,
  AuthenticationResult,
  ThreeDSecureProvider,
} from '../providers/three-d-secure-provider.ts';
import { ACQUIRER } from './test-provider.ts';

export const PROOF = {
  eci: '05',
  cavv: 'AAABBWcSNIdjeUZThmNHAAAAAAA=',
  dsTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
};
export const AUTHENTICATED: AuthenticationResult = { kind: 'authenticated', ...PROOF };

/** A provider that answers what a test puts in, and counts. */
export function scriptedThreeDS() {
  const listeners = new Set<(transactionId: string) => void>();
  const script = {
    opened: [] as AuthenticationRequest[],
    /** How many authentications there are: opening one again is the same. */
    transactions: new Map<string, string>(),
    results: new Map<string, AuthenticationResult>(),
    onFind: async (): Promise<void> => undefined,
    isDown: false,
    asked: 0,
    tell(transactionId: string) {
      for (const listener of listeners) listener(transactionId);
    },
  };
  const resultOf = (id: string): AuthenticationResult => script.results.get(id) ?? { kind: 'open' };
  const provider: ThreeDSecureProvider = {
    name: 'scripted',
    browser: {
      sdkUrl: 'https://3ds.test/sdk.js',
      hosts: {
        script: ['https://3ds.test'],
        connect: ['https://3ds.test'],
        frame: ['https://3ds.test'],
      },
    },
    async open(request) {
      if (script.isDown) throw new Error('down');
      script.opened.push(request);
      const key = `${request.companyId}|${request.reference}`;
      const transactionId = script.transactions.get(key) ?? `tx-${script.transactions.size + 1}`;
      script.transactions.set(key, transactionId);
      return { session: `session-${transactionId}`, transactionId };
    },
    async find({ transactionId }) {
      script.asked += 1;
      await script.onFind();
      if (script.isDown) throw new Error('down');
      return resultOf(transactionId);
    },
    async cancel({ transactionId }) {
      if (script.isDown) throw new Error('down');
      if (resultOf(transactionId).kind === 'open') {
        script.results.set(transactionId, { kind: 'failed', reason: 'cancelled' });
      }
      return resultOf(transactionId);
    },
    onResult: (listener) => void listeners.add(listener),
  };
  return { script, provider };
}

/** An acquirer that asks for 3-D Secure where it may, then answers what a test puts in. */
export function scriptedAcquirer() {
  const script = {
    charges: [] as ChargeRequest[],
    onCharge: async (_request: ChargeRequest): Promise<ChargeOutcome> => approved,
    known: { kind: 'not_found' } as KnownCharge,
  };
  const acquirer: Acquirer = {
    ...ACQUIRER,
    async charge(request) {
      if (request.canAuthenticateLater) return { kind: 'authentication_required' };
      script.charges.push(request);
      return script.onCharge(request);
    },
    findCharge: async () => script.known,
  };
  return { acquirer, charges: script };
}

const approved: ChargeOutcome = { kind: 'approved', externalId: 'acq-1' };
