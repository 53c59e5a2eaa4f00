/**
 * Writes the binary form (DER) of the few ASN.1 values that certificates and key files are made
 * of. Node reads certificates and cannot write them; a package that can would be the only one that
 * the parties need. Source: ITU-T X.690, read 2026-11-23.
 */

export function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

export function sequence(...parts: Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

export function set(...parts: Uint8Array[]): Buffer {
  return tagged(0x31, ...parts);
}

/** `[number]` around whole values. */
export function context(number: number, ...parts: Uint8Array[]): Buffer {
  return tagged(0xa0 + number, ...parts);
}

/** A number that is not negative, small or given as its bytes. */
export function integer(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? bytesOf(value) : Buffer.from(value);
  const first = bytes[0] ?? 0;
  // A first bit would say that it is negative.
  return tagged(0x02, first >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

export function nothing(): Buffer {
  return tagged(0x05);
}

export function octets(content: Uint8Array): Buffer {
  return tagged(0x04, content);
}

/** `unusedBits` are those at the end of the last byte. */
export function bits(content: Uint8Array, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.from([unusedBits]), content);
}

export function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value, 'utf8'));
}

/** As `1.2.840.10045.4.3.2`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

/** Two digits of the year until 2049, four from then on, as X.509 wants it. */
export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/\D/g, '').slice(0, 14);
  return digits < '2050'
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'))
    : tagged(0x18, Buffer.from(`${digits}Z`, 'ascii'));
}

function lengthOf(content: Uint8Array): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  const bytes = bytesOf(content.length);
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

function bytesOf(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

function inSevenBits(part: number): number[] {
  const bytes = [part & 0x7f];
  for (let rest = part >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}
