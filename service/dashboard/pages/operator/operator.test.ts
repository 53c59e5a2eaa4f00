import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../cli/commands.ts';
import { PROVIDER_DEFINITIONS } from '../../../providers/registry.ts';
import { createAccountStore } from '../../../store/tables/accounts/account.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createReversalStore } from '../../../store/tables/payins/reversal.ts';
import { opened, openedForEach } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { payinWithCard, validPayin } from '../../../testing/test-service.ts';
import { COMPANY_FORM, COMPANY_FORMS, ROUTE_FORMS } from './company-forms.ts';
import { PAPER_FORMS } from './on-paper.tsx';
import { newProviderForm, providerForms } from './provider-forms.ts';

const now = new Date('2026-05-04T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));
const operator = openedForEach(() => dashboard.signIn('operator'));

const CIELO = {
  company: '*',
  'merchant-id': '4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11',
  'merchant-key': 'CANARYKEYCANARYKEYCANARYKEYCANARYKEY1234',
};

it('the forms of operators have every option of every command there is for a company, a route or a provider', () => {
  const forms = [
    COMPANY_FORM,
    ...COMPANY_FORMS,
    ...ROUTE_FORMS,
    ...PAPER_FORMS,
    ...PROVIDER_DEFINITIONS.flatMap((one) => [...providerForms(one), newProviderForm(one)]),
  ];
  // For a company's own people; with a file of the service's machine; or long, as a list is to read.
  const elsewhere = ['company add-origin', 'company remove-origin'];
  elsewhere.push('provider prove', 'provider reconcile');
  const commands = COMMANDS.filter(
    ({ name, isAct }) =>
      isAct &&
      /^(company|route|provider) |^payin .*(dispute|return)$/.test(name) &&
      !elsewhere.includes(name),
  );
  expect(commands.length).toBeGreaterThan(15);
  for (const { name, options } of commands) {
    const asked = new Set(
      forms.filter(({ act }) => act.command === name).flatMap(({ fields }) => fields),
    );
    const names = new Set([...asked].map(({ option }) => option));
    // By the address of the form; and the service's own environment is the only one.
    for (const known of ['company', 'provider', 'environment']) names.add(known);
    const missing = options.map((option) => option.name).filter((one) => !names.has(one));
    expect(`${name}: ${missing}`).toBe(`${name}: `);
  }
});

describe('the accounts of merchants', () => {
  it('are listed, searched and made by an operator', async () => {
    const list = await operator.get('/companies');
    expect(list.status).toBe(200);
    expect(list.html).toContain('Ateliê Três Marias Ltda');

    const found = await operator.get('/companies?q=ateli%C3%AA');
    expect(found.html).toContain('no3ds');
    expect(found.html).not.toContain('postorder');
    expect((await operator.get('/companies?q=nobody')).html).toContain('Nenhuma conta encontrada');

    const made = await operator.post('/companies', { company: 'nova', name: 'Nova <b>Ltda</b>' });
    expect(made.location).toBe('/companies/nova');
    const page = await operator.get('/companies/nova');
    expect(page.html).toContain('Nova &lt;b&gt;Ltda&lt;/b&gt;');
    expect(page.html).toContain('Não enviada');
    // Each fact has a name in words, and none the one it has in the record.
    expect(page.html).toContain('<dt>Receptores de eventos</dt>');
    expect(page.html).not.toMatch(/<dt>[a-z]/);
  });

  it('are not theirs to act for: a page of a company says so', async () => {
    const { status, html } = await operator.get('/payments');
    expect(status).toBe(403);
    expect(html).toContain('não faz nada em nome de uma empresa');
    const viewer = await dashboard.signIn('viewer');
    expect((await viewer.get('/system')).html).toContain('Peça a um proprietário da conta.');
  });

  it('are listed a page at a time, and a search goes on with what it was of', async () => {
    await sql(dashboard.db)`
      INSERT INTO companies (company_id, company_name, kyc_status, blocked, sandbox, traits,
      origins, created_at)
      SELECT 'filial-' || lpad(n::text, 3, '0'), 'Filial & Cia', 'approved', false, true,
      '{}'::jsonb, '[]'::jsonb, now() FROM generate_series(1, 60) n`;
    const linksOf = (html: string) =>
      [...html.matchAll(/<a href="\/companies\/(filial-\d+)">/g)].map(([, id]) => id);
    const first = await operator.get('/companies?q=filial+%26+cia');
    expect(linksOf(first.html)).toHaveLength(50);
    const next = '/companies?q=filial+%26+cia&after=filial-050';
    expect(first.html).toContain(next.replace('&', '&amp;'));
    const second = await operator.get(next);
    expect(linksOf(second.html)).toEqual(Array.from({ length: 10 }, (_, n) => `filial-0${51 + n}`));
    expect(second.html).not.toContain('after=');
    expect(linksOf((await operator.get('/companies?q=fil%00')).html)).toEqual([]);
    const text = "DELETE FROM companies WHERE company_id LIKE 'filial-%'";
    await dashboard.db.query({ name: '', text, values: [] });
  });

  it('are changed by forms, and the log keeps who did it and what it was before', async () => {
    const forms: [string, Record<string, string | string[]>][] = [
      ['company-set-kyc', { status: 'pending' }],
      ['company-set-methods', { methods: ['PIX', 'BOLETO'] }],
      ['company-set-fees', { pix: '79+0' }],
      ['company-set-reserve', { rate: '500', days: '60' }],
      ['company-set-capabilities', { 'three-ds': 'post-order', 'max-installments': '6' }],
      ['company-set-sub-merchant', { complement: 'sala 2' }],
      ['company-set-sub-merchant', { complement: '', city: 'Recife', street: '' }],
      ['company-block', {}],
    ];
    for (const [act, form] of forms) {
      const answer = await operator.post(`/companies/cardonfile/${act}`, form);
      expect(`${act}: ${answer.location}`).toBe(`${act}: /companies/cardonfile`);
    }

    const account = await createAccountStore(dashboard.db).find('cardonfile');
    expect(account).toMatchObject({ kycStatus: 'pending', blocked: true });
    expect(account?.traits).toMatchObject({
      methods: ['PIX', 'BOLETO'],
      fees: { PIX: { basisPoints: 79, fixed: 0 } },
      reserveBasisPoints: 500,
      reserveDays: 60,
      threeDSFlow: 'post-order',
      maxInstallments: 6,
    });
    expect(account?.traits.subMerchant).toEqual({ city: 'Recife' });
    const entries = await createAuditLog(dashboard.db).list('cardonfile', 20);
    expect(entries.find(({ action }) => action === 'company set-kyc')).toMatchObject({
      actor: operator.user.id,
      result: 'done',
      subjects: { status: 'pending', 'kyc.before': 'approved' },
    });
    expect(entries[0]?.subjects.address).toMatch(/127\.0\.0\.1|::1/);
    const { html } = await operator.get('/companies/cardonfile');
    expect(html).toContain('/companies/cardonfile/company-unblock');
    expect(html).not.toContain('/companies/cardonfile/company-block"');
  });

  it('keep what was typed where it is refused, and say why at its field', async () => {
    const answer = await operator.post('/companies/interest/company-set-fees', { pix: '0,99' });

    expect(answer.status).toBe(400);
    expect(answer.html).toContain('Use um valor válido, como 399+39.');
    expect(answer.html).toContain('value="0,99"');
    expect(answer.html).toMatch(/aria-invalid="true"/);
  });

  it('get an owner, whose link is shown once and lets nobody else in', async () => {
    const form = { name: 'Dona <i>Ana</i>', email: 'dona@manual.example', role: 'operator' };
    const { html: page } = await operator.get('/companies/manual');
    const [empty = ''] = /<form[^>]*user-invite.*?<\/form>/s.exec(page) ?? [];
    expect(/<input[^>]*name="name"[^>]*>/.exec(empty)?.[0]).not.toMatch(/value="[^"]/);
    expect(empty).toMatch(/<button[^>]*>Convidar um dono<\/button>/);
    const shown = await operator.post('/companies/manual/user-invite', form);
    const [, link = ''] = /value="([^"]*\/invitations\/[^"]+)"/.exec(shown.html) ?? [];
    expect(link).not.toBe('');
    expect((await dashboard.visitor().get(new URL(link).pathname)).status).not.toBe(404);
    const owner = await dashboard.signIn('owner', 'manual');
    const people = await owner.get('/people');
    expect(people.html).toContain('Dona &lt;i&gt;Ana&lt;/i&gt;');
    expect(people.html).not.toContain(link);
    const [kept] = (await createAuditLog(dashboard.db).list('manual', 20)).filter(
      ({ action }) => action === 'user invite',
    );
    expect(kept).toMatchObject({ actor: operator.user.id, subjects: { role: 'owner' } });

    const again = await operator.post('/companies/manual/user-invite', form);
    expect(again.status).toBe(400);
    expect(again.html).toContain('Já está em uso.');
  });

  it('are not found under an id that is nobody’s', async () => {
    expect((await operator.get('/companies/nobody')).status).toBe(404);
    const set = await operator.post('/companies/nobody/company-set-kyc', { status: 'approved' });
    expect(set.status).toBe(404);
  });
});

