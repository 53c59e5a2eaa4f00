import { crc32 } from 'node:zlib';

// An animated PNG is the frames' own image data between frame headers: the first frame is what a
// program without animation shows. Source: PNG, third edition, sections 11.3.6 and 4.8.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Of files of one size and kind, repeated for ever. `frames`: `{ png: Buffer, milliseconds }`. */
export function animatedPng(frames) {
  const read = frames.map(({ png }) => chunksOf(png));
  const [first] = read;
  if (first === undefined) throw new Error('a picture needs a frame');
  const header = dataOf(first, 'IHDR');
  if (read.some((chunks) => !dataOf(chunks, 'IHDR').equals(header))) {
    throw new Error('the frames differ in size or kind');
  }
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  for (const [index, { milliseconds }] of frames.entries()) {
    parts.push(chunk('fcTL', frameHeader(sequence, header, milliseconds)));
    sequence += 1;
    for (const { data } of read[index].filter(({ type }) => type === 'IDAT')) {
      if (index === 0) {
        parts.push(chunk('IDAT', data));
        continue;
      }
      parts.push(chunk('fdAT', Buffer.concat([numbers(sequence), data])));
      sequence += 1;
    }
  }
  parts.push(chunk('IEND', Buffer.alloc(0)));
  return Buffer.concat(parts);
}

export function chunksOf(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('a frame is no PNG');
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function dataOf(chunks, wanted) {
  const found = chunks.find(({ type }) => type === wanted);
  if (found === undefined) throw new Error(`a frame has no ${wanted}`);
  return found.data;
}

/** Size as the picture's, at its corner; the delay in thousandths; nothing disposed, no blending. */
function frameHeader(sequence, header, milliseconds) {
  const rest = Buffer.alloc(6);
  rest.writeUInt16BE(milliseconds, 0);
  rest.writeUInt16BE(1000, 2);
  const size = header.subarray(0, 8);
  return Buffer.concat([numbers(sequence), size, numbers(0, 0), rest]);
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values) {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}
