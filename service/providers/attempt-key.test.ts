import { describe, expect, it } from 'vitest';
import { newPublicId } from '../base/crypto/public-id.ts';
import { attemptKeyOf, referenceOf } from './attempt-key.ts';

describe('the key of an attempt', () => {
  it.each(['acme', 'loja_do_bairro', 'a-b_c'])('leads back to its payin, in %s', (companyId) => {
    const id = newPublicId('pay', companyId, (size) => new Uint8Array(size).fill(0xfb));
    const key = attemptKeyOf(id);
    expect(key).toBe('fb'.repeat(16));
    expect(referenceOf(key, { prefix: 'pay', companyId })).toBe(id);
    expect(referenceOf(key.toUpperCase(), { prefix: 'pay', companyId })).toBe(id);
  });

  it('is of no payin where a party names something else', () => {
    for (const key of ['', 'x', 'f'.repeat(31), 'g'.repeat(32), `${'f'.repeat(32)}/..`]) {
      expect(referenceOf(key, { prefix: 'pay', companyId: 'acme' })).toBeNull();
    }
  });

  it('is not made of a reference that has none', () => {
    expect(() => attemptKeyOf('order-1')).toThrow('no random bits');
  });
});
