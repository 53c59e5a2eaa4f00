import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import decodeQr from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { toDigitableLine, writeBoletoBarcode } from './boleto-line.ts';
import type { BoletoToPrint } from './boleto-pdf.ts';
import { drawBoletoPdf } from './boleto-pdf.ts';
import { writeDynamicBrCode } from './br-code.ts';

const POINTS_A_MM = 72 / 25.4;

function valid(change: Partial<BoletoToPrint> = {}): BoletoToPrint {
  const barcode = '00191164600000159901234567890123456789012345';
  return {
    beneficiary: { name: 'Livraria Páginas Abertas Ltda', document: '41730258000120' },
    payer: {
      name: 'João Conceição Muñoz',
      document: '52998224725',
      address: ['Rua das Flores, 10', 'São Paulo/SP', 'CEP 01310-100'],
    },
    referenceId: 'order-1',
    amount: 15_990,
    issuedOn: '2026-11-27',
    dueOn: '2026-11-30',
    barcode,
    line: toDigitableLine(barcode),
    pixCode: null,
    warning: null,
    ...change,
  };
}

/** The drawing instructions of the only page. */
function contentOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const at = text.search(/\/FlateDecode\s*>>\s*stream\r?\n/);
  const start = text.indexOf('stream', at) + 'stream\n'.length;
  return inflateSync(
    Buffer.from(text.slice(start, text.indexOf('\nendstream', at)), 'latin1'),
  ).toString('latin1');
}

/** Every text that is shown, by the encoding its fonts have. */
function textsOf(content: string): string[] {
  return [...content.matchAll(/\[([^\]]*)\]\s*TJ/g)].map(([, shown = '']) =>
    [...shown.matchAll(/<([0-9a-f]*)>/gi)]
      .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
      .join(''),
  );
}

type Bar = { x: number; width: number; height: number };

/** Filled rectangles, left to right. */
function barsOf(content: string): Bar[] {
  const [, filled = ''] =
    /((?:[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re\s+)+)(?:[^\n]*\n){0,3}?f\b/.exec(
      content.slice(content.lastIndexOf('TJ')),
    ) ?? [];
  return [...filled.matchAll(/([-\d.]+) [-\d.]+ ([-\d.]+) ([-\d.]+) re/g)].map((match) => ({
    x: Number(match[1]),
    width: Number(match[2]),
    height: Number(match[3]),
  }));
}

const DIGITS = 'nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn'.split(' ');

/** Reads interleaved 2 of 5 as a scanner does: by the widths of bars and spaces. */
function scan(bars: readonly Bar[]): string {
  const widths = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1];
    return next === undefined ? [width] : [width, next.x - x - width];
  });
  const narrow = Math.min(...widths);
  const letters = widths.map((width) => (width > narrow * 2 ? 'w' : 'n')).join('');
  const inner = /^nnnn(.*)wnn$/.exec(letters)?.[1] ?? '';
  return (inner.match(/.{10}/g) ?? [])
    .flatMap((pair) => [0, 1].map((half) => [...pair].filter((_, at) => at % 2 === half).join('')))
    .map((pattern) => DIGITS.indexOf(pattern))
    .join('');
}

