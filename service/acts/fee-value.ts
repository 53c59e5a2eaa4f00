import * as z from 'zod/mini';
import {
  installmentRowSchema,
  installmentTableSchema,
} from '../../contract/card/installment-plan.ts';
import { textMatching } from '../../contract/errors/broken-rule.ts';
import type { InstallmentTable } from '../../contract/published-types.ts';
import { feeRateSchema } from '../domain/accounts/fee-schedule.ts';
import { commaList, wholeNumber, written } from './values.ts';

export const FEE_RATE = written(
  z.pipe(
    textMatching(/^\d{1,5}\+\d{1,7}$/, 'format', { example: '399+39' }),
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

const rowOfText = z.pipe(
  textMatching(/^\d{1,2}:\d{1,4}:\w+$/, 'format', { example: '4:199:buyer' }),
  z.transform((text) => {
    const [from, ratePerMonth, paidBy] = text.split(':');
    return { from: Number(from), ratePerMonth: Number(ratePerMonth), paidBy };
  }),
);

export const LEAST_INSTALLMENT = written(
  wholeNumber(9),
  installmentTableSchema.shape.minimumAmount,
);

/** `3:149:merchant,4:199:buyer`: from how many installments on, hundredths of a percent, who pays. */
export const INSTALLMENT_ROWS = written(
  z.pipe(commaList, z.array(z.pipe(rowOfText, installmentRowSchema))),
  installmentTableSchema.shape.rows,
);

export function toInstallmentRows(table: InstallmentTable | null): string {
  const rows = table?.rows.map((row) => [row.from, row.ratePerMonth, row.paidBy].join(':')) ?? [];
  return rows.join(',') || 'none';
}
