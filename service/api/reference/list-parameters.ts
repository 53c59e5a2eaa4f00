import type { Parameter } from './open-api.ts';

export type QueryParameter = Omit<Parameter, 'name' | 'in' | 'required'>;

const DAY_OR_MOMENT =
  'An ISO 8601 moment, or a day: the whole day, for `endDate` to its end. Without an offset it is ' +
  'the time in America/Sao_Paulo. Years 1 to 9999.';

export const PERIOD = {
  startDate: {
    description: `Created from then on. ${DAY_OR_MOMENT}`,
    schema: { type: 'string' },
    example: '2026-11-01',
  },
  endDate: {
    description: `Created until then. ${DAY_OR_MOMENT}`,
    schema: { type: 'string' },
    example: '2026-11-30',
  },
} as const satisfies { [name: string]: QueryParameter };

export const LIMIT: QueryParameter = {
  description: 'Most entries of a page.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
};

export const CURSOR: QueryParameter = {
  description:
    'The `meta.nextCursor` of the page before, with the same filters. What was added since then moves nothing.',
  schema: { type: 'string', minLength: 1 },
};

export function queryParameters(query: { readonly [name: string]: QueryParameter }): Parameter[] {
  return Object.entries(query).map(([name, rest]) => ({
    name,
    in: 'query',
    required: false,
    ...rest,
  }));
}