/** What a camera makes of the first filled rectangles: those of a QR code, where there is one. */
function scanQr(content: string): string {
  const [, filled = ''] = /((?:[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re\s+){200,})/.exec(content) ?? [];
  const squares = [...filled.matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) [-\d.]+ re/g)].map(
    (match) => ({ x: Number(match[1]), y: Number(match[2]), side: Number(match[3]) }),
  );
  const [left, top] = [squares.map(({ x }) => x), squares.map(({ y }) => y)].map((all) =>
    Math.min(...all),
  );
  const side = squares[0]?.side ?? 1;
  const places = squares.map(({ x, y }) =>
    [x - (left ?? 0), y - (top ?? 0)].map((distance) => Math.round(distance / side)),
  );
  const count = Math.max(...places.flat()) + 1;
  const width = (count + 8) * 4;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [column = 0, row = 0] of places) {
    for (let at = 0; at < 16; at += 1) {
      const pixel = ((row + 4) * 4 + (at >> 2)) * width + (column + 4) * 4 + (at & 3);
      data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return decodeQr({ width, height: width, data });
}

describe('the PDF of a boleto', () => {
  it('shows what a payer needs, with its accents', async () => {
    const texts = textsOf(contentOf(await drawBoletoPdf(valid())));
    for (const text of [
      'Recibo do pagador',
      'Ficha de compensação',
      'Beneficiário',
      'Livraria Páginas Abertas Ltda',
      '41.730.258/0001-20',
      'João Conceição Muñoz',
      '529.982.247-25',
      '30/11/2026',
      'R$\u00a0159,90',
      '00191.23454 67890.123457 67890.123457 1 16460000015990',
    ]) {
      expect(texts, text).toContain(text);
    }
  });

  it.each([
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['12ABC34501DE3', '12ABC34501DE3'],
  ])('prints the CNPJ %j of who is paid as %j', async (document, printed) => {
    const beneficiary = { ...valid().beneficiary, document };
    const texts = textsOf(contentOf(await drawBoletoPdf(valid({ beneficiary }))));
    expect(texts[texts.indexOf('CNPJ do beneficiário') + 1] ?? '').toBe(printed);
  });

  it('draws bars of 103 by 13 mm that a scanner reads as the barcode', async () => {
    const bars = barsOf(contentOf(await drawBoletoPdf(valid())));
    expect(scan(bars)).toBe(valid().barcode);
    const first = bars[0]!;
    const last = bars.at(-1)!;
    expect((last.x + last.width - first.x) / POINTS_A_MM).toBeCloseTo(103, 1);
    expect(new Set(bars.map((bar) => (bar.height / POINTS_A_MM).toFixed(1)))).toEqual(
      new Set(['13.0']),
    );
  });

  it('draws every barcode so', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^\d{25}$/),
        fc.integer({ min: 1, max: 9_999_999_999 }),
        async (freeField, amount) => {
          const barcode = writeBoletoBarcode({
            bankCode: '999',
            dueOn: '2026-11-30',
            amount,
            freeField,
          });
          const boleto = valid({ barcode, line: toDigitableLine(barcode), amount });
          expect(scan(barsOf(contentOf(await drawBoletoPdf(boleto))))).toBe(barcode);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('shows the PIX as a QR code and as one line to copy, and bars that are read beside it', async () => {
    const location = `bank.example.com/bolix/v2/cobv/${'0a1b2c3d'.repeat(4)}`;
    const pixCode = writeDynamicBrCode({ location, merchantName: 'Loja', merchantCity: 'Natal' });
    const content = contentOf(await drawBoletoPdf(valid({ pixCode })));
    expect(scanQr(content)).toBe(pixCode);
    expect(textsOf(content)).toContain(pixCode);
    expect(scan(barsOf(content))).toBe(valid().barcode);
  });

  it('says nothing of a PIX where there is none', async () => {
    expect(textsOf(contentOf(await drawBoletoPdf(valid()))).join()).not.toContain('PIX');
  });

  it('stays on one page with the longest code there is', async () => {
    expect(textsOf(contentOf(await drawBoletoPdf(valid({ pixCode: '9'.repeat(512) }))))).toContain(
      '9'.repeat(512),
    );
  });

  it.each([
    ['Łukasz Żółć', '?ukasz Zó?c'],
    ['Ana \u202e evil', 'Ana ? evil'],
    ['東京 Ltda', '?? Ltda'],
    ['A\u0303nima', 'Ãnima'],
    ['(x) \\ <y>', '(x) \\ <y>'],
  ])('prints %s with what every reader has', async (name, printed) => {
    const payer = { ...valid().payer, name };
    expect(textsOf(contentOf(await drawBoletoPdf(valid({ payer }))))).toContain(printed);
  });

  it('stays on one page with the longest fields', async () => {
    const long = 'M'.repeat(200);
    const payer = { name: long, document: '52998224725', address: Array(5).fill(long) };
    const pdf = await drawBoletoPdf(valid({ payer, referenceId: long, warning: long }));
    expect(scan(barsOf(contentOf(pdf)))).toBe(valid().barcode);
  });

  it('says across the top what it must say', async () => {
    const warning = 'Este boleto não vale mais: não pague.';
    expect(textsOf(contentOf(await drawBoletoPdf(valid({ warning }))))).toContain(warning);
    expect(textsOf(contentOf(await drawBoletoPdf(valid())))).not.toContain(warning);
  });
});
