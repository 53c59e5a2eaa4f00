import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  actorSchema,
  centavosOption,
  companyIdOption,
  companyOf,
  countOption,
  eventIdOption,
  limitOption,
  listOption,
  momentOption,
  payinIdOption,
  payoutIdOption,
  referenceOption,
  yesOrNoOption,
} from './options.ts';

const RANDOM = '3q2-7w_AAAAAAAAAAAAAAA';
const colours = listOption(z.enum(['red', 'blue']));

describe('an option', () => {
  it.each<[string, z.ZodMiniType, string, unknown]>([
    ['a company', companyIdOption, 'acme2', 'acme2'],
    ['an actor', actorSchema, 'ana.souza@example.com', 'ana.souza@example.com'],
    ['a payin', payinIdOption, `pay_acme_${RANDOM}`, `pay_acme_${RANDOM}`],
    ['a payout', payoutIdOption, `out_acme_${RANDOM}`, `out_acme_${RANDOM}`],
    ['an event', eventIdOption, `evt_acme_${RANDOM}`, `evt_acme_${RANDOM}`],
    ['an amount', centavosOption, '15990', 15_990],
    ['a limit', limitOption, '1000', 1000],

    ['a count', countOption(12), '12', 12],
    ['yes', yesOrNoOption, 'yes', true],
    ['no', yesOrNoOption, 'no', false],
    ['a list', colours, 'red, blue', ['red', 'blue']],
    ['an empty list', colours, 'none', []],
    ['a time', momentOption, '2026-11-20T10:00:00-03:00', new Date('2026-11-20T13:00:00Z')],
    ['a reference', referenceOption, 'RF-2026.1', 'RF-2026.1'],
  ])('may be %s', (_name, schema, text, value) => {
    expect(schema.parse(text)).toEqual(value);
  });

  it.each<[string, z.ZodMiniType, string]>([
    ['a company in capitals', companyIdOption, 'Acme'],
    ['a company of the number of a card', companyIdOption, '4111111111111111'],
    ['a company of a document', companyIdOption, 'x52998224725'],
    ['an actor of the number of a card', actorSchema, '4111111111111111'],
    ['an actor of two words', actorSchema, 'ana souza'],
    ['no actor', actorSchema, ''],
    ['the id of a payout for a payin', payinIdOption, `out_acme_${RANDOM}`],
    ['a card for a payin', payinIdOption, '4111111111111111'],
    ['a payin with more behind it', payinIdOption, `pay_acme_${RANDOM}\n`],
    ['an amount of zero', centavosOption, '0'],
    ['an amount with a point', centavosOption, '1.5'],
    ['an amount below zero', centavosOption, '-5'],
    ['an amount in another notation', centavosOption, '1e3'],
    ['an amount beyond the largest', centavosOption, '999999999999'],
    ['a limit of zero', limitOption, '0'],
    ['a limit beyond the largest', limitOption, '1001'],
    ['a count beyond the largest', countOption(12), '13'],
    ['maybe', yesOrNoOption, 'true'],
    ['a list with a stranger', colours, 'red,green'],
    ['a list of nothing', colours, ''],
    ['a day without a time', momentOption, '2026-11-20'],
    ['a time without a zone', momentOption, '2026-11-20T10:00:00'],
    ['a reference with a card in it', referenceOption, 'RF-4111111111111111'],
    ['a reference of two words', referenceOption, 'a b'],
  ])('must not be %s', (_name, schema, text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  it('may be left out where it is a limit', () => {
    expect(limitOption.parse(undefined)).toBe(50);
  });

  it('carries its company in an id', () => {
    expect(companyOf(`pay_acme2_${RANDOM}`)).toBe('acme2');
  });
});
