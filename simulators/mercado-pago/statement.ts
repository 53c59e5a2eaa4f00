import type { Contract, Period } from '../server/payment-calendar.ts';
import { partsPaid, reais } from '../server/payment-calendar.ts';
import type { Payment } from './payment.ts';

/**
 * Writes the report of released money ("Liberações") as CSV. Sources, read 2026-11-28:
 * mercadopago.com.br/developers, "Report use" and "Report fields" of "Released money".
 */
export function writeReleases(
  payments: Iterable<Payment>,
  contract: Contract,
  period: Period,
): string {
  const head =
    'DATE;SOURCE_ID;EXTERNAL_REFERENCE;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT;' +
    'GROSS_AMOUNT;MP_FEE_AMOUNT;FINANCING_FEE_AMOUNT;INSTALLMENTS;PAYMENT_METHOD';
  const rows = [`${period.from}T00:00:00Z;;;initial_available_balance;;0.00;0.00;0.00;0.00;0.00;;`];
  let total = 0;
  for (const { id, fields, centavos, approvedAt } of payments) {
    if (approvedAt === null) continue;
    const whole = { centavos, parts: 1, soldAt: approvedAt };
    for (const { day, gross, fee } of partsPaid(whole, contract, period)) {
      const reference = `${id};${fields.external_reference ?? ''};release;payment`;
      const money = `${reais(gross - fee)};0.00;${reais(gross)};${reais(-fee)};0.00`;
      const how = `${fields.installments ?? 1};${fields.payment_method_id}`;
      rows.push(`${day}T12:00:00.000-03:00;${reference};${money};${how}`);
      total += gross - fee;
    }
  }
  rows.push(`;;;total;;${reais(total)};0.00;0.00;0.00;0.00;;`);
  return [head, ...rows].map((row) => `${row}\n`).join('');
}
