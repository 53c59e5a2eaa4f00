import { describe, expect, it } from 'vitest';
import { cardOptionsSchema, cardUpdateSchema } from './card-calls.ts';

const OPTIONS = {
  ...{ amount: 15_990, installments: 1, maxInstallments: 3 },
  ...{ referenceId: 'order-1', locale: 'pt-BR' },
};

describe.each([
  ['what a card is mounted with', cardOptionsSchema, OPTIONS],
  ['what changes while it is shown', cardUpdateSchema, {}],
] as const)('%s', (_what, schema, given) => {
  it.each([
    ['amount', 10.5],
    ['installments', 13],
    ['maxInstallments', '3'],
    ['referenceId', { toString: 'x' }],
    ['referenceId', 'x'.repeat(60_000)],
    ['locale', 'javascript:alert(1)'],
  ])('is refused by the name of a wrong %s, and tells nothing of its value', (path, value) => {
    const { issues } = schema({ ...given, [path]: value });
    expect(issues).toMatchObject([{ path }]);
    expect(JSON.stringify(issues)).not.toContain(JSON.stringify(value).slice(0, 20));
  });
});
