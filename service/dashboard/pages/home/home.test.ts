import { beforeAll, describe, expect, it } from 'vitest';
import { broken } from '../../../../contract/errors/broken-rule.ts';
import type { Role } from '../../../domain/people/roles.ts';
import type { ProviderOverview } from '../../../providers/registered/registered-providers.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { validPayin, validPayout } from '../../../testing/test-service.ts';
import { giveUpOn } from '../../../testing/undelivered-event.ts';
import { movingRates } from './payments.tsx';
import { needsOf } from './service-home.tsx';

/** An evening in São Paulo; in Greenwich it is the next day. */
const NOW = new Date('2026-11-24T01:30:00Z');
const FILL = 'Preencher com 90 dias de pagamentos de exemplo';

const dashboard = opened(() => startTestDashboard({ now: () => NOW }));
beforeAll(async () => {
  const card = { ...validPayin().card, holderName: 'LIMI' };
  expect((await pay('no3ds')).body.status).toBe('APPROVED');
  expect((await pay('no3ds', { amount: 12_345 })).body.status).toBe('APPROVED');
  expect((await pay('no3ds', { card })).body.status).toBe('REFUSED');
  expect((await pay('no3ds', { paymentMethod: 'PIX' })).body.status).toBe('PENDING');
  expect((await pay('postorder', { amount: 77_777 })).body.status).toBe('APPROVED');
});

function pay(account: string, change: Record<string, unknown> = {}) {
  return dashboard.post(account, '/payin', validPayin(change));
}

async function homeOf(role: Role, companyId?: string, headers: Record<string, string> = {}) {
  const client = await dashboard.signIn(role, companyId);
  const { status, html } = await client.get('/', headers);
  expect(status).toBe(200);
  // Amounts have a space that does not break.
  return html.replaceAll('\u00a0', ' ');
}

