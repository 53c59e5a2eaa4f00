import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  authenticationRequest,
  BROWSER,
  createMemoryState,
  decode,
  NONCE,
} from '../../testing/test-bank.ts';
import { areqSchema } from './authentication-message.ts';
import { erroSchema } from './erro.ts';
import { rreqSchema, rresSchema } from './results-message.ts';
import { createThreeDSServer } from './three-ds-server.ts';

const DS_ID = '0190c1d2-aaaa-4bbb-8ccc-00000000000d';
const ACS_ID = '0190c1d2-aaaa-4bbb-8ccc-00000000000a';
const CAVV = `${'B'.repeat(27)}=`;
const REQUESTED = {
  browserAcceptHeader: 'text/html',
  browserUserAgent: 'TestBrowser/1.0',
  browserIP: '203.0.113.9',
};
const browser = { ...BROWSER, ...REQUESTED };

let asked: z.infer<typeof areqSchema>[];
let answerOf: (areq: z.infer<typeof areqSchema>) => object;
let told: string[];
let now: Date;
let values: Map<string, string>;
let ids: number;

beforeEach(() => {
  asked = [];
  answerOf = ({ threeDSServerTransID }) => ares({ threeDSServerTransID });
  told = [];
  now = new Date('2030-01-01T12:00:00Z');
  values = new Map();
  ids = 0;
});

function ares(change: Record<string, unknown>) {
  return {
    messageType: 'ARes',
    messageVersion: '2.2.0',
    dsTransID: DS_ID,
    acsTransID: ACS_ID,
    acsReferenceNumber: 'ACS',
    acsOperatorID: 'BANK',
    transStatus: 'C',
    acsURL: 'http://bank.test/3ds/acs/challenge',
    acsChallengeMandated: 'Y',
    authenticationType: '02',
    ...change,
  };
}

function rreq(threeDSServerTransID: string, change: Record<string, unknown> = {}) {
  return JSON.stringify({
    messageType: 'RReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    threeDSServerTransID,
    dsTransID: DS_ID,
    acsTransID: ACS_ID,
    transStatus: 'Y',
    authenticationValue: CAVV,
    eci: '05',
    interactionCounter: '01',
    ...change,
  });
}
const REFUSED = {
  transStatus: 'N',
  transStatusReason: '01',
  authenticationValue: undefined,
  eci: undefined,
};

function server() {
  return createThreeDSServer({
    state: createMemoryState(values),
    now: async () => now,
    randomBytes: (size) => {
      ids += 1;
      return new Uint8Array(size).fill(ids);
    },
    bankUrl: () => 'http://bank.test',
    acs: {
      async authenticate(text) {
        const areq = areqSchema.parse(JSON.parse(text));
        asked.push(areq);
        return JSON.stringify(answerOf(areq));
      },
      cancel: async () => undefined,
      report: async () => undefined,
    },
    onResult: (transactionId) => told.push(transactionId),
  });
}

async function challenged(number = '4000000000002503') {
  const opened = await server().open(authenticationRequest(number));
  const step = await server().authenticate(opened.session, browser, '03');
  return { ...opened, step, find: () => server().find(opened.transactionId, 'co_1') };
}

describe('what the bank is asked', () => {
  it('is the purchase in centavos of BRL, with the card and the time by the account', async () => {
    await challenged();
    expect(asked).toMatchObject([
      {
        acctNumber: '4000000000002503',
        cardExpiryDate: '4012',
        cardholderName: 'ANA SOUZA',
        purchaseAmount: '123456',
        purchaseCurrency: '986',
        purchaseExponent: '2',
        purchaseDate: '20300101120000',
        merchantName: 'Café <Ipê> & Cia',
        deviceChannel: '02',
        threeDSRequestorDecReqInd: 'N',
      },
    ]);
  });

  it('is the browser by its own words and by its own request', async () => {
    await challenged();
    expect(asked[0]).toMatchObject({ ...BROWSER, ...REQUESTED });
  });

  it('is Y where the method was done, N where it was not, U where there is none', async () => {
    const done = await server().open(authenticationRequest('4000000000002503'));
    await server().methodDone(done.transactionId);
    await server().authenticate(done.session, browser, '03');
    const late = await server().open(
      authenticationRequest('4000000000002503', { reference: 'auth_2' }),
    );
    await server().authenticate(late.session, browser, '03');
    await server().methodDone(late.transactionId);
    const none = await server().open(
      authenticationRequest('340000000002708', { reference: 'auth_3' }),
    );
    const versions = await server().versions(none.session, null, NONCE);
    expect(versions.method).toBeNull();
    await server().authenticate(none.session, browser, '03');
    expect(asked.map(({ threeDSCompInd }) => threeDSCompInd)).toEqual(['Y', 'N', 'U']);
  });

  it('is asked once, whoever asks again, and the card is forgotten with the answer', async () => {
    const { session, step } = await challenged();
    expect([...values.values()].join()).not.toContain('4000000000002503');
    expect(await server().authenticate(session, browser, '03')).toEqual(step);
    expect(asked).toHaveLength(1);
  });

  it('has one answer, also where two tabs ask at once', async () => {
    const { session, transactionId } = await server().open(
      authenticationRequest('4000000000002503'),
    );
    let answers = 0;
    answerOf = ({ threeDSServerTransID }) => {
      answers += 1;
      const acsTransID = ACS_ID.replace(/a$/, String(answers));
      return ares({ threeDSServerTransID, acsTransID });
    };
    const [one, two] = await Promise.all([
      server().authenticate(session, browser, '03'),
      server().authenticate(session, browser, '03'),
    ]);
    expect(answers).toBe(2);
    expect(one).toEqual(two);
    expect(await server().find(transactionId, 'co_1')).toEqual({ kind: 'open' });
  });

  it('cuts a long shop name and drops a holder name of one letter', async () => {
    const { session } = await server().open(
      authenticationRequest('4000000000002503', {
        merchantName: `${'x'.repeat(39)}🌼`,
        card: { ...authenticationRequest('4000000000002503').card, holderName: 'A' },
      }),
    );
    await server().authenticate(session, browser, '03');
    expect(asked[0]?.merchantName).toBe('x'.repeat(39));
    expect(asked[0]).not.toHaveProperty('cardholderName');
  });
});

