import { describe, expect, it } from 'vitest';
import type { StatementLine } from '../../../domain/ledger/statement.ts';
import { createAccountStore } from '../../../store/tables/accounts/account.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createLedgerStore } from '../../../store/tables/ledger/ledger.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { newReference, validPayin, validPayout } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import { readPeriod } from '../../framework/parts/period-filter.ts';
import { money } from '../../framework/parts/values.ts';
import { statementRows } from './statement.tsx';
import type { AskedStatement } from './statement-filter.ts';

const EVERYTHING: AskedStatement = {
  period: readPeriod(new URLSearchParams()),
  accounts: [],
  account: null,
  after: null,
  wrong: null,
};
const LINE: StatementLine = {
  sequence: 1,
  at: new Date('2026-05-04T15:00:00Z'),
  kind: 'payout_created',
  sourceId: 'out_no3ds_x',
  isPayin: false,
  isPayout: true,
  refundedPayinId: null,
  referenceId: 'saque-1',
  available: -123_456,
  waiting: 0,
  reserve: 0,
  inFlight: 123_456,
  debt: -5,
  fees: 0,
  availableAfter: 7,
};

const dashboard = opened(() =>
  startTestDashboard({
    timers: manualTimers().timers,
    now: () => new Date('2026-05-04T15:00:00Z'),
  }),
);

function payOut(referenceId: string, company = 'no3ds') {
  return dashboard.post(company, '/payout', validPayout({ amount: 1_234, referenceId }));
}

it('the balance shows each account of the ledger', async () => {
  await payOut(newReference());
  const { available = 0, in_flight: inFlight = 0 } = await createLedgerStore(
    dashboard.db,
  ).readBalances('no3ds');
  const { status, html } = await (await dashboard.signIn('viewer')).get('/balance');
  expect(status).toBe(200);
  for (const amount of [available, inFlight]) expect(html).toContain(money(amount, 'pt-BR'));
  for (const name of ['Disponível', 'Retido', 'A caminho', 'Devido', 'Tarifas cobradas']) {
    expect(html).toContain(name);
  }
});

it('the balance of a company that waits says on which day what becomes available', async () => {
  const accounts = createAccountStore(dashboard.db);
  const account = await accounts.find('preorder');
  if (account === null) throw new Error('the account is not there');
  const viewer = await dashboard.signIn('viewer', 'nocard');
  const traits = { ...account.traits, threeDSFlow: null, availableAt: 'settlement' } as const;
  await dashboard.db.transaction((tx) => accounts.update(tx, { ...account, traits }));
  await dashboard.post('preorder', '/payin', validPayin());
  const { html } = await (await dashboard.signIn('viewer', 'preorder')).get('/balance');
  expect(html).toMatch(/A receber.*R\$\s95,62.*Disponível em.*3 de jun\. de 2026.*R\$\s95,62/s);
  const { html: due } = await (await dashboard.signIn('operator')).get('/companies/preorder');
  expect(due).toMatch(/A receber das adquirentes.*3 de jun\. de 2026.*R\$\s97,51/s);
  expect((await viewer.get('/balance')).html).not.toContain('A receber');
});

describe('the statement', () => {
  it('shows what moved, with what was available afterwards', async () => {
    const reference = newReference();
    const made = await payOut(reference);
    const { available = 0 } = await createLedgerStore(dashboard.db).readBalances('no3ds');
    const { html } = await (await dashboard.signIn('finance')).get('/balance/statement');
    expect(html).toContain(`<a href="/payouts/${made.body.id}">${reference}</a>`);
    expect(html).toContain('Saque pedido');
    expect(html).toContain('-R$\u00a012,34');
    expect(html).toContain(money(available, 'pt-BR'));
  });

  it('is of a period, whose days are of Brasília', async () => {
    const client = await dashboard.signIn('finance');
    const shown = async (query: string) => (await client.get(`/balance/statement?${query}`)).html;
    await payOut(newReference());
    expect(await shown('from=2026-05-04&until=2026-05-04')).toContain('Saque pedido');
    expect(await shown('until=2026-05-03')).not.toContain('Saque pedido');
    expect(await shown('from=2026-05-05')).toContain('Nenhum movimento neste período');
    expect((await client.get('/balance/statement?from=x')).status).toBe(400);
    expect((await client.get('/balance/statement?after=x')).status).toBe(200);
  });

  it('follows by key from page to page, each movement once', async () => {
    const client = await dashboard.signIn('viewer', 'company');
    for (let count = 0; count < 51; count += 1) await payOut(newReference(), 'company');
    const numbersOn = (html: string) =>
      [...html.matchAll(/<th scope="row"[^>]*>(\d+)</g)].map(([, number]) => Number(number));
    const first = await client.get('/balance/statement');
    const next = /<a href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&');
    const second = await client.get(next ?? '');
    const numbers = [...numbersOn(first.html), ...numbersOn(second.html)];
    expect(numbersOn(first.html)).toHaveLength(50);
    expect(numbers).toEqual(numbers.map((_, at) => numbers.length - at));
  });

  it.each([
    ['available', 'Disponível', '-R$\u00a012,34'],
    ['in_flight', 'A caminho', 'R$\u00a012,34'],
  ])('is of one account, %s, with a balance where one is kept', async (account, name, moved) => {
    const reference = newReference();
    await payOut(reference);
    const client = await dashboard.signIn('finance');
    const { html } = await client.get(`/balance/statement?account=${account}`);
    const headers = [...html.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, text]) => text);
    const hasBalance = account === 'available';
    expect(headers.slice(4)).toEqual(hasBalance ? [name, 'Disponível depois'] : [name]);
    expect(html.includes('é mostrado só no disponível')).toBe(!hasBalance);
    const [row = ''] = html.split('<tr').filter((one) => one.includes(reference));
    expect(row).toContain(`>${moved}<`);
    expect(html).toContain(`href="/balance/statement.csv?account=${account}"`);
    const file = await client.get(`/balance/statement.csv?account=${account}`);
    const [header, first] = file.html.split('\r\n');
    expect(header).toContain(`;Id;${name}`);
    expect(first).toContain(`;${reference};`);
  });

  it('has nothing on an account on which nothing moved, and 400 for one that is none', async () => {
    const client = await dashboard.signIn('viewer');
    const { html } = await client.get('/balance/statement?account=debt');
    expect(html).toContain('Nenhum movimento neste período');
    expect((await client.get('/balance')).html).toContain('/balance/statement?account=debt"');
    for (const account of ['clearing', 'recipient:nobody', 'x']) {
      const wrong = await client.get(`/balance/statement?account=${account}`);
      expect(wrong.status).toBe(400);
      expect(wrong.html).toContain('Não há esta conta.');
    }
    const finance = await dashboard.signIn('finance');
    const { location } = await finance.get('/balance/statement.csv?account=x');
    expect(location).toBe('/balance/statement?account=x');
  });
});