describe('the home page of a company', () => {
  it('tells how the payments of today went, and not those of another company', async () => {
    const html = await homeOf('owner');
    expect(html).toMatch(/Aprovado hoje<\/dt><dd><strong>R\$ 223,45<\/strong><span>2 pagamentos/);
    expect(html).toMatch(/Aprovação de cartões<\/dt><dd><strong>67%/);
    expect(html).toMatch(/<th scope="row">Limite excedido<\/th>/);
    // Of the 23rd, since it is evening in São Paulo.
    expect(html).toContain('<title>23 de nov. · Cartão de crédito: R$ 223,45</title>');
    expect(html).not.toContain('777,77');
    expect(html).not.toContain(FILL);
  });

  it('tells what is available, held back and on its way', async () => {
    const html = await homeOf('finance');
    expect(html).toMatch(/Disponível<\/dt><dd><strong>R\$ 10\.2\d\d,\d\d/);
    expect(html).toContain('Retido em reserva');
    expect(html).toContain('A caminho');
  });

  it.each<[Role, { payments: boolean; balance: boolean }]>([
    ['owner', { payments: true, balance: true }],
    ['finance', { payments: true, balance: true }],
    ['support', { payments: true, balance: false }],
    ['developer', { payments: false, balance: false }],
    ['viewer', { payments: true, balance: true }],
  ])('shows a person who is %s what the role may see', async (role, { payments, balance }) => {
    const html = await homeOf(role);
    expect(html.includes('Aprovado hoje')).toBe(payments);
    expect(html.includes('223,45')).toBe(payments);
    expect(html.includes('Disponível')).toBe(balance);
    expect(html).toContain('Precisa de alguém');
  });

  it('names what waits for a person, to those whom it concerns', async () => {
    await dashboard.post('manual', '/payout', validPayout({ referenceId: 'saque-1' }));
    const finance = await dashboard.signIn('finance', 'manual');
    const said =
      /<a href="([^"]+)">1 saque aguarda aprovação<\/a> <time [^>]+>desde \d\d\/\d\d\/2026, /;
    const [, path = ''] = said.exec((await finance.get('/')).html) ?? [];
    expect((await finance.get(path)).html).toContain('saque-1');
    expect(await homeOf('support', 'manual')).not.toContain('aguarda aprovação');
    expect(await homeOf('finance', 'no3ds')).toContain('Nada espera por você.');
  });

  it.each<[Role, string]>([
    ['developer', 'Eventos não entregues neste período: 1.'],
    ['viewer', 'payin.approved'],
  ])('leads a person who is %s to the events that were given up', async (role, shown) => {
    await giveUpOn(dashboard.db, 'interest');
    const client = await dashboard.signIn(role, 'interest');
    const said = /<a href="([^"]+)">1 evento de webhook não foi entregue<\/a>/;
    const [, path = ''] = said.exec((await client.get('/')).html) ?? [];
    expect((await client.get(path)).html).toContain(shown);
    await sql(dashboard.db)`DELETE FROM webhook_events WHERE company_id = 'interest'`;
  });

  it('tells how 3-D Secure went, and of those with an answer whether the bank asked', async () => {
    const ended = [
      ['a', 'AUTHENTICATED', true],
      ['b', 'AUTHENTICATED', true],
      ['c', 'AUTHENTICATED', false],
      ['d', 'FAILED', null],
    ];
    for (const [id, status, isChallenged] of ended) {
      await dashboard.db.query({
        name: '',
        text: `INSERT INTO authentications (company_id, id, flow, amount, installments,
            reference_id, card_fingerprint, provider, session, transaction_id, status,
            is_challenged, created_at, expires_at)
          VALUES ('cardonfile', $1, 'pre-order', 1, 1, 'x', ''::bytea, 'sandbox', '', $1, $2, $3,
            $4, $4)`,
        values: [`ref_${id}`, String(status), isChallenged as boolean | null, NOW],
      });
    }
    expect((await pay('cardonfile')).status).toBe(201);
    const html = await homeOf('viewer', 'cardonfile', { 'accept-language': 'en' });
    const rows = [...html.matchAll(/<th scope="row">([^<]+)<\/th><td>.*?<span>(\d+)<\/span>/g)];
    expect(rows.map(([, name, count]) => [name, count])).toEqual([
      ['Authenticated, with a challenge', '2'],
      ['Authenticated, frictionless', '1'],
      ['Failed', '1'],
    ]);
    expect(await homeOf('viewer', 'no3ds')).not.toContain('3-D Secure em 30 dias');
  });

  it('is there in English', async () => {
    const html = await homeOf('owner', 'no3ds', { 'accept-language': 'en' });
    expect(html).toContain('Approved today');
    expect(html).toContain('See the numbers');
    expect(html).not.toMatch(/Aprovado|Disponível/);
  });

  it('has neither script nor style of its own in it, and lets nobody else see it', async () => {
    expect(await homeOf('owner')).not.toMatch(/ style="|<style|<script(?! type="module")/);
    expect((await dashboard.visitor().get('/')).status).toBe(303);
  });
});

describe('the home page of an operator of the service', () => {
  it('tells of the service, and of no company how it sells', async () => {
    const html = await homeOf('operator');
    expect(html).toMatch(/Contas<\/dt><dd><strong>10</);
    expect(html).toMatch(/Identidade a aprovar<\/dt><dd><strong>1</);
    expect(html).toMatch(/Bloqueadas<\/dt><dd><strong>1</);
    expect(html).not.toMatch(/Aprovado hoje|Disponível/);
  });

  it('tells which methods are answered, and since when', async () => {
    const html = await homeOf('operator');
    const stateOf = (method: string) =>
      new RegExp(
        `>${method}</th><td[^>]*><span class="badge \\w+">([^<]+)</span></td><td[^>]*><time`,
      ).exec(html)?.[1];
    expect(['Cartão de crédito', 'Boleto'].map(stateOf)).toEqual(['Funciona', 'Sem uso']);
  });

  it('names what waits in all companies, with where it is worked on', async () => {
    expect(await homeOf('operator')).toContain('Nada espera por você.');
    await dashboard.db.query({
      name: '',
      text: `INSERT INTO reversals (company_id, payin_id, id, provider, external_id, amount,
          begun_at)
        VALUES ('cardonfile', 'pay_1', 'rev_1', 'sandbox', 'x', 1, $1),
          ('postorder', 'pay_1', 'rev_1', 'sandbox', 'x', 1, $1)`,
      values: [NOW],
    });
    await sql(dashboard.db)`
      INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver,
      url, body, status, attempts, created_at)
      VALUES ('postorder', 'evt_1', 'pay_1', 1, 'payin.approved', '', '', '', 'UNDELIVERED',
      '[]'::jsonb, ${NOW})`;
    const html = await homeOf('operator');
    expect(html).toContain(
      '<a href="/system#orphans">2 cobranças sem dono esperam ser reembolsadas</a> ' +
        `<time datetime="${NOW.toISOString()}">desde 23/11/2026, 22:30:00</time>`,
    );
    expect(html).toContain('<a href="/system#waiting">1 evento de webhook não foi entregue</a>');
    expect(html).not.toContain('sem resposta');

    const operator = await dashboard.signIn('operator');
    const system = await operator.get('/system', { 'accept-language': 'en' });
    expect(system.html).toContain('Waiting, by company');
    expect(system.html).toMatch(
      /href="\/companies\/postorder">[^<]+<\/a><\/th>(<td[^>]*>[01]<\/td>){4}<td[^>]*>11\/23\/26, /,
    );
    expect(system.html).toContain('id="waiting"');
    expect(system.html).toContain('id="orphans"');
  });
});

