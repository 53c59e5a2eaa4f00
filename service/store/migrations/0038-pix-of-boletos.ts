/** The PIX code that is printed on a boleto beside its bars; null where its issuer gives none. */
export const PIX_OF_BOLETOS: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN boleto_pix_copy_and_paste text',
];
