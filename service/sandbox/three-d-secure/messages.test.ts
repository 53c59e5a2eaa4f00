import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { creqSchema, decodeMessage, encodeMessage, sessionDataSchema } from './messages.ts';

const ID = '0190c1d2-aaaa-4bbb-8ccc-000000000001';
const CREQ = {
  messageType: 'CReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ID,
  challengeWindowSize: '03',
};

describe('a message between browser and server', () => {
  it('has no padding, and - and _ where base64 has + and /', () => {
    const message = { a: 'ÿþ>>>???' };
    const encoded = encodeMessage(message);
    expect(encoded).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(encoded).toContain('_');
    expect(decodeMessage(z.object({ a: z.string() }), encoded)).toEqual(message);
  });

  it.each([
    ['padding', 'e30='],
    ['the other alphabet', Buffer.from('"?>?>"').toString('base64')],
    ['an impossible length', 'MTExM'],
    ['bits no encoder sets', 'MR'],
    ['blanks', 'e30 '],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]).toString('base64url')],
    ['no JSON', Buffer.from('{').toString('base64url')],
  ])('is refused with %s', (_kind, encoded) => {
    expect(decodeMessage(z.unknown(), encoded)).toBeNull();
  });

  it.each([
    ['challengeWindowSize', '06'],
    ['challengeWindowSize', 3],
    ['acsTransID', undefined],
    ['threeDSServerTransID', ID.toUpperCase()],
    ['messageVersion', '2.1.0'],
  ])('that opens a challenge is refused for %s %o', (field, value) => {
    expect(decodeMessage(creqSchema, encodeMessage(CREQ))).toEqual(CREQ);
    expect(decodeMessage(creqSchema, encodeMessage({ ...CREQ, [field]: value }))).toBeNull();
  });

  it('carries session data of at most 1024 characters', () => {
    expect(sessionDataSchema.safeParse('A'.repeat(1024)).success).toBe(true);
    expect(sessionDataSchema.safeParse('A'.repeat(1025)).success).toBe(false);
    expect(sessionDataSchema.safeParse('<script>').success).toBe(false);
  });
});
