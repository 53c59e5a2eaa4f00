import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { animatedPng, chunksOf } from './animated-png.mjs';

/** A PNG of one grey pixel. */
function pixel(grey: number, width = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.writeUInt8(8, 8);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => grey)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(line)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

describe('animatedPng', () => {
  const frames = [
    { png: pixel(0), milliseconds: 700 },
    { png: pixel(255), milliseconds: 1200 },
  ];

  it('keeps the first frame for programs without animation and the rest behind it', () => {
    const types = chunksOf(animatedPng(frames)).map(({ type }) => type);
    expect(types).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
  });

  it('counts its frames, repeats for ever and numbers what belongs to them', () => {
    const chunks = chunksOf(animatedPng(frames));
    const dataOf = (wanted: string) =>
      chunks.filter(({ type }) => type === wanted).map(({ data }) => data);
    expect(dataOf('acTL').map((data) => [data.readUInt32BE(0), data.readUInt32BE(4)])).toEqual([
      [2, 0],
    ]);
    const numbers = [...dataOf('fcTL'), ...dataOf('fdAT')].map((data) => data.readUInt32BE(0));
    expect(numbers).toEqual([0, 1, 2]);
    expect(dataOf('fcTL').map((data) => data.readUInt16BE(20))).toEqual([700, 1200]);
  });

  it('writes the sum of every chunk', () => {
    const picture = animatedPng(frames);
    for (let at = 8; at < picture.length; ) {
      const length = picture.readUInt32BE(at);
      const named = picture.subarray(at + 4, at + 8 + length);
      expect(picture.readUInt32BE(at + 8 + length)).toBe(crc32(named));
      at += length + 12;
    }
  });

  it('refuses frames of different sizes, and what is no PNG', () => {
    const wide = { png: pixel(0, 2), milliseconds: 1 };
    expect(() => animatedPng([...frames, wide])).toThrow('differ');
    expect(() => animatedPng([{ png: Buffer.from('no'), milliseconds: 1 }])).toThrow('no PNG');
    expect(() => animatedPng([])).toThrow('needs a frame');
  });
});
