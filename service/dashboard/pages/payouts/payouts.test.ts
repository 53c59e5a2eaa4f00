import { describe, expect, it } from 'vitest';
import { REVIEW_RATE_LIMIT } from '../../../domain/limits/rate-limit.ts';
import { createAccountStore } from '../../../store/tables/accounts/account.ts';
import { createLedgerStore } from '../../../store/tables/ledger/ledger.ts';
import { opened } from '../../../testing/opened.ts';
import type { DashboardAnswer, DashboardClient } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { newReference, validPayout } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';

let now = new Date('2026-05-04T15:00:00Z');
const dashboard = opened(() =>
  startTestDashboard({ timers: manualTimers().timers, now: () => now }),
);

function form(change: Record<string, string> = {}) {
  return {
    reference: newReference(),
    amount: '10,00',
    pixKeyType: 'EMAIL',
    pixKey: 'ana@example.com',
    name: 'Ana Souza',
    document: '52998224725',
    step: 'confirm',
    ...change,
  };
}
function idOf({ location }: DashboardAnswer): string {
  return location?.slice('/payouts/'.length) ?? '';
}
async function create(client: DashboardClient, change: Record<string, string> = {}) {
  return idOf(await client.post('/payouts/new', form(change)));
}
async function available(company = 'manual') {
  return (await createLedgerStore(dashboard.db).readBalances(company)).available ?? 0;
}

/** Asks for four eyes at the account `manual`, or no more. */
async function setFourEyes(fourEyes: boolean) {
  const accounts = createAccountStore(dashboard.db);
  await dashboard.db.transaction(async (tx) => {
    const account = await accounts.findToChange(tx, 'manual');
    if (account === null) throw new Error('there is no account');
    await accounts.update(tx, { ...account, traits: { ...account.traits, fourEyes } });
  });
}

