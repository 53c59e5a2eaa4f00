import type { Contract, Period } from '../server/payment-calendar.ts';
import { partsPaid } from '../server/payment-calendar.ts';
import type { Order } from './account.ts';

/**
 * The pages of the financial movement, as the API of its EDI answers them. Sources, read 2026-11-28:
 * developer.pagbank.com.br, "API do extrato EDI"; names of the fields from public code that reads it.
 * Not known: whether `codigo_venda` is a whole `reference_id`; the first 20 characters are kept.
 */
export function writeMovements(
  orders: Iterable<Order>,
  contract: Contract,
  period: Period,
  pageSize = 1_000,
): string {
  const details = [...orders].flatMap(({ charge, fields }) => {
    if (charge === null || charge.paidAt === null) return [];
    const method = charge.fields?.payment_method;
    const parts = method !== undefined && 'installments' in method ? method.installments : 1;
    const sold = { centavos: charge.paid || charge.centavos, parts, soldAt: charge.paidAt };
    return partsPaid(sold, contract, period).map(({ number, day, gross, fee }) => ({
      ...{ codigo_transacao: charge.id, codigo_venda: fields.reference_id?.slice(0, 20) ?? null },
      ...{ tipo_evento: '1', parcela: `${number}`, quantidade_parcela: `${parts}` },
      ...{ data_movimentacao: day, valor_parcela: gross / 100 },
      ...{ taxa_intermediacao: fee / 100, valor_liquido_transacao: (gross - fee) / 100 },
    }));
  });
  const totalPages = Math.max(1, Math.ceil(details.length / pageSize));
  return Array.from({ length: totalPages }, (_, nth) => {
    const detalhes = details.slice(nth * pageSize, (nth + 1) * pageSize);
    const total = { totalPages, totalElements: details.length };
    const pagination = { elements: detalhes.length, page: nth + 1, ...total };
    return `${JSON.stringify({ detalhes, pagination })}\n`;
  }).join('');
}