describe('the challenge request', () => {
  it('carries the ids and the version of the answer, in base64url without padding', async () => {
    const { step, transactionId } = await challenged();
    expect(step.challenge?.creq).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(decode(step.challenge?.creq ?? '')).toEqual({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: transactionId,
      acsTransID: ACS_ID,
      challengeWindowSize: '03',
    });
  });

  it('holds no proof and no reason that the browser could read', async () => {
    answerOf = ({ threeDSServerTransID }) =>
      ares({
        threeDSServerTransID,
        transStatus: 'Y',
        authenticationValue: CAVV,
        eci: '05',
        acsURL: undefined,
        acsChallengeMandated: undefined,
        authenticationType: undefined,
      });
    const { step } = await challenged();
    expect(step).toEqual({ transStatus: 'Y', cancelled: false, challenge: null });
  });
});

describe('an answer that breaks the protocol fails as an error', () => {
  it.each([
    ['of another transaction', { threeDSServerTransID: ACS_ID }],
    ['Y without a proof', { transStatus: 'Y' }],
    ['Y with a proof of 27 characters', { transStatus: 'Y', authenticationValue: 'A', eci: '05' }],
    ['C without an address', { acsURL: undefined }],
    ['decoupled, which was not asked for', { transStatus: 'D' }],
    ['informational', { transStatus: 'I' }],
    ['of another version', { messageVersion: '2.1.0' }],
    ['of no type', { messageType: undefined }],
  ])('%s', async (_kind, change) => {
    answerOf = ({ threeDSServerTransID }) => ares({ threeDSServerTransID, ...change });
    const { find, step } = await challenged();
    expect(step).toEqual({ transStatus: 'U', cancelled: false, challenge: null });
    expect(await find()).toEqual({ kind: 'failed', reason: 'error' });
    expect(told).toHaveLength(1);
  });
});

describe('the results request', () => {
  it('decides, and tells it', async () => {
    const { transactionId, find } = await challenged();
    expect(told).toEqual([]);
    const answer = rresSchema.parse(JSON.parse(await server().results(rreq(transactionId))));
    expect(answer.resultsStatus).toBe('01');
    expect(await find()).toEqual({
      kind: 'authenticated',
      isChallenged: true,
      eci: '05',
      cavv: CAVV,
      dsTransactionId: DS_ID,
      version: '2.2.0',
    });
    expect(told).toEqual([transactionId]);
  });

  it('is answered alike when it comes twice, without a second effect', async () => {
    const { transactionId, find } = await challenged();
    const first = await server().results(rreq(transactionId, REFUSED));
    expect(await server().results(rreq(transactionId))).toBe(first);
    expect(await find()).toEqual({
      ...{ kind: 'failed', reason: 'not_authenticated', isChallenged: true },
    });
    expect(told).toEqual([transactionId]);
  });

  it.each([
    ['301', 'of an unknown transaction', { threeDSServerTransID: ACS_ID }],
    ['305', 'of another challenge', { acsTransID: DS_ID }],
    ['305', 'of another directory', { dsTransID: ACS_ID }],
    ['203', 'with Y and no proof', { authenticationValue: undefined }],
    ['203', 'of another type', { messageType: 'CRes' }],
  ])('is an Erro %s when it is %s, and changes nothing', async (errorCode, _kind, change) => {
    const { transactionId, find } = await challenged();
    const answer = await server().results(rreq(transactionId, change));
    expect(erroSchema.parse(JSON.parse(answer))).toMatchObject({ errorCode, errorComponent: 'S' });
    expect(await find()).toEqual({ kind: 'open' });
    expect(told).toEqual([]);
  });

  it('is refused where there was no challenge', async () => {
    const { transactionId } = await server().open(authenticationRequest('4000000000002503'));
    const answer = await server().results(rreq(transactionId));
    expect(erroSchema.parse(JSON.parse(answer)).errorCode).toBe('305');
  });

  it.each([
    ['01', { kind: 'failed', reason: 'cancelled', isChallenged: true }],
    ['04', { kind: 'open' }],
    ['05', { kind: 'open' }],
    ['06', { kind: 'failed', reason: 'error', isChallenged: true }],
    ['07', { kind: 'failed', reason: 'error', isChallenged: true }],
    [undefined, { kind: 'failed', reason: 'not_authenticated', isChallenged: true }],
  ])('with N and challengeCancel %s means %o', async (challengeCancel, result) => {
    const { transactionId, find } = await challenged();
    const text = rreq(transactionId, { ...REFUSED, challengeCancel });
    expect(rreqSchema.safeParse(JSON.parse(text)).success).toBe(true);
    await server().results(text);
    expect(await find()).toEqual(result);
  });

  it.each([
    ['R', '11', 'rejected'],
    ['U', '22', 'unavailable'],
    ['U', '03', 'not_supported'],
    ['U', '13', 'not_supported'],
  ])('with %s and reason %s fails as %s', async (transStatus, transStatusReason, reason) => {
    const { transactionId, find } = await challenged();
    await server().results(rreq(transactionId, { ...REFUSED, transStatus, transStatusReason }));
    expect(await find()).toEqual({ kind: 'failed', reason, isChallenged: true });
  });
});

