import * as z from 'zod/mini';
import { feeRateSchema } from '../domain/accounts/fee-schedule.ts';
import { logged } from './options.ts';

/** `399+39`: 3.99 % and R$ 0.39. */
export function feeOf(thing: string) {
  const rate = z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}\+\d{1,7}$/, 'must be like 399+39')),
      z.transform((text) => {
        const [basisPoints = 0, fixed = 0] = text.split('+').map(Number);
        return { basisPoints, fixed };
      }),
    ),
    feeRateSchema,
  );
  return logged(
    z.optional(rate),
    `of ${thing}: hundredths of a percent and centavos, such as 399+39 for 3.99 % and R$ 0.39`,
  );
}

/** As `feeOf` reads it. */
export function feeText({ basisPoints, fixed }: z.infer<typeof feeRateSchema>): string {
  return `${basisPoints}+${fixed}`;
}
