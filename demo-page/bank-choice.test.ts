// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createBankChoice } from './bank-choice.ts';
import type { Bank } from './shop-api.ts';

const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
const BANKS: Bank[] = [
  { id: 'ipe', name: 'Banco Ipê' },
  { id: 'mandacaru', name: 'Cooperativa Mandacaru', logo: 'https://bank.test/logo.svg' },
];

let asked: number;
let answers: (Bank[] | Error)[];
function choice() {
  return createBankChoice({
    banks: async () => {
      asked += 1;
      const answer = answers.shift();
      if (answer instanceof Error || answer === undefined) throw new Error('nobody answers');
      return answer;
    },
  });
}
function error() {
  return document.getElementById('bank-error')?.textContent;
}
function radio(id: string) {
  return document.querySelector<HTMLInputElement>(`.bank [value=${id}]`)!;
}

beforeEach(() => {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)![1]!;
  asked = 0;
  answers = [BANKS];
});

it('shows each bank by its name, with its logo or the letter that tells it from others', async () => {
  await choice().load();
  const rows = [...document.querySelectorAll('.bank')];
  expect(rows.map((row) => row.textContent)).toEqual(['IBanco Ipê', 'MCooperativa Mandacaru']);
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src') ?? null)).toEqual([
    null,
    'https://bank.test/logo.svg',
  ]);
});

it('leaves the letter where the logo does not load', async () => {
  await choice().load();
  document.querySelector('.bank img')?.dispatchEvent(new Event('error'));
  expect(document.querySelector('.bank img')).toBeNull();
});

it('asks for the banks once, however often they are shown', async () => {
  const banks = choice();
  await Promise.all([banks.load(), banks.load()]);
  await banks.load();
  expect(asked).toBe(1);
});

it('asks for a bank where none is chosen, and no more once one is', async () => {
  const banks = choice();
  await banks.load();
  expect(banks.check()).toBe(false);
  expect(error()).toBe('Escolha o seu banco.');
  expect(document.activeElement).toBe(radio('ipe'));
  radio('mandacaru').checked = true;
  radio('mandacaru').dispatchEvent(new Event('change', { bubbles: true }));
  expect(error()).toBe('');
  expect(banks.check()).toBe(true);
  expect(banks.chosen()).toBe('mandacaru');
});

it('says that the banks did not come, and asks again the next time', async () => {
  answers = [new Error('down'), BANKS];
  const banks = choice();
  await banks.load();
  expect(error()).toMatch(/Não foi possível buscar os bancos/);
  expect(banks.check()).toBe(false);
  await banks.load();
  expect(error()).toBe('');
  expect(asked).toBe(2);
});
