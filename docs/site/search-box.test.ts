import { describe, expect, it } from 'vitest';
import type { Entry } from './search-box.ts';
import { findEntries } from './search-box.ts';

function entry(more: Partial<Entry>): Entry {
  return { address: '/docs/pt/x/', page: 'Página', heading: '', text: '', ...more };
}
const ENTRIES = [
  entry({ address: 'text', text: 'Ligue a política antes.' }),
  entry({ address: 'heading', heading: 'Política de segurança' }),
  entry({ address: 'page', page: 'Política', text: 'outra coisa' }),
  entry({ address: 'other', heading: 'Webhooks', text: 'assinatura' }),
];
function found(query: string) {
  return findEntries(ENTRIES, query).map(({ address }) => address);
}

describe('the search', () => {
  it('finds words without their accents, in whatever case', () => {
    expect(found('POLITICA')).toEqual(found('política'));
  });

  it('puts a page of that name before a heading, and that before the text', () => {
    expect(found('politica')).toEqual(['page', 'heading', 'text']);
  });

  it('puts a heading before a section of a page of that name', () => {
    const entries = [
      entry({ address: 'section', page: 'Saques', heading: 'Como termina' }),
      entry({ address: 'heading', page: 'Sandbox', heading: 'Saques' }),
    ];
    expect(findEntries(entries, 'saques').map(({ address }) => address)).toEqual([
      'heading',
      'section',
    ]);
  });

  it('puts another form of the word in a name before the word itself in the text', () => {
    const entries = [
      entry({ address: 'text', text: 'Com devolução em partes.' }),
      entry({ address: 'name', page: 'Devoluções', text: 'Outra devolução.' }),
    ];
    expect(findEntries(entries, 'devolução').map(({ address }) => address)).toEqual([
      'name',
      'text',
    ]);
  });

  it('wants every word', () => {
    expect(found('politica antes')).toEqual(['text']);
    expect(found('politica webhooks')).toEqual([]);
  });

  it('finds the start of a word before its middle', () => {
    const entries = [
      entry({ address: 'middle', heading: 'Retoken' }),
      entry({ address: 'start', heading: 'Um token' }),
    ];
    expect(findEntries(entries, 'tok').map(({ address }) => address)).toEqual(['start', 'middle']);
  });

  it.each([
    ['estornos', 'Estornar um pagamento'],
    ['assinaturas', 'Verificar a assinatura'],
    ['devolução', 'Devoluções em partes'],
    ['cobrar', 'Uma cobrança'],
    ['refunded', 'Refunds'],
    ['retries', 'A retry'],
  ])('finds by %s what is called "%s"', (query, heading) => {
    const entries = [entry({ heading: 'Outra coisa' }), entry({ heading })];
    expect(findEntries(entries, query).map((hit) => hit.heading)).toEqual([heading]);
  });

  it('puts the form that was typed before another form of the word', () => {
    const entries = [
      entry({ address: 'other form', heading: 'Parcela' }),
      entry({ address: 'as typed', heading: 'Parcelas' }),
    ];
    expect(findEntries(entries, 'parcelas').map(({ address }) => address)).toEqual([
      'as typed',
      'other form',
    ]);
  });

  it.each(['', '   '])('finds nothing for %j', (query) => {
    expect(found(query)).toEqual([]);
  });

  it('takes what looks like a pattern as what it is', () => {
    expect(found('.*')).toEqual([]);
    expect(found('(')).toEqual([]);
  });
});
