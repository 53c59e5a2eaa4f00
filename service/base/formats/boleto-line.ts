/** What the numbers of a boleto say. `amount` in centavos, `dueOn` as `YYYY-MM-DD`. */
export type BoletoNumbers = {
  /** The bank that issued it, three digits. */
  bankCode: string;
  dueOn: string;
  amount: number;
  /** 25 digits that are the issuing bank's own. */
  freeField: string;
};

/** The most a boleto can say: ten digits of centavos. Source: FEBRABAN, line of a boleto. */
export const MAX_BOLETO_CENTAVOS = 9_999_999_999;

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_FACTOR = 1000;
const LAST_FACTOR = 9999;
/** Days are counted from 1997-10-07; since 2025-02-22 from 2022-05-29, so that factors go on. */
const FIRST_BASE = Date.UTC(1997, 9, 7);
const FACTORS_A_ROUND = LAST_FACTOR - FIRST_FACTOR + 1;

/**
 * The 44 digits behind the bars. Throws where a part does not fit. Source: Febraban, "Layout padrão
 * do código de barras"; Carta-Circular BCB 2.926.
 */
export function writeBoletoBarcode({ bankCode, dueOn, amount, freeField }: BoletoNumbers): string {
  if (!/^\d{3}$/.test(bankCode)) throw new Error('the bank code must be 3 digits');
  if (!/^\d{25}$/.test(freeField)) throw new Error('the free field must be 25 digits');
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_BOLETO_CENTAVOS) {
    throw new Error('the amount does not fit a boleto');
  }
  const head = `${bankCode}9`;
  const rest = `${dueFactor(dueOn)}${String(amount).padStart(10, '0')}${freeField}`;
  return head + mod11(head + rest) + rest;
}

export function toDigitableLine(barcode: string): string {
  if (!isBoletoBarcode(barcode)) throw new Error('this is no barcode of a boleto');
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((digits) => digits + mod10(digits)).join('') + barcode.slice(4, 19);
}

/** The barcode of a digitable line; null where a check digit, or anything else, is wrong. */
export function toBarcode(line: string): string | null {
  if (!/^\d{47}$/.test(line)) return null;
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)];
  if (fields.some((part) => mod10(part.slice(0, -1)) !== part.slice(-1))) return null;
  const [first = '', second = '', third = ''] = fields.map((part) => part.slice(0, -1));
  const barcode = first.slice(0, 4) + line.slice(32) + first.slice(4) + second + third;
  return isBoletoBarcode(barcode) ? barcode : null;
}

/**
 * Null for no barcode. A factor names two days 9000 days apart: the one nearer to `near` is meant.
 */
export function readBoletoBarcode(barcode: string, near: Date): BoletoNumbers | null {
  if (!isBoletoBarcode(barcode)) return null;
  const days = Number(barcode.slice(5, 9));
  if (days < FIRST_FACTOR) return null;
  const first = FIRST_BASE + days * DAY_MS;
  const rounds = Math.max(0, Math.round((near.getTime() - first) / (FACTORS_A_ROUND * DAY_MS)));
  return {
    bankCode: barcode.slice(0, 3),
    dueOn: new Date(first + rounds * FACTORS_A_ROUND * DAY_MS).toISOString().slice(0, 10),
    amount: Number(barcode.slice(9, 19)),
    freeField: barcode.slice(19),
  };
}

export function formatDigitableLine(line: string): string {
  return line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );
}

function isBoletoBarcode(barcode: string): boolean {
  if (!/^\d{3}9\d{40}$/.test(barcode)) return false;
  return barcode[4] === mod11(barcode.slice(0, 4) + barcode.slice(5));
}

/** The due date as four digits, which begin again at 1000 after 9999. */
function dueFactor(dueOn: string): string {
  const due = Date.parse(`${dueOn}T00:00:00Z`);
  const days = Math.round((due - FIRST_BASE) / DAY_MS);
  if (!/^\d{4}-\d\d-\d\d$/.test(dueOn) || !(days >= FIRST_FACTOR)) {
    throw new Error('the due date cannot be written in a boleto');
  }
  return String(FIRST_FACTOR + ((days - FIRST_FACTOR) % FACTORS_A_ROUND));
}

/** Weights 2, 1 from the right, digits of each product added. */
function mod10(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 2 to 9 from the right; what is no digit from 1 to 9 is written as 1. */
function mod11(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const check = 11 - (sum % 11);
  return String(check === 10 || check === 11 ? 1 : check);
}
