import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { BROWSER } from '../../testing/test-bank.ts';
import { areqSchema, aresSchema } from './authentication-message.ts';
import { creqSchema, cresSchema, sessionDataSchema } from './challenge-message.ts';
import { createErro, erroSchema } from './erro.ts';
import { fromBase64Url, readMessage, toBase64Url } from './message-text.ts';
import { rreqSchema, rresSchema } from './results-message.ts';

const ID = '0190c1d2-aaaa-4bbb-8ccc-000000000001';
const CAVV = `${'A'.repeat(27)}=`;

const VALID = {
  areq: {
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
    acctNumber: '4000000000002701',
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
    browserIP: '203.0.113.9',
    ...BROWSER,
  },
  ares: {
    messageType: 'ARes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    dsTransID: ID,
    acsTransID: ID,
    acsReferenceNumber: 'ACS',
    acsOperatorID: 'BANK',
    transStatus: 'Y',
    authenticationValue: CAVV,
    eci: '05',
  },
  creq: {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    acsTransID: ID,
    challengeWindowSize: '03',
  },
  cres: {
    messageType: 'CRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    acsTransID: ID,
    transStatus: 'Y',
  },
  rreq: {
    messageType: 'RReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    threeDSServerTransID: ID,
    dsTransID: ID,
    acsTransID: ID,
    transStatus: 'Y',
    authenticationValue: CAVV,
    eci: '05',
    interactionCounter: '01',
  },
  rres: {
    messageType: 'RRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    dsTransID: ID,
    acsTransID: ID,
    resultsStatus: '01',
  },
  erro: createErro('unknownTransaction', { errorComponent: 'S' }, 'threeDSServerTransID'),
} as const;

const SCHEMAS: Record<keyof typeof VALID, z.ZodMiniType> = {
  areq: areqSchema,
  ares: aresSchema,
  creq: creqSchema,
  cres: cresSchema,
  rreq: rreqSchema,
  rres: rresSchema,
  erro: erroSchema,
};
function read(name: keyof typeof VALID, change: Record<string, unknown> = {}) {
  return readMessage(SCHEMAS[name], JSON.stringify({ ...VALID[name], ...change }));
}

