// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCustomerForm } from './customer-form.ts';

function open(takesCompanies: boolean, given: string) {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  document.documentElement.innerHTML = page.replace(/<link[^>]*>|<script[\s\S]*?<\/script>/g, '');
  const form = createCustomerForm({ takesCompanies });
  const input = document.querySelector<HTMLInputElement>('#document')!;
  input.value = given;
  return { form, label: document.querySelector('#document-label')?.textContent };
}

describe('the document of who pays', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('is a CPF or a CNPJ where the account takes companies: %s', (given, sent) => {
    const { form, label } = open(true, given);
    expect(label).toBe('CPF ou CNPJ');
    expect(form.validate()).toBe(true);
    expect(form.read().document).toBe(sent);
  });

  it.each([
    ['a CNPJ that lacks a digit', true, '11.222.333/0001-8'],
    ['a letter among the check digits', true, '12ABC34501DE3A'],
    ['a CPF that lacks a digit', true, '529.982.247-2'],
    ['nothing', true, ''],
    ['a CNPJ where companies do not pay', false, '11.222.333/0001-81'],
  ])('is refused for %s', (_why, takesCompanies, given) => {
    expect(open(takesCompanies, given).form.validate()).toBe(false);
  });

  it('is a CPF elsewhere', () => {
    const { form, label } = open(false, '529.982.247-25');
    expect([label, form.read().document]).toEqual(['CPF', '52998224725']);
  });
});
