const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 85,80` for 8580 centavos. */
export function formatMoney(centavos: number): string {
  return reais.format(centavos / 100);
}

/** `3x de R$ 28,60`; where the amount does not divide, the first installment is shown as it is. */
export function formatInstallments(amount: number, count: number): string {
  if (count === 1) return `1x de ${formatMoney(amount)} à vista`;
  const part = Math.floor(amount / count);
  const first = amount - part * (count - 1);
  if (first === part) return `${count}x de ${formatMoney(part)} sem juros`;
  return `${count}x: 1ª de ${formatMoney(first)} + ${count - 1} de ${formatMoney(part)}`;
}

/** As `formatInstallments`; where the buyer pays interest, `12x de R$ 15,12 com juros, total ...`. */
export function formatPlan(
  amount: number,
  card: {
    installments: number;
    installmentPlan?:
      | { installmentAmount: number; totalAmount: number; paidBy: 'buyer' | 'merchant' }
      | undefined;
  },
): string {
  const { installments, installmentPlan: plan } = card;
  if (plan?.paidBy !== 'buyer') return formatInstallments(amount, installments);
  const part = formatMoney(plan.installmentAmount);
  return `${installments}x de ${part} com juros, total ${formatMoney(plan.totalAmount)}`;
}
