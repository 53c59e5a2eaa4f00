import { z } from 'zod';

/**
 * What callers may send to Efí beside the central bank's PIX API.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1; github
 * efipay/sdk-node-apis-efi at 2728b67 (2026-01-22); Efí's documentation of sent PIX and of the
 * buckets of the central bank's directory, as summarised then.
 */

export const PAYOUT_ID = /^[a-zA-Z0-9]{1,35}$/;

const cpf = z.optional(z.string().regex(/^\d{11}$/));
const cnpj = z.optional(z.string().regex(/^[0-9A-Z]{12}\d{2}$/));
const key = z.string().min(1).max(77);

export const payoutFields = z.object({
  valor: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/, 'is not of the form 0.00')
    .refine((text) => Number(text) > 0, { error: 'is nothing' }),
  pagador: z.object({ chave: key, infoPagador: z.optional(z.string().max(140)) }),
  favorecido: z
    .object({ chave: key, cpf, cnpj })
    .refine((one) => one.cpf === undefined || one.cnpj === undefined, {
      error: 'has a cpf and a cnpj',
    }),
});

export type PayoutFields = z.output<typeof payoutFields>;
