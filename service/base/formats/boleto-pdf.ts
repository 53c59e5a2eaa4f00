import type PDFDocument from 'pdfkit';
import { writtenDocument } from '../shared/written-document.ts';
import { formatDigitableLine } from './boleto-line.ts';
import { qrSquares } from './qr-squares.ts';

export type BoletoToPrint = {
  beneficiary: { name: string; document: string };
  payer: { name: string; document: string; address: readonly string[] };
  referenceId: string;
  amount: number;
  issuedOn: string;
  dueOn: string;
  barcode: string;
  line: string;
  pixCode: string | null;
  warning: string | null;
};

type Document = InstanceType<typeof PDFDocument>;
type Box = { x: number; y: number; width: number; height: number };

const POINTS_A_MM = 72 / 25.4;
const LEFT = 15 * POINTS_A_MM;
const WIDTH = 180 * POINTS_A_MM;
/** Febraban: 103 mm of bars, 13 mm high. */
const BARS = { width: 103 * POINTS_A_MM, height: 13 * POINTS_A_MM };
const QR_SIDE = 38 * POINTS_A_MM;

/**
 * The payer's receipt, the slip a bank reads, and the PIX away from the bars, so that a camera sees
 * one of them. The libraries are loaded for the first one, so that a start does not wait.
 */
export async function drawBoletoPdf(boleto: BoletoToPrint): Promise<Uint8Array> {
  const [{ default: PDF }, { default: bars }] = await Promise.all([
    import('pdfkit'),
    import('bwip-js/node'),
  ]);
  const document = new PDF({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    info: { Title: 'Boleto', Author: toPrintable(boleto.beneficiary.name) },
  });
  const chunks: Uint8Array[] = [];
  const end = new Promise<Uint8Array>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  drawPage(document, boleto, readBars(bars.raw('interleaved2of5', boleto.barcode)));
  document.end();
  return end;
}

/** Widths of bar and space in turn, from the first bar to the last. */
function readBars(drawn: readonly object[]): readonly number[] {
  const [first] = drawn;
  if (first === undefined || !('sbs' in first) || !Array.isArray(first.sbs)) {
    throw new Error('the bars of a boleto could not be made');
  }
  const widths = first.sbs.map(Number);
  return widths.length % 2 === 0 ? widths.slice(0, -1) : widths;
}

function drawPage(document: Document, boleto: BoletoToPrint, bars: readonly number[]): void {
  const top = 20 * POINTS_A_MM;
  if (boleto.warning !== null) {
    document.font('Helvetica-Bold').fontSize(11).fillColor('#b3261e');
    document.text(toPrintable(boleto.warning), LEFT, top - 22, { width: WIDTH });
    document.fillColor('#000000');
  }
  const receiptEnd = drawSlip(document, boleto, 'Recibo do pagador', top);
  document.dash(3, { space: 3 }).lineWidth(0.5);
  document
    .moveTo(LEFT, receiptEnd + 18)
    .lineTo(LEFT + WIDTH, receiptEnd + 18)
    .stroke();
  document.undash();
  const slipEnd = drawSlip(document, boleto, 'Ficha de compensação', receiptEnd + 36);
  const bottom = slipEnd + 12 + BARS.height;
  if (boleto.pixCode !== null) drawPix(document, boleto.pixCode, bottom + 24);
  drawBars(document, bars, { x: LEFT, y: slipEnd + 12, ...BARS });
}

