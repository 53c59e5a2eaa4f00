import { describe, expect, it } from 'vitest';
// Once any module has loaded the whole library, it has texts of its own for every schema.
import 'zod';
import * as z from 'zod/mini';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { payinRequestSchema } from '../../../contract/payments/payin.ts';
import { payinListQuerySchema } from '../../../contract/payments/payin-list.ts';
import { PAYIN_STATUSES } from '../../../contract/payments/payin-status.ts';
import { PAYMENT_METHODS } from '../../../contract/payments/payment-method.ts';
import {
  PAYOUT_STATUSES,
  payoutListQuerySchema,
  payoutRequestSchema,
} from '../../../contract/payments/payout.ts';
import { statementQuerySchema } from '../../../contract/payments/statement.ts';
import { payinWithCard, validPayin } from '../../testing/test-service.ts';
import { ApiError } from './api-error.ts';
import { parseBody, parseQuery } from './parse-fields.ts';

const PAYOUT = {
  amount: 100,
  pixKey: 'loja@example.com',
  pixKeyType: 'EMAIL',
  referenceId: 'prize-1',
};

const NUMBER_FOR_TEXT = broken('wrong_type', { expected: 'string', given: 'number' });
const DATE = broken('format', { example: '2026-01-31T10:00:00-03:00' });
const A_PAGE = broken('whole_number', { min: 1, max: 100 });
const NO_CURSOR = broken('cursor');

/** The rule that each refused field broke, with its parameters. */
function refusals(parse: () => unknown): { [path: string]: BrokenRule } {
  try {
    parse();
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return Object.fromEntries(
      thrown.details.map(({ path, message: _, ...fault }) => [path, fault]),
    );
  }
  return {};
}

describe('an optional field', () => {
  it('that is null counts as absent', () => {
    const given = { beneficiaryName: null, beneficiaryDocument: null, webhookUrl: null };
    expect(parseBody(payoutRequestSchema, { ...PAYOUT, ...given })).toEqual(PAYOUT);
  });

  it('that is text and empty counts as absent', () => {
    const given = { beneficiaryName: '', beneficiaryDocument: '', webhookUrl: '' };
    expect(parseBody(payoutRequestSchema, { ...PAYOUT, ...given })).toEqual(PAYOUT);
  });

  it('counts as absent however deep it is, in lists and in either form of a card', () => {
    const payin = validPayin();
    const [item] = payin.items;
    const { address } = payin.customer;
    const parsed = parseBody(payinRequestSchema, {
      ...payin,
      items: [{ ...item, description: '' }],
      customer: { ...payin.customer, address: { ...address, complement: null, neighborhood: '' } },
      card: { token: 'tok_1', installments: 1, cvv: '', threeDSecure: null },
      antifraud: { sessionId: null },
    });
    expect(parsed.items).toEqual([item]);
    expect(parsed.customer.address).toEqual(address);
    expect(parsed.card).toEqual({ token: 'tok_1', installments: 1 });
    expect(parsed.antifraud).toEqual({});
  });

  it('that is no text and empty is a mistake', () => {
    const schema = z.object({ amount: z.optional(z.int()) });
    expect(refusals(() => parseBody(schema, { amount: '' }))).toEqual({
      amount: broken('wrong_type', { expected: 'number', given: 'string' }),
    });
    const split = { ...validPayin(), split: '' };
    expect(refusals(() => parseBody(payinRequestSchema, split))).toEqual({
      split: broken('wrong_type', { expected: 'array', given: 'string' }),
    });
  });

  it('is never called required', () => {
    const given = { beneficiaryName: 5, beneficiaryDocument: 52_998_224_725, webhookUrl: 5 };
    expect(refusals(() => parseBody(payoutRequestSchema, { ...PAYOUT, ...given }))).toEqual({
      beneficiaryName: NUMBER_FOR_TEXT,
      beneficiaryDocument: NUMBER_FOR_TEXT,
      webhookUrl: NUMBER_FOR_TEXT,
    });
  });

  it('that takes null keeps it', () => {
    const schema = z.object({ note: z.optional(z.nullable(z.string())) });
    expect(parseBody(schema, { note: null })).toEqual({ note: null });
  });

  it('that is an object and something else is told its type', () => {
    const payin = { ...validPayin(), card: '', antifraud: [] };
    expect(refusals(() => parseBody(payinRequestSchema, payin))).toEqual({
      card: broken('wrong_type', { expected: 'object', given: 'string' }),
      antifraud: broken('wrong_type', { expected: 'object', given: 'array' }),
    });
  });

  it('counts as absent where one form of a card has it and the other never', () => {
    const payin = payinWithCard({});
    const parsed = parseBody(payinRequestSchema, { ...payin, card: { ...payin.card, token: '' } });
    expect(parsed.card).toEqual(payin.card);
  });
});

