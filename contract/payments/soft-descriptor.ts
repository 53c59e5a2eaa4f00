import { textMatching } from '../errors/broken-rule.ts';

/**
 * What the bill of a card names, by the strictest acquirer: Cielo and Braspag take 13 characters
 * without marks (manual, "SoftDescriptor"), Mercado Pago 13 (guide "Configurar descrição de fatura"),
 * PagBank 17; read 2026-11-28. Decision: one rule for all, since a payin may go to any of its route.
 */
export const softDescriptorSchema = /* @__PURE__ */ textMatching(
  /^[A-Za-z0-9](?:[A-Za-z0-9 ]{0,11}[A-Za-z0-9])?$/,
  'characters',
  { allowed: 'A-Z a-z 0-9 space', min: 1, max: 13 },
);
