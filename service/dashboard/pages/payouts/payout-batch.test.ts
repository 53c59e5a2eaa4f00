import { describe, expect, it } from 'vitest';
import { createLedgerStore } from '../../../store/tables/ledger/ledger.ts';
import { opened, openedForEach } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { newReference } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';

const HEADER = 'referencia;valor;tipo_chave;chave_pix;nome';

const now = new Date('2026-05-04T15:00:00Z');
const dashboard = opened(() =>
  startTestDashboard({ timers: manualTimers().timers, now: () => now }),
);
const client = openedForEach(() => dashboard.signIn('finance', 'manual'));

function line(reference: string, amount = '10,00', key = 'ana@example.com') {
  return `${reference};${amount};e-mail;${key};Ana`;
}
function file(...lines: string[]) {
  return `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`;
}
function preview(content: string | Uint8Array<ArrayBuffer>) {
  return client.upload('/payouts/batch', { file: content });
}
function confirm(content: string) {
  return client.upload('/payouts/batch/confirm', {}, { content });
}
async function available() {
  return (await createLedgerStore(dashboard.db).readBalances('manual')).available ?? 0;
}
/** The file as it travels in the form of a page. */
function contentOf(html: string): string {
  const value = /name="content" value="([^"]*)"/.exec(html)?.[1] ?? '';
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'");
}
function payoutsOn(html: string): string[] {
  return [...html.matchAll(/href="\/payouts\/(out_manual_[^"]+)"/g)].map(([, id]) => id ?? '');
}

describe('a spreadsheet of payouts', () => {
  it('is shown before anything is sent, then makes one payout a line', async () => {
    const before = await available();
    const content = file(line(newReference()), line(newReference(), '1.234,56'));
    const shown = await preview(content);
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('Criar 2 saques, no total de R$\u00a01.244,56');
    expect(await available()).toBe(before);

    const made = await confirm(contentOf(shown.html));
    expect(made.status).toBe(200);
    expect(made.html).toContain('Todas as linhas têm o seu saque.');
    expect(payoutsOn(made.html)).toHaveLength(2);
    expect(await available()).toBe(before - 124_456);
  });

  it('is read as Excel saves it, in UTF-8, UTF-16 or Windows-1252', async () => {
    const text = `${HEADER}\r\n${newReference()};1,00;e-mail;ana@example.com;José`;
    for (const file of [
      new TextEncoder().encode(text),
      Uint8Array.from(Buffer.from(text, 'latin1')),
      Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')),
    ])
      expect((await preview(file)).html).toContain('<td data-name="Nome de quem recebe">José</td>');
  });

  it('names every wrong line in either language, and cannot be confirmed', async () => {
    const before = await available();
    const reference = newReference();
    const content = file(
      line(reference),
      line(newReference(), '1.234'),
      line(reference),
      line(newReference(), '1', 'Ana'),
    );
    const { status, html } = await preview(content);
    expect(status).toBe(409);
    expect(html).toContain('3 linhas precisam de correção. Nada foi enviado.');
    expect(html).toContain('1.234 pode ser 1.234,00 ou 1,23.');
    expect(html).toContain('Esta referência já está na linha 2.');
    expect(html).toContain('A chave deve ser um e-mail em letras minúsculas');
    expect(html).not.toContain('/payouts/batch/confirm');
    expect((await confirm(content)).status).toBe(409);
    expect(await available()).toBe(before);
    const english = await dashboard.signIn('owner', 'manual');
    await english.post('/language', { language: 'en' });
    const inEnglish = await english.upload('/payouts/batch', { file: content });
    expect(inEnglish.html).toContain('3 lines have to be corrected. Nothing was sent.');
    expect(inEnglish.html).toContain('This reference is on line 2 already.');
  });

  it('of more than is available cannot be confirmed', async () => {
    const before = await available();
    const content = file(line(newReference(), '999.999.999,00'), line(newReference()));
    const { status, html } = await preview(content);
    expect(status).toBe(409);
    expect(html).toContain('O total passa do saldo disponível.');
    expect(html).not.toContain('/payouts/batch/confirm');
    expect((await confirm(content)).status).toBe(409);
    expect(await available()).toBe(before);
  });

  it('goes on after a line that is refused, says why, and is finished later', async () => {
    const content = file(line(newReference()), line(newReference(), '1', 'missing@sandbox.test'));
    const made = await confirm(content);
    expect(payoutsOn(made.html)).toHaveLength(1);
    expect(made.html).toContain('1 linha ainda não tem o seu saque.');
    expect(made.html).toContain('Esta chave PIX não existe.');
    expect(contentOf(made.html)).not.toBe('');
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['nothing', '', 'Escolha um arquivo CSV.'],
    ['no lines', HEADER, 'O arquivo não tem linhas de saques.'],
    [
      '1,001 lines',
      file(...Array.from({ length: 1_001 }, (_, at) => line(`r-${at}`))),
      'mais de 1.000 linhas',
    ],
    ['more than a megabyte', `${file()}${' '.repeat(1024 * 1024)}`, 'O arquivo passa de 1 MB.'],
    ['a spreadsheet of another kind', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 6]), 'não é um CSV.'],
    ['a quote that never ends', file('"a'), 'uma aspa que não fecha, aberta na linha 2'],
    [
      'other columns',
      'referencia;amount\na;1',
      'Faltam colunas: Valor em reais, Tipo da chave, Chave PIX.',
    ],
  ])('that has %s is refused whole', async (_name, content, said) => {
    const { status, html } = await preview(content);
    expect(status).toBe(400);
    expect(html).toContain(said);
    expect(html).toMatch(/id="field-file"[^>]*aria-invalid="true"/);
  });

  it('that is far too large is not even read', async () => {
    expect((await preview('x'.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  it('that is confirmed without a file is asked for again', async () => {
    expect((await confirm('')).status).toBe(400);
  });

  it('shows what it has as text, in the table and in its form', async () => {
    const name = '"=<img src=x>""&amp;\'"';
    const content = `${HEADER}\n${newReference()};10;e-mail;ana@example.com;${name}\n`;
    const { html } = await preview(content);
    expect(html).not.toContain('<img');
    expect(contentOf(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(content);
  });
});
