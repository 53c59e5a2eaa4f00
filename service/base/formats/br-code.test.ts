import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BrCode, ReadBrCode } from './br-code.ts';
import { asksExactly, crc16, readBrCode, writeBrCode, writeDynamicBrCode } from './br-code.ts';

const EVP = '123e4567-e12b-12d1-a456-426655440000';

/** P1 to P11 of the published vectors that are valid. `key` null: dynamic or recurrence only. */
const VALID: readonly [string, string, Partial<ReadBrCode>][] = [
  [
    'P1, the central bank manual',
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    { key: EVP, txid: null, amount: null, merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' },
  ],
  [
    'P2, dynamic with a recurrence',
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
    { key: null },
  ],
  [
    'P3, recurrence only',
    '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
    { key: null },
  ],
  [
    'P4, dynamic with capitals in its mark',
    '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
    { key: null },
  ],
  [
    'P5, whose key is none but is written right',
    '00020126440014BR.GOV.BCB.PIX0122FULANO2019 EXAMPLE.COM5204000053039865802BR5913FULANO DE TAL6008BRASILIA62410503***50300017BR.GOV.BCB.BRCODE01051.0.0630427E9',
    { key: 'FULANO2019 EXAMPLE.COM', txid: null },
  ],
  [
    'P6, static with amount, text and txid',
    '00020126700014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-4266554400000208produto2520400005303986540575.805802BR5911Higor Konig6009Sao Paulo62190515PAGAMENTO123ABC6304A82A',
    { key: '123e4567-e12b-12d1-a456-426655440000', amount: 7580, txid: 'PAGAMENTO123ABC' },
  ],
  [
    'P9, an alphanumeric CNPJ',
    '00020126360014br.gov.bcb.pix011412ABC34501DE355204000053039865406159.905802BR5917LOJA EXEMPLO LTDA6009SAO PAULO62280524PAYIN000000000000000000163049ADB',
    { key: '12ABC34501DE35', amount: 15_990, txid: 'PAYIN0000000000000000001' },
  ],
  [
    'P10, dynamic with an amount',
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/0f1e2d3c4b5a69788796a5b4c3d2e1f05204000053039865406159.905802BR5917LOJA EXEMPLO LTDA6009SAO PAULO62070503***6304B3A7',
    { key: null, amount: 15_990 },
  ],
  [
    'P11, one centavo, the longest txid, a postal code',
    '00020126360014br.gov.bcb.pix0114+551198765432152040000530398654040.015802BR5917LOJA EXEMPLO LTDA6009SAO PAULO61080131010062290525AAAAAAAAAAAAAAAAAAAAAAAAA6304CCFD',
    { key: '+5511987654321', amount: 1, txid: 'A'.repeat(25) },
  ],
];

const LOCATION = 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441';

const order: BrCode = {
  key: EVP,
  txid: 'PAYIN0001',
  amount: 15_990,
  merchantName: 'Livraria Páginas Abertas Ltda',
  merchantCity: 'São Paulo',
};

describe('a BR Code', () => {
  it('has the published checksum of 123456789', () => expect(crc16('123456789')).toBe('29B1'));

  it.each(VALID)('is read from %s', (_name, code, expected) => {
    expect(readBrCode(code)).toMatchObject(expected);
  });

  it('is written as the central bank manual writes it', () => {
    const [, manual = ''] = VALID[0] ?? [];
    expect(writeBrCode({ ...order, ...readBrCode(manual), key: EVP })).toBe(manual);
  });

  it('is written as P9 is', () => {
    const [, code = ''] = VALID[6] ?? [];
    expect(writeBrCode({ ...order, ...readBrCode(code), key: '12ABC34501DE35' })).toBe(code);
  });

  const [, manual = ''] = VALID[0] ?? [];
  it.each([
    [
      'P7, a wrong checksum',
      '00020126360014BR.GOV.BCB.PIX0114+5511943214321520400005303986540566.665802BR5907EMPRESA6008BRASILIA62070503***6304170E',
    ],
    [
      'P8, a wrong checksum',
      '00020126580014br.gov.bcb.Pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540510.005802BR5913TESTE ACCOUNT6008BRASILIA62070503***630445C8',
    ],
    ['P12, a checksum in small letters', manual.replace('1D3D', '1d3d')],
    ['a cut one', manual.slice(0, -1)],
    ['a longer one', `${manual}0`],
    ['nothing', ''],
    ['another letter', manual.replace('Fulano', 'Fulanô')],
    ['another currency', signed(manual.replace('5303986', '5303840'))],
    ['another country', signed(manual.replace('5802BR', '5802AR'))],
    ['an account that is none of PIX', signed(manual.replace('bcb.pix', 'bcb.xyz'))],
    ['a field twice', signed(manual.replace('5802BR', '5802BR5802BR'))],
    ['an amount with three decimals', signed(manual.replace('5802BR', '54051.0005802BR'))],
  ])('is not read from %s', (_name, code) => {
    expect(readBrCode(code)).toBeNull();
  });

  it.each([
    ['a name counted by letters', '5913Fulanô de Tal', { merchantName: 'Fulanô de Tal' }],
    ['a name counted by bytes', '5914Fulanô de Tal', { merchantName: 'Fulanô de Tal' }],
    ['whole reais', '54031235913Fulano de Tal', { amount: 12_300 }],
    ['a tenth of a real', '5405123.55913Fulano de Tal', { amount: 12_350 }],
  ])('of a bank is read with %s', (_how, written, expected) => {
    const code = signed(manual.replace('5913Fulano de Tal', written));
    expect(readBrCode(`${code}\n`)).toMatchObject(expected);
  });

  it('of a bank is read where another arrangement stands before its account', () => {
    const account = manual.slice(6, 68);
    const code = signed(manual.replace(account, `26090005other27${account.slice(2)}`));
    expect(readBrCode(code)).toMatchObject({ key: EVP });
  });

  it.each([LOCATION, `https://${LOCATION}`])('is written for the address %s', (location) => {
    const code = writeDynamicBrCode({ ...order, location });
    expect(readBrCode(code)).toMatchObject({ key: null, location: LOCATION, amount: null });
    expect(getPixPayloadInfo(code)).toMatchObject({ pointOfInitiation: 'dynamic' });
  });

  it.each([
    ['names the amount', writeBrCode(order), LOCATION, true],
    ['names the amount, and nobody gave an address', writeBrCode(order), null, true],
    ['names another amount', writeBrCode({ ...order, amount: 1 }), LOCATION, false],
    ['leaves the amount to the payer', writeBrCode({ ...order, amount: null }), LOCATION, false],
    ['names the address', writeDynamicBrCode({ ...order, location: LOCATION }), LOCATION, true],
    [
      'names the address, given with its scheme',
      writeDynamicBrCode({ ...order, location: LOCATION }),
      `https://${LOCATION}`,
      true,
    ],
    [
      'names another address',
      writeDynamicBrCode({ ...order, location: `${LOCATION}0` }),
      LOCATION,
      false,
    ],
    [
      'names an address, and nobody gave one',
      writeDynamicBrCode({ ...order, location: LOCATION }),
      null,
      false,
    ],
    ['is broken', writeDynamicBrCode({ ...order, location: LOCATION }).slice(1), LOCATION, false],
    ['is dynamic and names the amount', VALID[7]?.[1] ?? '', LOCATION, true],
    ['is no code', 'x', LOCATION, false],
  ])('is held against the order where it %s', (_how, code, location, isExact) => {
    expect(asksExactly(code, { amount: 15_990, location })).toBe(isExact);
  });

  it('folds accents before it cuts name and city to size', () => {
    expect(readBrCode(writeBrCode(order))).toEqual({
      ...order,
      location: null,
      merchantName: 'Livraria Paginas Abertas',
      merchantCity: 'Sao Paulo',
    });
  });

  it.each([
    ['an empty txid', { txid: '' }],
    ['a txid of 26', { txid: 'A'.repeat(26) }],
    ['a txid with a dash', { txid: 'A-1' }],
    ['no amount to pay', { amount: 0 }],
    ['a part of a centavo', { amount: 0.5 }],
    ['no key', { key: '' }],
    ['a key longer than its field', { key: 'a'.repeat(100) }],
    ['a key outside ASCII', { key: 'á@example.com' }],
  ])('is not written with %s', (_name, change) => {
    expect(() => writeBrCode({ ...order, ...change })).toThrow();
  });

  const anyOrder = fc.record({
    key: fc.constantFrom(EVP, '12ABC34501DE35', '+5511987654321', 'pix@bcb.gov.br', '52998224725'),
    txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    merchantName: fc.string({ minLength: 1, unit: 'grapheme' }),
    merchantCity: fc.constantFrom('São Paulo', 'Brasília', 'Santa Bárbara d’Oeste', '東京'),
  });

  it('reads back what it wrote, and so does a reader of others', () => {
    fc.assert(
      fc.property(anyOrder, (made) => {
        const code = writeBrCode(made);
        const { key, txid, amount } = made;
        expect(readBrCode(code)).toMatchObject({ key, txid, amount });
        expect(isValidPixPayload(code)).toBe(true);
        const theirs = getPixPayloadInfo(code);
        // Theirs speaks of reais.
        expect(theirs).toMatchObject({ txid, pointOfInitiation: 'static' });
        expect(Math.round(Number(theirs?.amount) * 100)).toBe(amount);
      }),
    );
  });

  it('is refused with any one character changed', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat(), fc.stringMatching(/^[ -~]$/), (made, at, other) => {
        const code = writeBrCode(made);
        const place = at % code.length;
        fc.pre(code[place] !== other);
        expect(readBrCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
      }),
    );
  });
});

/** The same fields under their right checksum. */
function signed(code: string): string {
  const unsigned = code.slice(0, -4);
  return unsigned + crc16(unsigned);
}
