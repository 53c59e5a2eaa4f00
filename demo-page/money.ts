const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 85,80` for 8580 centavos. */
export function formatMoney(centavos: number): string {
  return reais.format(centavos / 100);
}
