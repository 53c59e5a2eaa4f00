import { textMatching } from '../errors/broken-rule.ts';

/**
 * What the bill of a card names beside the acquirer's own words. The strictest rule of the acquirers:
 * Cielo and Braspag 13 letters and digits without marks (manual, "SoftDescriptor"), Mercado Pago 13
 * characters (guide "Configurar descrição de fatura"), PagBank 17; read 2026-11-28.
 */
export const softDescriptorSchema = /* @__PURE__ */ textMatching(
  /^[A-Za-z0-9](?:[A-Za-z0-9 ]{0,11}[A-Za-z0-9])?$/,
  'characters',
  { allowed: 'A-Z a-z 0-9 space', min: 1, max: 13 },
);
