import type { Contract, Period } from '../server/payment-calendar.ts';
import { partsPaid } from '../server/payment-calendar.ts';
import type { Sale } from './sale.ts';

/**
 * Writes the acquirer's file of payments (CIELO04), layout 15. Sources, read 2026-11-28:
 * docs.cielo.com.br/extrato-webview, "Tipos de registro e estrutura" and "Tabelas"; positions of the
 * manual 15.14.1 as github jhamerski/cielo-edi has them. Not known: how an order's code of more than
 * 20 characters is cut; here its first ones are kept.
 */
export function writePayments(sales: Iterable<Sale>, contract: Contract, period: Period): string {
  const records: string[] = [];
  const units = new Set<string>();
  let details = 0;
  for (const { capturedAt: soldAt, capturedAmount: centavos, fields, ...sale } of sales) {
    if (soldAt === null) continue;
    const { Installments: parts } = fields.Payment;
    const type = parts === 1 ? '02' : '03';
    for (const one of partsPaid({ centavos, parts, soldAt }, contract, period)) {
      const [year, month, day] = one.day.split('-');
      const unit = `${year}${month}${day}${sale.brand}`;
      if (!units.has(`${unit}${type}`)) {
        const columns = { 70: '04', 150: `${type}${unit}`, 268: `${day}${month}${year}` };
        records.push(row('D', columns));
      }
      units.add(`${unit}${type}`);
      const number = parts === 1 ? '0000' : `${digits(one.number, 2)}${digits(parts, 2)}`;
      const net = one.gross - one.fee;
      const amounts = `+${digits(one.gross, 13)}+${digits(net, 13)}-${digits(one.fee, 13)}`;
      const ids = { 192: sale.tid, 212: fields.MerchantOrderId.slice(0, 20) };
      const columns = { 18: `${number}${sale.authorizationCode}${type}${unit}`, ...ids };
      records.push(row('E', { ...columns, 261: amounts }));
      details += 1;
    }
  }
  const [from, until] = [period.from, period.until].map((day) => day.replaceAll('-', ''));
  const header = { 2: `1234567890${until}${from}${until}0000001CIELO04I`, 71: '015' };
  const trailer = { 2: digits(records.length, 11), 31: digits(details, 11) };
  const all = [row('0', header), ...records, row('9', trailer)];
  return all.map((text) => `${text}\r\n`).join('');
}

/** By the column, from 1, in which a text begins. */
function row(kind: string, columns: Readonly<Record<number, string>>): string {
  const put = (before: string, [from, text]: [string, string]) =>
    before.padEnd(Number(from) - 1) + text;
  return Object.entries(columns).reduce(put, kind).padEnd(760);
}

function digits(value: number, width: number): string {
  return `${value}`.padStart(width, '0');
}