describe('a field that is required', () => {
  it.each([[null], [undefined], ['']])('is called that where it is %j', (referenceId) => {
    expect(refusals(() => parseBody(payoutRequestSchema, { ...PAYOUT, referenceId }))).toEqual({
      referenceId: broken('required'),
    });
  });

  it('that is a number in place of its digits is said to be one', () => {
    const payin = validPayin();
    const { address } = payin.customer;
    const customer = {
      ...payin.customer,
      document: 52_998_224_725,
      phone: 5_511_999_999_999,
      address: { ...address, zipCode: 1_310_100 },
    };
    const card = { token: 'tok_1', installments: 1, cvv: 123 };
    expect(refusals(() => parseBody(payinRequestSchema, { ...payin, customer, card }))).toEqual({
      'customer.document': NUMBER_FOR_TEXT,
      'customer.phone': NUMBER_FOR_TEXT,
      'customer.address.zipCode': NUMBER_FOR_TEXT,
      'card.cvv': NUMBER_FOR_TEXT,
    });
  });

  it.each([
    [broken('required'), undefined],
    [broken('required'), null],
    [broken('wrong_type', { expected: 'object', given: 'string' }), 'Marina'],
  ])('and an object is told %j where it is %j', (fault, customer) => {
    const payin = { ...validPayin(), customer };
    expect(refusals(() => parseBody(payinRequestSchema, payin))).toEqual({ customer: fault });
  });

  it('of another type is told its own', () => {
    const payin = { ...validPayin(), items: {}, payerIp: 5, referenceId: ['a'] };
    expect(refusals(() => parseBody(payinRequestSchema, payin))).toEqual({
      items: broken('wrong_type', { expected: 'array', given: 'object' }),
      payerIp: NUMBER_FOR_TEXT,
      referenceId: broken('wrong_type', { expected: 'string', given: 'array' }),
    });
  });
});

it('keeps a member that is named like no other', () => {
  const body: unknown = JSON.parse('{"__proto__": null, "referenceId": ""}');
  expect(refusals(() => parseBody(payoutRequestSchema, body))).toHaveProperty(
    'referenceId',
    broken('required'),
  );
  expect({}).not.toHaveProperty('referenceId');
});

const LISTS = [
  ['payins', payinListQuerySchema],
  ['payouts', payoutListQuerySchema],
  ['a statement', statementQuerySchema],
] as const;

describe('a query', () => {
  it('is told which statuses and dates there are', () => {
    const given = { status: 'PAID', startDate: '31/01/2026' };
    expect(refusals(() => parseQuery(payoutListQuerySchema, given))).toEqual({
      status: broken('one_of', { values: PAYOUT_STATUSES.join(', ') }),
      startDate: DATE,
    });
  });

  it.each(LISTS)('of %s takes what is empty as absent', (_name, schema) => {
    const empty = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
    expect(parseQuery(schema, empty)).toEqual(parseQuery(schema, {}));
  });

  it('with an empty parameter of another name is refused', () => {
    expect(refusals(() => parseQuery(payoutListQuerySchema, { referenceid: '' }))).toHaveProperty([
      '',
    ]);
  });

  it.each(['reference_id', 'toString', '4111111111111111'])(
    'with %s, which is no parameter, is refused without repeating it',
    (name) => {
      expect(refusals(() => parseQuery(payoutListQuerySchema, { [name]: 'PENDING' }))).toEqual({
        '': broken('unknown_parameter', {
          known: 'status, startDate, endDate, referenceId, page, limit',
        }),
      });
    },
  );
});

describe.each(LISTS)('the query of the list of %s', (_name, schema) => {
  it.each([
    ...['yesterday', '2026-02-30', '0000-01-01', '2026-13-01', '0001-01-01T00:00:00+00:01'],
    ...['9999-12-31T23:59:59-00:01', '2026-01-01T00:00:00+99:00', '2026-01-01T25:00:00Z'],
  ])('is refused where a day is %s', (text) => {
    for (const name of ['startDate', 'endDate']) {
      expect(refusals(() => parseQuery(schema, { [name]: text }))).toEqual({ [name]: DATE });
    }
  });

  it('is refused where the period ends too late or before it begins', () => {
    expect(refusals(() => parseQuery(schema, { endDate: '9999-12-31' }))).toEqual({
      endDate: DATE,
    });
    const period = { startDate: '2026-01-02', endDate: '2026-01-01' };
    expect(refusals(() => parseQuery(schema, period))).toEqual({
      endDate: broken('before', { field: 'startDate' }),
    });
  });

  it.each(['0', '-1', '1.5', 'x', '101', '1e1'])('is refused where its limit is %s', (limit) => {
    expect(refusals(() => parseQuery(schema, { limit }))).toEqual({ limit: A_PAGE });
  });
});

describe('the query of one list', () => {
  it.each<[string, string, BrokenRule]>([
    ['status', 'DONE', broken('one_of', { values: PAYIN_STATUSES.join(', ') })],
    ['status', 'approved', broken('one_of', { values: PAYIN_STATUSES.join(', ') })],
    ['paymentMethod', 'pix', broken('one_of', { values: PAYMENT_METHODS.join(', ') })],
    ['cursor', '2', NO_CURSOR],
    ['cursor', '999999999999999-pay_no3ds_x', NO_CURSOR],
    ['cursor', "1-pay_no3ds_x'", NO_CURSOR],
  ])('of payins is refused where %s is "%s"', (name, text, fault) => {
    const said = refusals(() => parseQuery(payinListQuerySchema, { [name]: text }));
    expect(said).toEqual({ [name]: fault });
  });

  it.each([
    ...['0', '-1', '1.5', 'x'].map((page) => ['page', page] as const),
    ...['DONE', 'pending'].map((status) => ['status', status] as const),
  ])('of payouts is refused where %s is "%s"', (name, text) => {
    const said = refusals(() => parseQuery(payoutListQuerySchema, { [name]: text }));
    expect(Object.keys(said)).toEqual([name]);
  });

  it.each([
    ['cursor', '1-x', NO_CURSOR],
    ['cursor', '999999999999999-1', NO_CURSOR],
  ])('of a statement is refused where %s is "%s"', (name, text, fault) => {
    const said = refusals(() => parseQuery(statementQuerySchema, { [name]: text }));
    expect(said).toEqual({ [name]: fault });
  });
});
