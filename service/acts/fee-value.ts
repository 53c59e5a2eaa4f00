import * as z from 'zod/mini';
import { mustMatch } from '../../contract/errors/broken-rule.ts';
import { feeRateSchema } from '../domain/accounts/fee-schedule.ts';
import { written } from './values.ts';

export const FEE_RATE = written(
  z.pipe(
    z.string().check(...mustMatch(/^\d{1,5}\+\d{1,7}$/, 'format', { example: '399+39' })),
    z.transform((text) => {
      const [basisPoints = 0, fixed = 0] = text.split('+').map(Number);
      return { basisPoints, fixed };
    }),
  ),
  feeRateSchema,
);

export function feeText({ basisPoints, fixed }: z.infer<typeof feeRateSchema>): string {
  return `${basisPoints}+${fixed}`;
}
