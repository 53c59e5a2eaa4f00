import { describe, expect, it } from 'vitest';
import { withoutPunctuation } from '../../../contract/document-number.ts';
import { writtenDocument } from './written-document.ts';

describe('a document as people write it', () => {
  it.each([
    ['52998224725', '529.982.247-25'],
    ['01234567890', '012.345.678-90'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ])('%s is %s, and read as it was', (document, written) => {
    expect(writtenDocument(document)).toBe(written);
    expect(withoutPunctuation(written)).toBe(document);
    expect(withoutPunctuation(document)).toBe(document);
  });

  it.each(['', 'ana@example.com', '529982247', '+5511987654321', '529.982.247-25'])(
    'what is none stays as it is: %s',
    (text) => {
      expect(writtenDocument(text)).toBe(text);
    },
  );

  it.each(['529.982.247', '5299.82247-25', 'ana@example.com', ''])(
    'is not read out of %s',
    (text) => {
      expect(withoutPunctuation(text)).toBe(text);
    },
  );
});