describe('a session', () => {
  it('is the same for the same reference of a company, and for no other', async () => {
    const open = (change: object) =>
      server().open(authenticationRequest('4000000000002503', change));
    const first = await open({});
    expect(await open({})).toEqual(first);
    expect(await open({ companyId: 'co_2' })).not.toEqual(first);
    expect(await open({ reference: 'auth_2' })).not.toEqual(first);
  });

  it('is one where two open at once', async () => {
    const request = authenticationRequest('4000000000002503');
    const one = server();
    const [a, b] = await Promise.all([one.open(request), one.open(request)]);
    expect(a).toEqual(b);
  });

  it('carries 32 secret bytes, and none of another is taken', async () => {
    const { session, transactionId } = await server().open(
      authenticationRequest('4000000000002503'),
    );
    expect(session).toMatch(/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/);
    const forged = `${transactionId}.${'A'.repeat(43)}`;
    await expect(server().status(forged)).rejects.toMatchObject({ code: 'session_unknown' });
    await expect(server().status(transactionId)).rejects.toMatchObject({
      code: 'session_unknown',
    });
  });

  it('ends at its time by the account, to the millisecond', async () => {
    const { session } = await challenged();
    now = new Date('2030-01-01T12:14:59.999Z');
    expect((await server().status(session)).transStatus).toBe('C');
    now = new Date('2030-01-01T12:15:00Z');
    for (const use of [
      () => server().versions(session, null, NONCE),
      () => server().authenticate(session, browser, '03'),
      () => server().status(session),
    ]) {
      await expect(use()).rejects.toMatchObject({ code: 'session_expired' });
    }
  });

  it('still tells its result after its time', async () => {
    const { session, transactionId } = await challenged();
    await server().results(rreq(transactionId));
    now = new Date('2030-01-01T13:00:00Z');
    expect(await server().status(session)).toEqual({ transStatus: 'Y', cancelled: false });
  });
});

describe('another company', () => {
  it('neither finds nor cancels a transaction', async () => {
    const { transactionId, find } = await challenged();
    await expect(server().find(transactionId, 'co_2')).rejects.toThrow();
    await expect(server().cancel(transactionId, 'co_2')).rejects.toThrow();
    await expect(server().find(ACS_ID, 'co_1')).rejects.toThrow();
    expect(await find()).toEqual({ kind: 'open' });
  });
});

describe('cancelling', () => {
  it('before the bank was asked ends it, and the bank is never asked', async () => {
    const { session, transactionId } = await server().open(
      authenticationRequest('4000000000002503'),
    );
    const cancelled = { kind: 'failed', reason: 'cancelled' };
    expect(await server().cancel(transactionId, 'co_1')).toEqual(cancelled);
    expect(await server().cancel(transactionId, 'co_1')).toEqual(cancelled);
    expect(told).toEqual([transactionId]);
    expect(await server().authenticate(session, browser, '03')).toEqual({
      transStatus: 'N',
      cancelled: true,
      challenge: null,
    });
    expect(asked).toEqual([]);
    expect([...values.values()].join()).not.toContain('4000000000002503');
  });

  it('changes nothing after the end, or after its time', async () => {
    const { transactionId } = await challenged();
    await server().results(rreq(transactionId));
    expect(await server().cancel(transactionId, 'co_1')).toMatchObject({ kind: 'authenticated' });
    const late = await server().open(
      authenticationRequest('4000000000002503', { reference: 'auth_2' }),
    );
    now = new Date('2030-01-01T13:00:00Z');
    expect(await server().cancel(late.transactionId, 'co_1')).toEqual({ kind: 'open' });
  });
});