describe('the form of a payout', () => {
  it('makes one, debited once however often it is sent', async () => {
    const client = await dashboard.signIn('finance', 'manual');
    const before = await available();
    const page = await client.get('/payouts/new');
    const reference = /name="reference"[^>]* value="(painel-[\w-]{12})"/.exec(page.html)?.[1];
    const sent = form({ reference: reference ?? '' });

    const answer = await client.post('/payouts/new', sent);
    expect([answer.status, answer.location]).toEqual([
      303,
      expect.stringMatching(/^\/payouts\/out_manual_[\w-]{22}$/),
    ]);
    expect((await client.post('/payouts/new', sent)).location).toBe(answer.location);
    expect(await available()).toBe(before - 1_000);

    const { html } = await client.get(answer.location ?? '');
    expect(html).toContain('Saque criado.');
    expect(html).toContain('Aguardando aprovação');
    expect(html).toContain(client.user.name);
  });

  it('is shown before it is made, with whose key it is and what stays', async () => {
    const client = await dashboard.signIn('finance', 'manual');
    const before = await available();
    const typed = form({ step: '' });
    const review = await client.post('/payouts/new', typed);
    expect(review.status).toBe(200);
    const left = (before - 1_000) / 100;
    const inReais = left.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
    for (const shown of ['R$\u00a010,00', 'Ana Souza, ***.982.247-**', inReais])
      expect(review.html).toContain(shown);
    const changed = await client.post('/payouts/new', { ...typed, step: 'change' });
    expect(changed.html).toContain('value="10,00"');
    expect(await available()).toBe(before);
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['an amount that is none', { amount: '1.234' }, 'amount', 'Informe um valor como 1.234,56'],
    ['a key of another form', { pixKey: 'Ana' }, 'pixKey', 'um e-mail em letras minúsculas'],
    ['no key', { pixKey: '' }, 'pixKey', 'um e-mail em letras minúsculas'],
    ['a wrong document', { document: '1' }, 'document', 'um CPF ou CNPJ válido'],
    ['no reference', { reference: '' }, 'reference', 'um código seu'],
  ])('says what is wrong with %s, and keeps the rest', async (_name, change, field, said) => {
    const client = await dashboard.signIn('owner', 'manual');
    const before = await available();
    const { status, html } = await client.post('/payouts/new', form({ ...change, name: 'Zoé' }));
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(`id="field-${field}"[^>]*aria-invalid="true"`));
    expect(html).toContain(said);
    expect(html).toContain('value="Zoé"');
    expect(await available()).toBe(before);
  });

  it.each<[string, Record<string, string>, string]>([
    ['more than is available', { amount: '999.999.999,99' }, 'O saldo disponível não cobre'],
    ['a key that does not exist', { pixKey: 'missing@sandbox.test' }, 'Esta chave PIX não existe'],
    ['an amount beyond the limits', { pixKey: 'limits@sandbox.test' }, 'passa do limite'],
    ['a bank that is away', { pixKey: 'unavailable@sandbox.test' }, 'O banco não respondeu'],
  ])('says why %s is refused, at either step', async (_name, change, said) => {
    const client = await dashboard.signIn('owner', 'manual');
    const before = await available();
    for (const step of ['', 'confirm']) {
      const { status, html } = await client.post('/payouts/new', form({ ...change, step }));
      expect(status).toBe(409);
      expect(html).toContain(said);
    }
    expect(await available()).toBe(before);
  });

  it('tells whose a key is to who pays, not to who collects', async () => {
    now = new Date(now.getTime() + REVIEW_RATE_LIMIT.windowMs + 1);
    const client = await dashboard.signIn('finance', 'manual');
    const review = () => client.post('/payouts/new', form({ step: '' }));
    for (let nth = 0; nth < REVIEW_RATE_LIMIT.limit; nth += 1) {
      expect((await review()).status).toBe(200);
    }
    expect((await review()).html).toContain('Muitas chaves foram consultadas');
    expect((await client.post('/payouts/new', form())).status).toBe(303);
    now = new Date(now.getTime() + REVIEW_RATE_LIMIT.windowMs + 1);
  });

  it('is refused under a reference that another payout has', async () => {
    const client = await dashboard.signIn('owner', 'manual');
    const reference = newReference();
    await create(client, { reference });
    const { status, html } = await client.post('/payouts/new', form({ reference, amount: '11' }));
    expect(status).toBe(409);
    expect(html).toContain('Já existe um saque com esta referência');
  });

  it('of a blocked account is refused', async () => {
    const client = await dashboard.signIn('owner', 'blocked');
    const { html } = await client.post('/payouts/new', form());
    expect(html).toContain('Esta conta está bloqueada');
  });
});

describe('a payout that waits', () => {
  it('is approved by somebody else where the account asks for four eyes', async () => {
    await setFourEyes(true);
    const [finance, owner] = [
      await dashboard.signIn('finance', 'manual'),
      await dashboard.signIn('owner', 'manual'),
    ];
    const payout = await create(finance);
    const own = await finance.get(`/payouts/${payout}`);
    expect(own.html).toContain('Quem pediu um saque não pode aprová-lo.');
    expect(own.html).not.toContain('Aprovar e enviar');
    const refused = await finance.post(`/payouts/${payout}/approve`);
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('Quem pediu um saque não pode aprová-lo.');
    expect(refused.html).toContain('Aguardando aprovação');

    expect((await owner.get(`/payouts/${payout}`)).html).toContain('Aprovar e enviar');
    const approved = await owner.post(`/payouts/${payout}/approve`);
    expect([approved.status, approved.location]).toEqual([303, `/payouts/${payout}`]);
    const { html } = await owner.get(`/payouts/${payout}`);
    expect(html).toContain('Saque aprovado.');
    expect(html).toContain('Na fila');
    for (const { user } of [finance, owner]) expect(html).toContain(user.name);
    await setFourEyes(false);
  });

  it('is refused, and its amount is available again', async () => {
    const client = await dashboard.signIn('finance', 'manual');
    const before = await available();
    const payout = await create(client);
    await client.post(`/payouts/${payout}/cancel`);
    const { html } = await client.get(`/payouts/${payout}`);
    expect(html).toContain('Saque cancelado.');
    expect(html).toContain('De volta ao saldo');
    expect(html).not.toContain('Recusar e repor');
    expect(await available()).toBe(before);
  });
});

