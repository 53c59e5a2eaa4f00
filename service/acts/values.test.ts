import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  actorSchema,
  CENTAVOS,
  COMPANY_ID,
  companyOf,
  countTo,
  EVENT_ID,
  FOREIGN_REFERENCE,
  LIMIT,
  listOf,
  MOMENT,
  PAYIN_ID,
  PAYOUT_ID,
  plain,
  YES_OR_NO,
} from './values.ts';

const RANDOM = '3q2-7w_AAAAAAAAAAAAAAA';
const colours = listOf(plain(z.enum(['red', 'blue'])));

describe('a value as text', () => {
  it.each<[string, z.ZodMiniType, string, unknown]>([
    ['a company', COMPANY_ID.text, 'acme2', 'acme2'],
    ['an actor', actorSchema, 'ana.souza@example.com', 'ana.souza@example.com'],
    ['a payin', PAYIN_ID.text, `pay_acme_${RANDOM}`, `pay_acme_${RANDOM}`],
    ['a payout', PAYOUT_ID.text, `out_acme_${RANDOM}`, `out_acme_${RANDOM}`],
    ['an event', EVENT_ID.text, `evt_acme_${RANDOM}`, `evt_acme_${RANDOM}`],
    ['an amount', CENTAVOS.text, '15990', 15_990],
    ['a limit', LIMIT.text, '1000', 1000],
    ['a count', countTo(12).text, '12', 12],
    ['yes', YES_OR_NO.text, 'yes', true],
    ['no', YES_OR_NO.text, 'no', false],
    ['a list', colours.text, 'red, blue', ['red', 'blue']],
    ['an empty list', colours.text, 'none', []],
    ['a time', MOMENT.text, '2026-11-20T10:00:00-03:00', new Date('2026-11-20T13:00:00Z')],
    ['a reference', FOREIGN_REFERENCE.text, 'RF-2026.1', 'RF-2026.1'],
  ])('may be %s', (_name, schema, text, value) => {
    expect(schema.parse(text)).toEqual(value);
  });

  it.each<[string, z.ZodMiniType, string]>([
    ['a company in capitals', COMPANY_ID.text, 'Acme'],
    ['a company of the number of a card', COMPANY_ID.text, '4111111111111111'],
    ['a company of a document', COMPANY_ID.text, 'x52998224725'],
    ['an actor of the number of a card', actorSchema, '4111111111111111'],
    ['an actor of two words', actorSchema, 'ana souza'],
    ['no actor', actorSchema, ''],
    ['the id of a payout for a payin', PAYIN_ID.text, `out_acme_${RANDOM}`],
    ['a card for a payin', PAYIN_ID.text, '4111111111111111'],
    ['a payin with more behind it', PAYIN_ID.text, `pay_acme_${RANDOM}\n`],
    ['an amount of zero', CENTAVOS.text, '0'],
    ['an amount with a point', CENTAVOS.text, '1.5'],
    ['an amount below zero', CENTAVOS.text, '-5'],
    ['an amount in another notation', CENTAVOS.text, '1e3'],
    ['an amount beyond the largest', CENTAVOS.text, '999999999999'],
    ['a limit of zero', LIMIT.text, '0'],
    ['a limit beyond the largest', LIMIT.text, '1001'],
    ['a count beyond the largest', countTo(12).text, '13'],
    ['maybe', YES_OR_NO.text, 'true'],
    ['a list with a stranger', colours.text, 'red,green'],
    ['a list of nothing', colours.text, ''],
    ['a day without a time', MOMENT.text, '2026-11-20'],
    ['a time without a zone', MOMENT.text, '2026-11-20T10:00:00'],
    ['a reference with a card in it', FOREIGN_REFERENCE.text, 'RF-4111111111111111'],
    ['a reference of two words', FOREIGN_REFERENCE.text, 'a b'],
  ])('must not be %s', (_name, schema, text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  it('may be left out where it is a limit', () => expect(LIMIT.text.parse(undefined)).toBe(50));

  it.each<[string, z.ZodMiniType, unknown]>([
    ['an amount', CENTAVOS.typed, 15_990],
    ['a count', countTo(12).typed, 12],
    ['yes', YES_OR_NO.typed, true],
    ['a list', colours.typed, ['red', 'blue']],
    ['a time', MOMENT.typed, new Date('2026-11-20T13:00:00Z')],
  ])('is no text where code gives it: %s', (_name, schema, value) => {
    expect(schema.parse(value)).toEqual(value);
    expect(schema.safeParse(String(value)).success).toBe(false);
  });

  it('carries its company in an id', () => expect(companyOf(`pay_acme2_${RANDOM}`)).toBe('acme2'));
});
