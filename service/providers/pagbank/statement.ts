import * as z from 'zod/mini';
import type { StatementLine, StatementReader } from '../statement.ts';
import { centavosIn, dayIn, keyIn, refuseLine, wholeIn } from '../statement.ts';

/**
 * PagBank's EDI, the financial movement, as its API answers it: each line of the file is the answer
 * to one page, in order, the first with page 1.
 * Sources, read 2026-11-28: developer.pagbank.com.br, "API do extrato EDI" and "Cenários de teste";
 * names of the fields and of `pagination` from public code that reads it (github, the Java class
 * MovimentoPagSeguroService, 2023). Not proved: that `codigo_venda` is our `reference_id`, whole or
 * its first 20 characters, that the net amount is of the instalment, and the kinds 5 and 6.
 */
export const PAGBANK_STATEMENT: StatementReader = {
  title: 'PagBank, EDI, financial movement in JSON, a page a line',
  isLatin: false,
  open() {
    let told = { page: 0, totalPages: 0, totalElements: 0 };
    let read = 0;
    return {
      read(text, line) {
        const { detalhes, pagination } = pageIn(text, line);
        if (pagination.page !== told.page + 1) refuseLine(line, `the page ${told.page + 1}`);
        told = pagination;
        read += detalhes.length;
        return detalhes.map((detail) => toLine(detail, line));
      },
      end(lines) {
        const { page, totalPages, totalElements } = told;
        if (page !== totalPages) refuseLine(lines, `the page ${totalPages}: the file is cut off`);
        if (read !== totalElements) refuseLine(lines, `the total ${read} of all movements`);
        return null;
      },
    };
  },
};

const reais = z.union([z.number(), z.string()]);
const detailSchema = z.object({
  codigo_transacao: z.string(),
  codigo_venda: z.nullish(z.string()),
  tipo_evento: z.string(),
  parcela: z.string(),
  data_movimentacao: z.string(),
  valor_parcela: reais,
  valor_liquido_transacao: reais,
});
const pageSchema = z.object({
  detalhes: z.array(detailSchema),
  pagination: z.object({ page: z.int(), totalPages: z.int(), totalElements: z.int() }),
});

function pageIn(written: string, line: number): z.infer<typeof pageSchema> {
  try {
    return pageSchema.parse(JSON.parse(written));
  } catch {
    return refuseLine(line, 'a page of the financial movement in JSON, whole');
  }
}

const KINDS: Readonly<Record<number, StatementLine['kind']>> = {
  ...{ 1: 'sale', 5: 'chargeback', 6: 'refund' },
};

function toLine(detail: z.infer<typeof detailSchema>, line: number): StatementLine {
  const amount = centavosIn(`${detail.valor_parcela}`, line, 'valor_parcela');
  const net = centavosIn(`${detail.valor_liquido_transacao}`, line, 'valor_liquido_transacao');
  const key = keyIn((detail.codigo_venda ?? '').trim());
  const ids = { key, externalId: detail.codigo_transacao };
  const installment = wholeIn(detail.parcela, line, 'parcela') || 1;
  const paidOn = dayIn(detail.data_movimentacao, line, 'data_movimentacao');
  const kind = KINDS[Number(detail.tipo_evento)] ?? 'other';
  return { line, ...ids, installment, paidOn, amount, fee: Math.max(0, amount - net), net, kind };
}