function drawSlip(document: Document, boleto: BoletoToPrint, title: string, top: number): number {
  const { beneficiary, payer } = boleto;
  document.font('Helvetica-Bold').fontSize(9).text(title, LEFT, top, { width: WIDTH });
  document
    .fontSize(12)
    .text(formatDigitableLine(boleto.line), LEFT, top + 12, { width: WIDTH, align: 'right' });
  const half = WIDTH / 2;
  const rows: readonly (readonly [string, string])[][] = [
    [
      ['Beneficiário', beneficiary.name],
      ['CNPJ do beneficiário', writtenDocument(beneficiary.document)],
    ],
    [
      ['Número do documento', boleto.referenceId],
      ['Vencimento', toDay(boleto.dueOn)],
    ],
    [
      ['Data do documento', toDay(boleto.issuedOn)],
      ['Valor do documento', toReais(boleto.amount)],
    ],
    [
      ['Pagador', payer.name],
      [
        payer.document.length === 14 ? 'CNPJ do pagador' : 'CPF do pagador',
        writtenDocument(payer.document),
      ],
    ],
  ];
  let y = top + 30;
  for (const row of rows) {
    for (const [index, [label, text]] of row.entries()) {
      const box = { x: LEFT + index * half, y, width: half, height: 28 };
      drawBox(document, box, label, text);
    }
    y += 28;
  }
  const address = { x: LEFT, y, width: WIDTH, height: 28 };
  drawBox(document, address, 'Endereço do pagador', payer.address.join(', '));
  const place = { x: LEFT, y: y + 28, width: WIDTH, height: 28 };
  drawBox(document, place, 'Local de pagamento', 'Em qualquer banco, até a data de vencimento');
  return y + 56;
}

function drawBox(document: Document, { x, y, width, height }: Box, label: string, text: string) {
  document.lineWidth(0.5).rect(x, y, width, height).stroke();
  document
    .font('Helvetica')
    .fontSize(6.5)
    .text(label, x + 4, y + 4, { lineBreak: false });
  const inside = { width: width - 8, height: 11, ellipsis: true };
  document.fontSize(9.5).text(toPrintable(text), x + 4, y + 14, inside);
}

/** On one line, however small, since a code copied over two would hold a break that it has not. */
function drawPix(document: Document, code: string, top: number): void {
  drawQr(document, code, { x: LEFT, y: top, width: QR_SIDE, height: QR_SIDE });
  const x = LEFT + QR_SIDE + 6 * POINTS_A_MM;
  const width = LEFT + WIDTH - x;
  document
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('Pague também por PIX', x, top + 4, { width });
  document.font('Helvetica').fontSize(9.5);
  document.text('Aponte a câmera do app do seu banco para o código,', x, top + 22, { width });
  document.text('ou copie e cole a linha abaixo no app.', x, top + 35, { width });
  const size = Math.min(8, WIDTH / document.fontSize(1).widthOfString(code));
  document.fontSize(size).text(code, LEFT, top + QR_SIDE + 10, { lineBreak: false });
}

function drawQr(document: Document, code: string, { x, y, width }: Box): void {
  const { size, squares } = qrSquares(code);
  const bits = Buffer.from(squares, 'base64');
  const side = width / size;
  for (let place = 0; place < size * size; place += 1) {
    const isDark = ((bits[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
    const [column, row] = [place % size, Math.floor(place / size)];
    if (isDark) document.rect(x + column * side, y + row * side, side, side);
  }
  document.fill('#000000');
}

/** Wide bars are three times the narrow ones, as Febraban asks; a quiet zone lies beside them. */
function drawBars(document: Document, bars: readonly number[], { x, y, width, height }: Box): void {
  const widths = bars.map((size) => (size > 1 ? 3 : 1));
  const module = width / widths.reduce((sum, size) => sum + size, 0);
  let at = x;
  for (const [index, size] of widths.entries()) {
    if (index % 2 === 0) document.rect(at, y, size * module, height);
    at += size * module;
  }
  document.fill('#000000');
}

/** What the fonts of every reader can show (WinAnsi): other letters lose their marks, or are `?`. */
function toPrintable(text: string): string {
  return [...text.normalize('NFC')].map(printable).join('');
}

function printable(character: string): string {
  if (/[\x20-\x7e\u00a0-\u00ff–—‘’“”•€]/.test(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[\x20-\x7e]+$/.test(bare) ? bare : '?';
}

function toDay(day: string): string {
  return day.split('-').reverse().join('/');
}

function toReais(centavos: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(
    centavos / 100,
  );
}