describe('the providers', () => {
  it.each(PROVIDER_DEFINITIONS)('say in both languages what $name asks for', async (one) => {
    const path = `/providers/new?provider=${one.name}`;
    for (const [language, told] of [['en', 'en'] as const, ['pt-BR', 'pt'] as const]) {
      const { html } = await operator.get(path, { 'accept-language': language });
      const hints = [...html.matchAll(/<p class="hint"[^>]*>([^<]+)<\/p>/g)].map(([, hint]) =>
        (hint ?? '')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>'),
      );
      for (const { help } of one.settings) expect(hints).toContain(help[told]);
    }
  });

  it('are added, routed to, rotated and removed, and no secret is shown again', async () => {
    const secret = CIELO['merchant-key'];
    const shown: string[] = [];

    const added = await operator.post('/providers/new?provider=cielo', {
      ...CIELO,
      company: 'no3ds',
    });
    expect(added.location).toBe('/providers/no3ds/cielo');
    shown.push((await operator.get('/providers/no3ds/cielo')).html);
    shown.push((await operator.get('/providers')).html);
    expect(shown[1]).toContain('Cielo');

    const route = { method: 'CREDIT_CARD', providers: 'cielo' };
    const routed = await operator.post('/companies/no3ds/route-set', route);
    expect(routed.location).toBe('/companies/no3ds');
    const inUse = await operator.post('/providers/no3ds/cielo/remove');
    expect(inUse.status).toBe(400);
    expect(inUse.html).toContain('Está na rota de no3ds para CREDIT_CARD');

    const rotated = await operator.post('/providers/no3ds/cielo/rotate', {
      'merchant-key': secret.replace('CANARY', 'NEWKEY'),
      'new-address': 'no',
    });
    expect(rotated.location).toBe('/providers/no3ds/cielo');
    shown.push((await operator.get('/providers/no3ds/cielo')).html);

    await operator.post('/companies/no3ds/route-remove', { method: 'CREDIT_CARD' });
    expect((await operator.post('/providers/no3ds/cielo/remove')).location).toBe('/providers');
    expect((await operator.get('/providers/no3ds/cielo')).status).toBe(404);

    shown.push(inUse.html, ...dashboard.logged);
    expect(shown.join('\n')).not.toMatch(/KEYCANARYKEY/);
  });

  it('say which setting is wrong, and never show a secret that was typed', async () => {
    const wrong = { ...CIELO, 'merchant-key': 'SECRETCANARY' };
    const answer = await operator.post('/providers/new?provider=cielo', wrong);

    expect(answer.status).toBe(400);
    expect(answer.html).toContain('Use exatamente 40 caracteres, só A-Z a-z 0-9.');
    expect(answer.html).toContain(`value="${CIELO['merchant-id']}"`);
    expect(answer.html).not.toContain('SECRETCANARY');
  });

  it('are not found by a name that is nobody’s', async () => {
    expect((await operator.get('/providers/new?provider=nobody')).status).toBe(404);
    expect((await operator.get('/providers/all/nobody')).status).toBe(404);
    expect((await operator.post('/providers/all/cielo/list')).status).toBe(404);
  });
});

