import { describe, expect, it } from 'vitest';
import { checksum, writeDynamicCode, writeKeyCode } from './br-code.ts';

describe('the code of a PIX', () => {
  it('of a location names it and no amount', () => {
    const code = writeDynamicCode({
      location: 'efi.pix.example.com/qr/v2/0123456789abcdef0123456789abcdef',
      merchantName: 'UMA LOJA DE NOME MUITO COMPRIDO',
      merchantCity: 'SAO JOSE DOS CAMPOS',
    });
    expect(code.slice(0, -4)).toBe(
      '000201010212' +
        '2680' +
        '0014br.gov.bcb.pix' +
        '2558efi.pix.example.com/qr/v2/0123456789abcdef0123456789abcdef' +
        '5204000053039865802BR' +
        '5925UMA LOJA DE NOME MUITO CO' +
        '6015SAO JOSE DOS CA' +
        '62070503***6304',
    );
    expect(code.slice(-4)).toBe(checksum(code.slice(0, -4)));
  });

  it('of a key names amount and txid', () => {
    const code = writeKeyCode({
      key: '123e4567-e12b-12d1-a456-426655440000',
      amount: '12.34',
      txid: 'pedido1',
      merchantName: 'LOJA',
      merchantCity: 'SAO PAULO',
    });
    expect(code.slice(0, -4)).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
        '520400005303986540512.345802BR5904LOJA6009SAO PAULO62110507pedido16304',
    );
  });

  it.each([
    // The published check value of this CRC, and the example of the central bank's manual.
    ['123456789', '29B1'],
    [
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
        '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
      '1D3D',
    ],
  ])('has the checksum that others compute: %s', (text, expected) => {
    expect(checksum(text)).toBe(expected);
  });
});