describe('payouts in pages', () => {
  it('are found by reference, id, state and period', async () => {
    const client = await dashboard.signIn('finance', 'manual');
    const reference = newReference();
    const payout = await create(client, { reference });
    const isFound = async (query: string) =>
      (await client.get(`/payouts?${query}`)).html.includes(`href="/payouts/${payout}"`);
    expect(await isFound('')).toBe(true);
    expect(await isFound(`search=${reference}`)).toBe(true);
    expect(await isFound(`search=${payout}`)).toBe(true);
    expect(await isFound('search=nothing')).toBe(false);
    expect(await isFound('search=%00')).toBe(true);
    expect(await isFound(`search=${reference}&status=AWAITING_APPROVAL`)).toBe(true);
    expect(await isFound(`search=${reference}&status=COMPLETED`)).toBe(false);
    expect(await isFound('from=2026-05-04&until=2026-05-04')).toBe(true);
    expect(await isFound('until=2026-05-03')).toBe(false);
  });

  it('say which date cannot be read', async () => {
    const client = await dashboard.signIn('viewer', 'manual');
    for (const query of ['from=x', 'until=2026-02-30', 'from=2026-05-04&until=2026-05-03']) {
      const { status, html } = await client.get(`/payouts?${query}`);
      expect(status).toBe(400);
      expect(html).toContain('aria-invalid="true"');
    }
  });

  it('follow each other by key, all of them once', async () => {
    const client = await dashboard.signIn('finance', 'company');
    const made = new Set<string>();
    for (let count = 0; count < 51; count += 1) {
      const answer = await dashboard.post('company', '/payout', validPayout({ amount: 1 }));
      made.add(String(answer.body.id));
    }
    const idsOn = (html: string) =>
      [...html.matchAll(/href="\/payouts\/(out_[^"]+)"/g)].map(([, id]) => id);
    const first = await client.get('/payouts');
    const next = /<a href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&');
    const second = await client.get(next ?? '');
    expect(idsOn(first.html)).toHaveLength(50);
    expect([...idsOn(first.html), ...idsOn(second.html)].sort()).toEqual([...made].sort());
    expect(second.html).not.toContain('rel="next"');
    expect((await client.get('/payouts?after=nonsense')).html).toContain('rel="next"');
  });

  it('show a viewer no names, keys or documents', async () => {
    const finance = await dashboard.signIn('finance', 'manual');
    const payout = await create(finance, { name: 'Zuleica', pixKey: 'zuleica@example.com' });
    const seen = await finance.get(`/payouts/${payout}`);
    for (const text of ['Zuleica', 'zuleica@example.com', '529.982.247-25']) {
      expect(seen.html).toContain(text);
    }
    const viewer = await dashboard.signIn('viewer', 'manual');
    for (const path of ['/payouts', `/payouts/${payout}`]) {
      const { status, html } = await viewer.get(path);
      expect(status).toBe(200);
      expect(html).not.toMatch(/zuleica|529\.?982\.?247-?25/i);
      expect(html).not.toContain('/payouts/new');
      expect(html).not.toContain('Aprovar');
    }
  });

  it.each(['x', 'out_manual_x', '..%2Fx', '%00'])('that are none are not there: %s', async (id) => {
    const client = await dashboard.signIn('owner', 'manual');
    expect((await client.get(`/payouts/${id}`)).status).toBe(404);
    expect([400, 404]).toContain((await client.post(`/payouts/${id}/approve`)).status);
  });

  it('show text that somebody typed as text', async () => {
    const client = await dashboard.signIn('owner', 'manual');
    const payout = await create(client, { name: '<script>x</script>', reference: '"><img src=x>' });
    for (const path of ['/payouts', `/payouts/${payout}`]) {
      expect((await client.get(path)).html).not.toMatch(/<script>x|<img/);
    }
  });
});
