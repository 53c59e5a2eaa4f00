import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAYMENT_STEPS, ROUTED_METHODS } from '../../service/providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import { LANGUAGES } from '../language.ts';
import { rehearsalTable, SENTENCES } from './rehearsal-table.ts';

it('says in both languages whatever the rehearsal has gone through, and nothing else', () => {
  const file = join(import.meta.dirname, '../reference/rehearsed.json');
  const rehearsed: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(SENTENCES).sort()).toEqual(Object.keys(rehearsed).sort());
  for (const { method, step, pt } of Object.values(SENTENCES)) {
    expect([null, ...ROUTED_METHODS]).toContain(method);
    expect([null, ...PAYMENT_STEPS]).toContain(step);
    expect(pt).toMatch(/\S/);
  }
  for (const language of LANGUAGES) {
    const rows = rehearsalTable(language).split('\n');
    for (const { title, methods } of PROVIDER_DEFINITIONS) {
      const own = rows.filter((row) => row.startsWith(`| ${title} |`));
      expect(own).toHaveLength(methods.length + 1);
    }
  }
});

it('names what a provider has and nobody rehearses', () => {
  const row = rehearsalTable('en')
    .split('\n')
    .find((one) => one.startsWith('| Mercado Pago | PIX |'));
  expect(row).toMatch(/\| a PIX is paid; .* \| `offline-contract`: .* \| cancelled, refunded, /);
});
