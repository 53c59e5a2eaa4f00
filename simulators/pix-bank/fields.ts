import { z } from 'zod';

/**
 * What callers may send, field by field. Source: Banco Central, PIX API 2.9.0, schemas
 * CobSolicitada, CobRevisada, DevolucaoSolicitada and WebhookSolicitado, read 2026-11-23. The
 * slashes that its file has around the pattern of a CPF are left out; they match no CPF.
 */

export const TXID = /^[a-zA-Z0-9]{26,35}$/;
export const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
export const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/;

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/, 'is not of the form 0.00');
const key = z.string().min(1).max(77);

const debtor = z
  .object({
    cpf: z.optional(z.string().regex(/^\d{11}$/)),
    cnpj: z.optional(z.string().regex(/^[0-9A-Z]{14}$/)),
    nome: z.string().min(1).max(200),
  })
  .refine(({ cpf, cnpj }) => (cpf === undefined) !== (cnpj === undefined), {
    error: 'needs a cpf or a cnpj, not both',
  });

export const cobFields = z.object({
  calendario: z.object({ expiracao: z.int().min(1) }),
  devedor: z.optional(debtor),
  valor: z.object({ original: amount }).refine(({ original }) => Number(original) > 0, {
    ...{ error: 'is nothing', path: ['original'] },
  }),
  chave: key,
  solicitacaoPagador: z.optional(z.string().max(140)),
});

/** Of the one change that is played; `status` must stand alone in it. */
export const cobChangeFields = z.strictObject({
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR'),
});

export const refundFields = z.object({
  valor: amount.refine((text) => Number(text) > 0, { error: 'is nothing' }),
  natureza: z.optional(z.enum(['ORIGINAL', 'RETIRADA'])),
  descricao: z.optional(z.string().max(140)),
});

export const webhookFields = z.object({ webhookUrl: z.url({ protocol: /^https$/ }) });

export type CobFields = z.output<typeof cobFields>;
