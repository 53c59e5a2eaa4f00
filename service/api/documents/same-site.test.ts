import { expect, it } from 'vitest';
import { isSameSite } from './same-site.ts';

it.each([
  ['https://api.pagamentos.com.br', 'https://cartao.pagamentos.com.br', true],
  ['https://pagamentos.com.br', 'https://cartao.pagamentos.com.br', true],
  ['https://api.pagamentos.com.br', 'https://api.cartoes.com.br', false],
  ['https://api.example.com', 'https://card.example.net', false],
  ['https://api.example.com', 'http://card.example.com', false],
  ['https://api.example.com', 'https://card.example.com:8443', true],
  // What a hosting company gives its customers is a site each.
  ['https://one.github.io', 'https://two.github.io', false],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4011', true],
  ['http://127.0.0.1:4010', 'http://127.0.0.2:4010', false],
  ['http://[::1]:4010', 'http://[::1]:4011', true],
  ['http://127.0.0.1:4010', 'http://localhost:4030', false],
  ['http://checkout:4010', 'http://checkout:4011', true],
])('%s and %s: one site is %s', (one, other, expected) => {
  expect(isSameSite(one, other)).toBe(expected);
});
