import { beforeEach, describe, expect, it } from 'vitest';
import { BROWSER, createMemoryState } from '../../testing/test-bank.ts';
import type { Acs } from './acs.ts';
import { createAcs } from './acs.ts';
import { aresSchema } from './authentication-message.ts';
import { erroSchema } from './erro.ts';
import { rreqSchema } from './results-message.ts';

const ID = '0190c1d2-aaaa-4bbb-8ccc-000000000001';
const AREQ = {
  messageType: 'AReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  deviceChannel: '02',
  threeDSServerTransID: ID,
  threeDSServerRefNumber: 'REF',
  threeDSServerURL: 'https://server.test/results',
  threeDSRequestorID: 'id',
  threeDSRequestorName: 'Shop',
  threeDSRequestorURL: 'https://shop.test',
  threeDSRequestorAuthenticationInd: '01',
  threeDSRequestorChallengeInd: '01',
  threeDSRequestorDecReqInd: 'N',
  threeDSCompInd: 'Y',
  acctNumber: '4000000000002503',
  cardExpiryDate: '4012',
  acquirerBIN: '000000',
  acquirerMerchantID: 'co_1',
  mcc: '5999',
  merchantCountryCode: '076',
  merchantName: 'Shop',
  purchaseAmount: '100',
  purchaseCurrency: '986',
  purchaseExponent: '2',
  purchaseDate: '20300101120000',
  notificationURL: 'https://server.test/notification',
  browserAcceptHeader: '*/*',
  browserUserAgent: 'TestBrowser/1.0',
  ...BROWSER,
};

let sent: string[];
let answerOf: (rreqText: string) => string;
let values: Map<string, string>;
let acs: Acs;

beforeEach(() => {
  sent = [];
  values = new Map();
  let drawn = 0;
  answerOf = (text) => {
    const { threeDSServerTransID, dsTransID, acsTransID } = rreqSchema.parse(JSON.parse(text));
    return JSON.stringify({
      messageType: 'RRes',
      messageVersion: '2.2.0',
      threeDSServerTransID,
      dsTransID,
      acsTransID,
      resultsStatus: '01',
    });
  };
  acs = createAcs({
    state: createMemoryState(values),
    randomBytes: (size) => {
      drawn += 1;
      return new Uint8Array(size).fill(drawn);
    },
    acsUrl: () => 'https://acs.test/challenge',
    isOver: async () => false,
    results: async (text) => {
      sent.push(text);
      return answerOf(text);
    },
  });
});

async function ask(change: Record<string, unknown> = {}) {
  return JSON.parse(await acs.authenticate(JSON.stringify({ ...AREQ, ...change })));
}
const confirm = { action: 'confirm', code: '1234', turn: 0 } as const;

describe('the bank', () => {
  it('answers with the id it was asked with, and one of the scheme', async () => {
    expect(aresSchema.parse(await ask())).toMatchObject({
      threeDSServerTransID: ID,
      dsTransID: '01010101-0101-4101-8101-010101010101',
      transStatus: 'C',
      acsURL: 'https://acs.test/challenge',
    });
  });

  it.each([
    ['threeDSServerTransID', undefined],
    ['acctNumber', 'x'],
    ['messageVersion', '2.1.0'],
  ])('answers an Erro that names %s, never its value', async (field, value) => {
    const erro = erroSchema.parse(await ask({ [field]: value }));
    expect(erro).toMatchObject({ errorCode: '203', errorComponent: 'A', errorDetail: field });
  });

  it('keeps no whole number of a card', async () => {
    await ask();
    expect([...values.values()].join()).not.toContain('4000000000002503');
  });

  it('counts the pages it showed in its results', async () => {
    const { acsTransID } = await ask();
    await acs.answer(acsTransID, { action: 'resend', code: '', turn: 0 });
    await acs.answer(acsTransID, { ...confirm, turn: 1 });
    expect(JSON.parse(sent[0]!)).toMatchObject({ interactionCounter: '02', transStatus: 'Y' });
  });

  it('says again what was not acknowledged, and only that', async () => {
    const { acsTransID } = await ask();
    const acknowledge = answerOf;
    answerOf = () => JSON.stringify({ messageType: 'Erro' });
    await acs.answer(acsTransID, confirm);
    expect(sent).toHaveLength(1);
    answerOf = acknowledge;
    await acs.report(acsTransID);
    await acs.report(acsTransID);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
  });

  it('says the same again after it was cut off while it said so', async () => {
    const { acsTransID } = await ask();
    const acknowledge = answerOf;
    answerOf = () => {
      throw new Error('cut off');
    };
    await expect(acs.answer(acsTransID, confirm)).rejects.toThrow();
    answerOf = acknowledge;
    await acs.cancel(acsTransID);
    expect(sent).toHaveLength(2);
    expect(JSON.parse(sent[1]!)).toMatchObject({ transStatus: 'Y' });
  });

  it('has nothing to say before a decision, or of what it does not know', async () => {
    const { acsTransID } = await ask();
    await acs.report(acsTransID);
    await acs.report(ID);
    await acs.cancel(ID);
    expect(sent).toEqual([]);
    expect(await acs.answer(ID, confirm)).toMatchObject({ kind: 'erro' });
  });
});