describe('the statement as a file', () => {
  it('is what a Brazilian spreadsheet reads, or an English one', async () => {
    const reference = newReference();
    const made = await payOut(reference);
    const client = await dashboard.signIn('finance');
    const answer = await client.get('/balance/statement.csv?from=2026-05-04');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="extrato-2026-05-04.csv"',
    );
    const line = `;Saque pedido;${reference};${made.body.id};-12,34;0,00;12,34;0,00;0,00;`;
    expect(answer.html).toContain(line);
    const english = await client.get('/balance/statement.csv', { 'accept-language': 'en' });
    expect(english.html).toContain(`,Payout asked for,${reference},${made.body.id},-12.34,`);
  });

  it('is kept in the log with who took it and of which period', async () => {
    const client = await dashboard.signIn('finance', 'manual');
    await client.get('/balance/statement.csv?from=2026-05-04');
    expect(await createAuditLog(dashboard.db).list('manual', 100)).toContainEqual(
      expect.objectContaining({
        actor: client.user.id,
        action: 'statement export',
        subjects: expect.objectContaining({ from: '2026-05-04', until: '' }),
        result: 'done',
      }),
    );
  });

  it('of a period that cannot be read leads back to the page that says so', async () => {
    const client = await dashboard.signIn('finance');
    const { location } = await client.get('/balance/statement.csv?from=x');
    expect(location).toBe('/balance/statement?from=x');
  });

  it('is not for a viewer', async () => {
    const viewer = await dashboard.signIn('viewer');
    expect((await viewer.get('/balance/statement.csv')).status).toBe(403);
    expect((await viewer.get('/balance/statement')).html).not.toContain('.csv');
  });

  const rowsOf = async (page: (count: number) => Promise<StatementLine[]>) => {
    let count = 0;
    const rows: string[] = [];
    const statements = {
      page() {
        count += 1;
        return page(count);
      },
      look: () => Promise.reject(new Error('this is of all accounts')),
    };
    const file = { companyId: 'no3ds', asked: EVERYTHING, language: 'pt-BR' } as const;
    for await (const row of statementRows(file, { statements })) rows.push(row);
    return rows;
  };

  it('makes no formula of a reference', async () => {
    const [, row] = await rowsOf(async () => [{ ...LINE, referenceId: '=HYPERLINK("x")' }]);
    const amounts = '-1234,56;0,00;1234,56;0,05;0,00;0,07;0,00';
    const source = `"'=HYPERLINK(""x"")";out_no3ds_x`;
    expect(row).toBe(`1;2026-05-04 12:00:00;Saque pedido;${source};${amounts}\r\n`);
  });

  it('has one page in memory at a time, and ends with the last', async () => {
    // One more than is written, which says that there is a page after this.
    const full = Array.from({ length: 51 }, () => LINE);
    const rows = await rowsOf(async (count) => (count < 3 ? full : [LINE]));
    expect(rows).toHaveLength(4);
    expect(rows.join('').split('\r\n')).toHaveLength(103);
  });

  it('breaks off where the database does, and does not end as if it were whole', async () => {
    const full = Array.from({ length: 51 }, () => LINE);
    const rows = rowsOf(async (count) => {
      if (count === 2) throw new Error('the database went away');
      return full;
    });
    await expect(rows).rejects.toThrow('the database went away');
  });
});