describe('a message', () => {
  it.each(Object.keys(VALID) as (keyof typeof VALID)[])('%s is read as it was sent', (name) => {
    expect(read(name)).toEqual({ isValid: true, message: VALID[name] });
  });

  it.each([
    ['areq', 'messageType', 'ARes'],
    ['areq', 'messageVersion', '2.1.0'],
    ['areq', 'messageVersion', '2.3.1'],
    ['areq', 'messageCategory', '02'],
    ['areq', 'deviceChannel', '03'],
    ['areq', 'threeDSServerTransID', 'not-a-uuid'],
    ['areq', 'threeDSServerTransID', ID.toUpperCase()],
    ['areq', 'threeDSRequestorDecReqInd', 'Y'],
    ['areq', 'threeDSCompInd', 'X'],
    ['areq', 'threeDSCompInd', undefined],
    ['areq', 'acctNumber', '4000 0000 0000 2701'],
    ['areq', 'acctNumber', '400000000000'],
    ['areq', 'cardExpiryDate', '4013'],
    ['areq', 'merchantCountryCode', '840'],
    ['areq', 'merchantName', 'x'.repeat(41)],
    ['areq', 'purchaseAmount', '1.00'],
    ['areq', 'purchaseAmount', 100],
    ['areq', 'purchaseCurrency', 'BRL'],
    ['areq', 'purchaseExponent', '0'],
    ['areq', 'purchaseDate', '2030-01-01'],
    ['areq', 'notificationURL', `https://server.test/${'x'.repeat(256)}`],
    ['areq', 'notificationURL', 'javascript:alert(1)'],
    ['areq', 'browserAcceptHeader', ''],
    ['areq', 'browserAcceptHeader', undefined],
    ['areq', 'browserUserAgent', 'x'.repeat(2049)],
    ['areq', 'browserIP', '203.0.113'],
    ['areq', 'browserJavascriptEnabled', 'true'],
    ['areq', 'browserJavaEnabled', undefined],
    ['areq', 'browserLanguage', 'en-GB-oxendict'],
    ['areq', 'browserLanguage', ''],
    ['areq', 'browserColorDepth', '30'],
    ['areq', 'browserColorDepth', 24],
    ['areq', 'browserScreenHeight', '1234567'],
    ['areq', 'browserScreenWidth', '12.5'],
    ['areq', 'browserTZ', '+180'],
    ['areq', 'browserTZ', 180],
    ['ares', 'transStatus', 'D'],
    ['ares', 'transStatus', 'S'],
    ['ares', 'transStatus', 'I'],
    ['ares', 'authenticationValue', undefined],
    ['ares', 'authenticationValue', 'A'.repeat(27)],
    ['ares', 'authenticationValue', 'A'.repeat(28)],
    ['ares', 'eci', undefined],
    ['ares', 'eci', '5'],
    ['ares', 'acsURL', 'https://acs.test/'],
    ['creq', 'challengeWindowSize', '06'],
    ['creq', 'challengeWindowSize', 3],
    ['creq', 'acsTransID', undefined],
    ['creq', 'messageVersion', '2.1.0'],
    ['cres', 'transStatus', 'A'],
    ['cres', 'transStatus', 'C'],
    ['cres', 'threeDSServerTransID', undefined],
    ['rreq', 'authenticationValue', undefined],
    ['rreq', 'eci', undefined],
    ['rreq', 'transStatus', 'C'],
    ['rreq', 'interactionCounter', '1'],
    ['rreq', 'challengeCancel', '02'],
    ['rres', 'resultsStatus', '04'],
    ['rres', 'dsTransID', ''],
    ['erro', 'errorCode', '3'],
    ['erro', 'errorComponent', 'X'],
    ['erro', 'errorDescription', 'x'.repeat(2049)],
  ] as const)('%s is refused for %s %o', (name, field, value) => {
    expect(read(name, { [field]: value })).toEqual({ isValid: false, fields: [field] });
  });

  it.each(['N', 'U', 'R'])('with %s says why, and carries no proof', (transStatus) => {
    const bare = { transStatus, authenticationValue: undefined, eci: undefined };
    for (const name of ['ares', 'rreq'] as const) {
      expect(read(name, { ...bare, transStatusReason: '01' }).isValid).toBe(true);
      expect(read(name, bare)).toEqual({ isValid: false, fields: ['transStatusReason'] });
      expect(read(name, { transStatus, transStatusReason: '01' })).toEqual({
        isValid: false,
        fields: ['authenticationValue'],
      });
    }
  });

  it.each(['acsURL', 'acsChallengeMandated', 'authenticationType'])(
    'ARes with C is refused without %s',
    (missing) => {
      const challenge = {
        transStatus: 'C',
        authenticationValue: undefined,
        eci: undefined,
        acsURL: 'https://acs.test/',
        acsChallengeMandated: 'Y',
        authenticationType: '02',
      };
      expect(read('ares', challenge).isValid).toBe(true);
      expect(read('ares', { ...challenge, [missing]: undefined }).isValid).toBe(false);
    },
  );

  it.each(['', '{', 'null', '[]', '"text"', '4000000000002701'])(
    'is refused as %o, and its text told to nobody',
    (text) => {
      expect(readMessage(areqSchema, text)).toMatchObject({ isValid: false });
      expect(JSON.stringify(readMessage(areqSchema, text))).not.toContain('4000');
    },
  );
});

describe('base64url between browser and server', () => {
  it('has no padding, and - and _ where base64 has + and /', () => {
    const text = '{"a":"ÿþ>>>???"}';
    const encoded = toBase64Url(text);
    expect(encoded).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(encoded).toContain('_');
    expect(fromBase64Url(encoded)).toBe(text);
  });

  it.each([
    ['padding', `${toBase64Url('a')}==`],
    ['the other alphabet', Buffer.from('ÿþ>>>???').toString('base64').replace(/=+$/, '')],
    ['an impossible length', 'A'],
    ['bits no encoder sets', 'QB'],
    ['blanks', 'eyJ9 '],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ])('is refused with %s', (_kind, encoded) => {
    expect(fromBase64Url(encoded)).toBeNull();
  });

  it('carries session data of at most 1024 characters', () => {
    expect(sessionDataSchema.safeParse('A'.repeat(1024)).success).toBe(true);
    expect(sessionDataSchema.safeParse('A'.repeat(1025)).success).toBe(false);
    expect(sessionDataSchema.safeParse('<script>').success).toBe(false);
  });
});