describe('filling an account with samples', () => {
  it.each<[Role, boolean]>([
    ['owner', true],
    ['finance', true],
    ['developer', true],
    ['support', false],
    ['viewer', false],
  ])('is offered in an empty account to a person who is %s: %s', async (role, isOffered) => {
    const html = await homeOf(role, 'nocard');
    expect(html).toContain('Ainda não há pagamentos');
    expect(html.includes(FILL)).toBe(isOffered);
  });

  it('is refused where there are payments of the account itself', async () => {
    await pay('interest');
    const owner = await dashboard.signIn('owner', 'interest');
    const answer = await owner.post('/samples');
    expect([answer.status, answer.location]).toEqual([303, '/']);
    expect((await owner.get('/')).html).toContain('Esta conta já tem pagamentos próprios');
  });

  it('is refused for an account that may not transact', async () => {
    const owner = await dashboard.signIn('owner', 'blocked');
    const answer = await owner.post('/samples');
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('A conta está bloqueada.');
  });
});

describe('the rate of a week', () => {
  const day = (approved: number, refused: number) => ({ approved, refused });

  it('is of a day and the six before it', () => {
    const days = [day(0, 0), day(1, 1), ...Array.from({ length: 6 }, () => day(1, 0)), day(0, 0)];
    expect(movingRates(days)).toEqual([
      null,
      ...[1 / 2, 2 / 3, 3 / 4, 4 / 5, 5 / 6, 6 / 7, 7 / 8],
      // The day with the refusal has gone.
      1,
    ]);
  });
});

describe('what is said of credentials at a party', () => {
  const good: ProviderOverview = {
    ...{ companyId: 'acme', provider: 'inter', environment: 'sandbox', version: 1 },
    ...{ certificateEndsAt: null, connectedAt: null, proof: null, createdAt: NOW, rotatedAt: null },
    ...{ trouble: null, restsUntil: null, tokenGivenAt: null },
  };
  const key = { companyId: 'acme', provider: 'inter' };
  const later = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000);

  it.each<[string, Partial<ProviderOverview>, RegExp[]]>([
    ['nothing while they work', {}, []],
    [
      'that they do not work',
      { trouble: { ...key, setting: 'client-id', fault: broken('required') } },
      [/^As credenciais de .*Inter.* \(acme\) não funcionam$/],
    ],
    [
      'that nobody answers, and when they are asked again',
      { restsUntil: later(0) },
      [/^.*Inter.* \(acme\) não responde; será consultado de novo em 23\/11\/2026, 22:30:00$/],
    ],
    ['nothing of a certificate that holds on', { certificateEndsAt: later(31) }, []],
    ['that it ends', { certificateEndsAt: later(30) }, [/ termina em 23 de dez\. de 2026$/]],
    [
      'that it has ended, of all companies',
      { companyId: '*', certificateEndsAt: later(-1) },
      [/\(todas as contas\) terminou em 22 de nov\. de 2026$/],
    ],
  ])('is %s', (_what, change, said) => {
    const needs = needsOf({ ...good, ...change }, { language: 'pt-BR', now: NOW });
    expect(needs.map(({ sentence }) => sentence)).toEqual(
      said.map((one) => expect.stringMatching(one)),
    );
    const path = `/providers/${change.companyId === '*' ? 'all' : 'acme'}/inter`;
    expect(needs.map(({ href }) => href)).toEqual(said.map(() => path));
  });
});
