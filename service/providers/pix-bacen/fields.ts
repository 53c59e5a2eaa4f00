import * as z from 'zod/mini';

/**
 * What we read of a bank's answers, and no more: banks leave out what the specification demands and
 * write numbers as texts. Source: Banco Central, PIX API 2.9.0, schemas CobGerada, CobCompleta, Pix,
 * Devolucao and Problema, read 2026-11-23.
 */

const TEXT = z.string().check(z.maxLength(2048));
const AMOUNT = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));

/** Money of a PIX that went back, or is to. */
export const returnedSchema = z.object({
  id: TEXT,
  valor: AMOUNT,
  natureza: z.nullish(TEXT),
  status: z.nullish(TEXT),
});

export type Returned = z.infer<typeof returnedSchema>;

const pixSchema = z.object({
  endToEndId: z.string().check(z.regex(/^[a-zA-Z0-9]{32}$/)),
  valor: z.optional(AMOUNT),
  devolucoes: z.nullish(z.array(returnedSchema)),
});

export const cobSchema = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  chave: z.string(),
  valor: z.object({ original: z.string() }),
  location: z.optional(TEXT),
  loc: z.optional(
    z.object({ id: z.optional(z.union([z.string(), z.number()])), location: z.optional(TEXT) }),
  ),
  pixCopiaECola: z.optional(TEXT),
  pix: z.optional(z.array(pixSchema)),
});

/** Some banks write numbers as texts. */
const COUNT = z.coerce.number().check(z.int(), z.minimum(0));

export const pageSchema = z.object({
  parametros: z.object({
    paginacao: z.object({
      paginaAtual: COUNT,
      quantidadeDePaginas: COUNT,
      quantidadeTotalDeItens: COUNT,
    }),
  }),
});

export const receivedSchema = z.extend(pageSchema, {
  pix: z.array(z.extend(pixSchema, { txid: z.nullish(TEXT), valor: AMOUNT })),
});

export type ReceivedPix = z.infer<typeof receivedSchema>['pix'][number];

/** Nothing has gone back while it is on its way, nor where it could not be. */
export function isReturned({ status }: Returned): boolean {
  return status === 'DEVOLVIDO';
}

export type Cob = z.infer<typeof cobSchema>;

export const refundSchema = z.object({
  id: z.string(),
  rtrId: z.optional(z.string()),
  valor: z.string(),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  motivo: z.optional(z.string()),
});

export type PixRefund = z.infer<typeof refundSchema>;

export const qrCodeSchema = z.object({ qrcode: TEXT });

export const connectionSchema = z.object({ webhookUrl: TEXT });

/** What a bank tells of its own accord; there is more in it, which nobody believes. */
export const noticeSchema = z.object({
  pix: z.array(z.object({ txid: z.optional(z.nullable(z.string())) })),
});

const problemSchema = z.object({
  type: z.optional(z.string()),
  nome: z.optional(z.string()),
  detail: z.optional(z.string()),
  mensagem: z.optional(z.string()),
});

/** Names by which banks say that they have not got it: the central bank's, and Efí's own. */
const NOT_FOUND = /(NaoEncontrad[oa]|_nao_encontrad[oa])$/;

/** A gateway's 404 does not: a payment that is there would be taken for one that is not. */
export function saysNotFound({ status, body }: { status: number; body: unknown }): boolean {
  const { success, data } = problemSchema.safeParse(body);
  return success && status === 404 && NOT_FOUND.test(data.type ?? data.nome ?? '');
}

const MAX_REASON = 200;

export function reasonOf(body: unknown): string {
  const { success, data } = problemSchema.safeParse(body);
  const words = success ? (data.detail ?? data.mensagem ?? data.nome ?? data.type) : undefined;
  return (words ?? 'the bank gave no reason').slice(0, MAX_REASON);
}

/** `12.34`, by whole numbers alone. */
export function toReais(centavos: number): string {
  if (!Number.isSafeInteger(centavos) || centavos < 1 || centavos > 999_999_999_999) {
    throw new Error('the amount does not fit');
  }
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function toCentavos(reais: string): number {
  return Number(reais.replace('.', ''));
}