describe('the system', () => {
  it('says how the service is, and checks its ledger when asked', async () => {
    const { html, status } = await operator.get('/system');
    expect(status).toBe(200);
    expect(html).toContain('Recebe pagamentos');
    expect(html).toContain('Nenhuma cobrança à espera de reembolso.');

    const checked = await operator.post('/system/ledger');
    const { length } = await createAccountStore(dashboard.db).listIds();
    expect(checked.html).toContain(`Todas as contas conferem: ${length}`);
  });

  it('enters what a provider tells on paper, and says what of it was refused', async () => {
    const made = await dashboard.post('no3ds', '/payin', payinWithCard({}));
    const payin = String(made.body.id);
    const form = { payin, nature: 'chargeback', reference: 'CB-1', document: 'OF-1', amount: '' };
    expect((await operator.post('/system/payin-dispute', form)).location).toBe('/system');
    const again = { ...form, amount: '9000' };
    const { status, html } = await operator.post('/system/payin-dispute', again);
    expect([status, html.includes('já foi lançada com 10000')]).toEqual([400, true]);
    const owner = await dashboard.signIn('owner', 'no3ds');
    expect((await owner.post('/system/payin-dispute', form)).status).toBe(403);
    expect((await owner.get(`/payments/${payin}`)).html).toContain('Contestado (chargeback)');
    for (const [nth, day] of ['2026-06-09', '2026-05-08'].entries()) {
      const of = await dashboard.post('no3ds', '/payin', {
        ...payinWithCard({}),
        referenceId: `order-${day}`,
      });
      const dispute = { ...form, payin: String(of.body.id), reference: `CB-${nth + 2}` };
      await operator.post('/system/payin-dispute', { ...dispute, 'answer-by': day });
    }
    const list = (await owner.get('/payments/disputes')).html;
    const orders = [...list.matchAll(/order-(2026-0[56]-\d\d)/g)].map(([, at]) => at);
    expect(orders).toEqual(['2026-05-08', '2026-06-09']);
    expect((await owner.get('/')).html).toContain('3 contestações esperam resposta; a próxima até');
  });

  it('gives back what was paid too little, as the command does, and says what became of it', async () => {
    const made = await dashboard.post('no3ds', '/payin', validPayin({ paymentMethod: 'PIX' }));
    const payin = String(made.body.id);
    await sql(dashboard.db)`INSERT INTO underpayments (company_id, payin_id, paid_amount, found_at)
      VALUES ('no3ds', ${payin}, 9999, ${now})`;
    expect((await operator.get('/')).html).toContain(
      'href="/system#underpaid">1 pagamento a menor espera ser reembolsado',
    );
    const { html } = await operator.get('/system');
    expect(html).toContain('R$\u00a099,99');
    expect(html).toContain(`name="payin" value="${payin}"`);

    // The sandbox's issuer says that nothing has come in.
    const refused = await operator.post('/system/underpaid', { payin });
    expect(refused.html).toContain('Não foi reembolsado: Este pagamento não foi pago a menor');
    const nobody = await operator.post('/system/underpaid', {
      payin: 'pay_nobody_AAAAAAAAAAAAAAAAAAAAAA',
    });
    expect(nobody.html).toContain('Não foi reembolsado');
    expect(await createAuditLog(dashboard.db).list('no3ds', 100)).toContainEqual(
      expect.objectContaining({
        actor: operator.user.id,
        action: 'underpaid return',
        result: 'refused',
        code: 'ILLEGAL_TRANSITION',
      }),
    );
    const owner = await dashboard.signIn('owner', 'no3ds');
    expect((await owner.post('/system/underpaid', { payin })).status).toBe(403);
  });

  it('marks a charge as returned, as the command does, once and by name', async () => {
    const body = payinWithCard({ holderName: 'CATA' });
    const made = await dashboard.post('no3ds', '/payin', body);
    const payin = String(made.body.id);
    const { db } = dashboard;
    await createReversalStore(db).put(db, {
      ...{ companyId: 'no3ds', payinId: payin, id: 'reversal-1' },
      ...{ provider: 'sandbox', externalId: 'acq-1', amount: 10_000 },
      ...{ isByHand: true, returnedBefore: 0, begunAt: now, doneAt: null },
    });
    const { html } = await operator.get('/system');
    expect(html).toContain(`name="payin" value="${payin}"`);
    expect(html).toContain('À espera de alguém');
    const owner = await dashboard.signIn('owner', 'no3ds');
    expect((await owner.post('/system/orphans', { payin })).status).toBe(403);
    const tell = 'UPDATE companies SET sandbox = $1 WHERE company_id = $2';
    const setSandbox = (value: boolean) =>
      dashboard.db.query({ name: '', text: tell, values: [value, 'no3ds'] });
    await setSandbox(false);
    const refused = await operator.post('/system/orphans', { payin });
    expect(refused.html).toContain('Informe o id do reembolso no provedor');
    await setSandbox(true);

    const form = { payin, 'acquirer-reference': 'RF-77' };
    const marked = await operator.post('/system/orphans', form);
    expect(marked.html).toContain('A cobrança consta como reembolsada.');
    expect(marked.html).not.toContain(`value="${payin}"`);
    const again = await operator.post('/system/orphans', form);
    expect(again.html).toContain('Não foi dada como reembolsada: Isto já foi feito');
    const results = (await createAuditLog(dashboard.db).list('no3ds', 20))
      .filter(({ action }) => action === 'orphan mark-returned')
      .map(({ actor, result, subjects }) => [actor, result, subjects['acquirer-reference']]);
    const { id } = operator.user;
    // All of one moment, so in no order.
    expect(results).toHaveLength(3);
    expect(results).toEqual(
      expect.arrayContaining([
        [id, 'refused', undefined],
        [id, 'done', 'RF-77'],
        [id, 'refused', 'RF-77'],
      ]),
    );
  });
});
