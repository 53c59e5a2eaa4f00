/** `amount`: centavos; null leaves it to the payer. Name and city are folded to ASCII and cut. */
export type BrCode = {
  key: string;
  /** 1 to 25 letters and digits; null where the code carries none (`***`). */
  txid: string | null;
  amount: number | null;
  merchantName: string;
  merchantCity: string;
};

/**
 * `key`: of a static code. `location`: where the payer's app asks what to pay, without `https://`.
 */
export type ReadBrCode = Omit<BrCode, 'key'> & { key: string | null; location: string | null };

const GUI = 'br.gov.bcb.pix';
const MAX_NAME = 25;
const MAX_CITY = 15;
const NO_TXID = '***';

/**
 * Writes a static BR Code, as copied and pasted and as drawn in a QR code. Throws where key, txid
 * or amount do not fit. Source: Banco Central, "Manual de Padrões para Iniciação do Pix"; EMV MPM.
 */
export function writeBrCode({ key, txid, amount, merchantName, merchantCity }: BrCode): string {
  if (txid !== null && !/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new Error('the txid does not fit');
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 1)) {
    throw new Error('the amount must be whole centavos');
  }
  return signed(
    field('26', field('00', GUI) + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    amount === null ? '' : field('54', toReais(amount)),
    field('58', 'BR'),
    field('59', toPlainText(merchantName, MAX_NAME)),
    field('60', toPlainText(merchantCity, MAX_CITY)),
    field('62', field('05', txid ?? NO_TXID)),
  );
}

/**
 * For banks that give the address alone; such a code is paid once. Source: as above, dynamic codes.
 */
export function writeDynamicBrCode({
  location,
  merchantName,
  merchantCity,
}: Pick<BrCode, 'merchantName' | 'merchantCity'> & { location: string }): string {
  return signed(
    field('01', '12'),
    field('26', field('00', GUI) + field('25', toAddress(location))),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', toPlainText(merchantName, MAX_NAME)),
    field('60', toPlainText(merchantCity, MAX_CITY)),
    field('62', field('05', NO_TXID)),
  );
}

/** One without an amount does where it names `location`, whose issuer has told it; null: none. */
export function asksExactly(
  code: string,
  { amount, location }: { amount: number; location: string | null },
): boolean {
  const read = readBrCode(code);
  if (read === null) return false;
  if (read.amount !== null) return read.amount === amount;
  return location !== null && read.location !== null && read.location === toAddress(location);
}

/**
 * Null for broken fields, another currency or country, no PIX account, or a wrong checksum, which
 * is in capitals, as the manual prints it.
 */
export function readBrCode(code: string): ReadBrCode | null {
  const text = code.trim();
  if (!/^\P{C}{1,512}$/u.test(text)) return null;
  const unsigned = text.slice(0, -4);
  if (!unsigned.endsWith('6304') || text.slice(-4) !== crc16(unsigned)) return null;
  const fields = readFields(text);
  const account = [...(fields ?? [])]
    .filter(([id]) => id >= '26' && id <= '51')
    .map(([, value]) => readFields(value))
    .find((each) => each?.get('00')?.toLowerCase() === GUI);
  const merchantName = fields?.get('59');
  const merchantCity = fields?.get('60');
  if (fields === null || !account || merchantName === undefined || merchantCity === undefined) {
    return null;
  }
  const isBrazilian = fields.get('53') === '986' && fields.get('58') === 'BR';
  if (fields.get('00') !== '01' || !isBrazilian) return null;
  const amount = fields.has('54') ? fromReais(fields.get('54') ?? '') : null;
  if (amount === undefined) return null;
  const txid = readFields(fields.get('62') ?? '')?.get('05') ?? NO_TXID;
  return {
    key: account.get('01') ?? null,
    location: account.get('25') ?? null,
    txid: txid === NO_TXID ? null : txid,
    amount,
    merchantName,
    merchantCity,
  };
}

/** CRC-16/CCITT-FALSE of the text's bytes in UTF-8, as four capital hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function signed(...fields: string[]): string {
  const unsigned = `${field('00', '01')}${fields.join('')}6304`;
  return unsigned + crc16(unsigned);
}

/** As codes hold it; some banks tell it with its scheme. */
function toAddress(location: string): string {
  return location.replace(/^https:\/\//i, '');
}

function field(id: string, value: string): string {
  if (!/^[\x20-\x7e]{1,99}$/.test(value)) throw new Error(`field ${id} does not fit`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/**
 * Null where the text is not fields from end to end, each named once. Some banks count a letter with
 * its accent as one, others by its two bytes.
 */
function readFields(text: string): Map<string, string> | null {
  const byLetters = fieldsOf(text);
  if (byLetters !== null) return byLetters;
  const byBytes = fieldsOf(Buffer.from(text).toString('latin1'));
  const decode = (value: string) => Buffer.from(value, 'latin1').toString();
  return byBytes && new Map([...byBytes].map(([id, value]) => [id, decode(value)]));
}

function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4));
    const length = Number(head?.[2] ?? 0);
    const value = text.slice(at + 4, at + 4 + length);
    if (head?.[1] === undefined || length === 0 || value.length !== length) return null;
    if (fields.has(head[1])) return null;
    fields.set(head[1], value);
    at += 4 + length;
  }
  return fields;
}

/** By whole numbers only: no float ever holds an amount. */
function toReais(centavos: number): string {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function fromReais(text: string): number | undefined {
  const [, reais, centavos = ''] = /^(\d{1,10})(?:\.(\d\d?))?$/.exec(text) ?? [];
  return reais === undefined ? undefined : Number(reais + centavos.padEnd(2, '0'));
}

/** Letters without their marks, since not every bank reads more than ASCII. */
function toPlainText(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return plain.slice(0, maxLength).trim() || 'PIX';
}
