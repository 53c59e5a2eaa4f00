import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CARD_FIELDS, DEFAULT_CARD_FIELDS } from '../../contract/card/card-field.ts';
import { fillCardFields } from './field-markup.ts';

const CARD = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');

test('card.html has a place for every field that is not optional, in tab order', () => {
  const places = [...CARD.matchAll(/<card-field name="(\w+)"/g)].map(([, name]) => name);
  expect(places).toEqual([...DEFAULT_CARD_FIELDS, 'installments']);
  expect(fillCardFields(CARD)).not.toContain('card-field');
});

test('labels are in the default language, and Enter goes on until the last field typed', () => {
  const html = fillCardFields(CARD);
  const labels = [...html.matchAll(/<label for="[\w-]+">(.*)<\/label>/g)].map(([, text]) => text);
  expect(labels).toEqual(['Nome no cartão', 'Número do cartão', 'Validade', 'CVV', 'Parcelas']);
  const keys = [...html.matchAll(/enterkeyhint="(\w*)"/g)].map(([, key]) => key);
  expect(keys).toEqual(['next', 'next', 'next', 'go']);
});

test('a place for something that is no field stops the build', () => {
  const html = '<card-field name="pin"></card-field>';
  expect(CARD_FIELDS).not.toContain('pin');
  expect(() => fillCardFields(html)).toThrow('pin');
});
