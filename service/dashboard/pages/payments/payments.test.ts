import { beforeAll, describe, expect, it } from 'vitest';
import { createPayinStore } from '../../../store/tables/payins/payin.ts';
import { opened } from '../../../testing/opened.ts';
import type { DashboardClient } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { newReference, payinWithCard, validPayin } from '../../../testing/test-service.ts';

const FORM_ID = 'A'.repeat(22);
const now = new Date('2027-03-01T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));
let owner: DashboardClient;
beforeAll(async () => {
  owner = await dashboard.signIn('owner');
});

async function call(path: string, body: object, account = 'no3ds') {
  const answer = await dashboard.post(account, path, body);
  return answer.body;
}
async function pay(change: object = {}, account = 'no3ds'): Promise<string> {
  const made = await call('/payin', validPayin({ amount: 10_000, ...change }), account);
  return String(made.id);
}
function payPix() {
  return pay({ paymentMethod: 'PIX' });
}
async function find(id: string) {
  const payin = await createPayinStore(dashboard.db).find('no3ds', id);
  if (payin === null) throw new Error('there is no such payin');
  return payin;
}
function customer(change: object) {
  return { ...validPayin().customer, ...change };
}
/** The id of the form that a page of the refund has. */
async function formOf(client: DashboardClient, payin: string) {
  const { html } = await client.get(`/payments/${payin}/refund`);
  return /name="id" value="([\w-]{22})"/.exec(html)?.[1] ?? '';
}
async function refund(client: DashboardClient, payin: string, amount: string, id?: string) {
  const form = { id: id ?? (await formOf(client, payin)), amount, step: 'confirm' };
  return client.post(`/payments/${payin}/refund`, form);
}

describe('the list of payments', () => {
  const reference = newReference();
  const email = `iara.${reference}@example.com`;
  let id = '';
  beforeAll(async () => {
    const card = { ...validPayin().card, number: '5555555555554444' };
    const who = customer({ email, document: '39053344705' });
    id = await pay({ referenceId: reference, amount: 123_456, customer: who, card });
    await pay({ customer: customer({ email: 'other@example.com' }) });
  });
  const foundBy = async (q: string, client = owner) => {
    const { html } = await client.get(`/payments?q=${encodeURIComponent(q)}`);
    return [...html.matchAll(/href="\/payments\/(pay_\w[\w-]+)"/g)].map(([, found]) => found);
  };

  it.each<[string, () => string]>([
    ['its id', () => id],
    ['its order', () => reference],
    ['the e-mail address of who paid', () => email.toUpperCase()],
    ['its amount', () => 'R$ 1.234,56'],
    ['the end of its card', () => '4444'],
    ['the document of who paid', () => '390.533.447-05'],
  ])('finds one by %s', async (_name, text) => {
    expect(await foundBy(text())).toEqual([id]);
  });

  it('neither shows who paid to a viewer nor finds payments by them', async () => {
    const viewer = await dashboard.signIn('viewer');
    expect(await foundBy(email, viewer)).toEqual([]);
    expect(await foundBy(reference, viewer)).toEqual([id]);
    const pages = [await viewer.get('/payments'), await viewer.get(`/payments/${id}`)];
    for (const { status, html } of pages) {
      expect(status).toBe(200);
      expect(html).not.toMatch(
        /Ana Souza|(529\.?982\.?247-?25)|(390\.?533\.?447-?05)|example\.com/,
      );
    }
  });

  it.each(['%', '_', '\\', "' OR 1=1 --", '\u0000', '\ud800', '9'.repeat(10_000), '<b>x</b>'])(
    'finds nothing by what only looks like a pattern: %j',
    async (text) => {
      const { status, html } = await owner.get(
        `/payments?q=${encodeURIComponent(Buffer.from(text).toString())}`,
      );
      expect(status).toBe(200);
      expect(html).toContain('Nenhum pagamento encontrado');
      expect(html).not.toContain('<b>');
    },
  );

  it('is filtered by state, method and period together', async () => {
    const pix = await payPix();
    const filtered = async (query: string) => (await owner.get(`/payments?${query}`)).html;
    expect(await filtered('status=PENDING&method=PIX')).toContain(pix);
    expect(await filtered('status=APPROVED&method=PIX')).not.toContain(pix);
    expect(await filtered('startDate=2027-03-01&endDate=2027-03-01')).toContain(pix);
    expect(await filtered('endDate=2027-02-28')).toContain('Nenhum pagamento encontrado');
  });

  it.each([
    ['status=GONE', 'Não é possível filtrar por este valor.'],
    ['method=CASH', 'Não é possível filtrar por este valor.'],
    ['startDate=2027-02-31', 'Use uma data'],
    ['startDate=2027-03-02&endDate=2027-03-01', 'Use uma data'],
    ['cursor=nowhere', 'Não é possível filtrar por este valor.'],
  ])('says at the field what it cannot filter by: %s', async (query, sentence) => {
    const { status, html } = await owner.get(`/payments?${query}`);
    expect(status).toBe(400);
    expect(html).toContain(sentence);
  });

  it('leads from page to page with its filter, each payment once', async () => {
    for (let made = 0; made < 52; made += 1) {
      await pay({ amount: 777, paymentMethod: 'BOLETO' });
    }
    const first = await owner.get('/payments?q=7%2C77&method=BOLETO');
    const next = /href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('method=BOLETO');
    const second = await owner.get(next);
    const ids = (html: string) => html.match(/\/payments\/pay_[\w-]+/g) ?? [];
    expect([ids(first.html).length, ids(second.html).length]).toEqual([50, 2]);
    expect(new Set([...ids(first.html), ...ids(second.html)]).size).toBe(52);
    expect(second.html).not.toContain('rel="next"');
  });

  it('shows a name as text, whatever is in it', async () => {
    const name = '<script>alert(1)</script>"&';
    const order = newReference();
    const made = await pay({ customer: customer({ name }), referenceId: order });
    for (const path of [`/payments?q=${order}`, `/payments/${made}`]) {
      const { html } = await owner.get(path);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toContain('<script>alert');
    }
  });
});

describe('one payment', () => {
  it('shows amounts, what the buyer saw, and how to look it up without a key', async () => {
    const id = await pay();
    const { html } = await owner.get(`/payments/${id}`);
    expect(html).toContain('Aprovado');
    expect(html).toContain('1x de R$\u00a0100,00');
    expect(html).toContain('Pagamento creditado');
    expect(html).toContain(`/payin/${id}`);
    expect(html).toContain('$PUBLIC_KEY:$SECRET_KEY');
    expect(html).not.toMatch(/[sp]k_test_/);
  });

  it('says why a card was refused', async () => {
    const made = await call('/payin', payinWithCard({ number: '4000000000000002' }));
    const { html } = await owner.get(`/payments/${made.id}`);
    expect(html).toMatch(/Recusado: [A-Z][^<]+\./);
    expect(html).not.toContain(`/payments/${made.id}/refund`);
  });

  it('shows the code of a PIX, and cancels the wait for it', async () => {
    const id = await payPix();
    const page = await owner.get(`/payments/${id}`);
    expect(page.html).toContain(String((await find(id)).pixCopyAndPaste));
    expect(page.html).toContain('O comprador ainda pode pagar.');
    expect((await owner.post(`/payments/${id}/cancel`)).location).toBe(`/payments/${id}`);
    expect((await find(id)).status).toBe('CANCELED');
    const after = await owner.get(`/payments/${id}`);
    expect(after.html).toContain('Cobrança cancelada.');
    expect(after.html).toContain(`por ${owner.user.name}`);
  });

  it('shows the line of a boleto, and the PIX printed on it', async () => {
    const id = await pay({ paymentMethod: 'BOLETO' });
    const { boletoBarcode, boletoPixCopyAndPaste } = await find(id);
    const { html } = await owner.get(`/payments/${id}`);
    expect(html).toContain(String(boletoBarcode));
    expect(html).toContain(String(boletoPixCopyAndPaste));
  });

  it('leaves as it is what waits no longer, and says so', async () => {
    const id = await payPix();
    await call(`/sandbox/payins/${id}/pay`, {});
    expect((await owner.post(`/payments/${id}/cancel`)).status).toBe(303);
    expect((await find(id)).status).toBe('APPROVED');
    expect((await owner.get(`/payments/${id}`)).html).toContain('não espera mais');
  });

  it('says nothing of a customer who was erased, and is found by them no more', async () => {
    const document = '11144477735';
    const email = 'erased.soon@example.com';
    const id = await pay({ customer: customer({ document, email, name: 'Iracema' }) });
    const erasing = await openTestOperator(dashboard.db);
    await erasing.run('customer erase', { company: 'no3ds', document });
    const { html } = await owner.get(`/payments/${id}`);
    expect(html).toContain('ERASED');
    expect(html).not.toMatch(/Iracema|11144477735|erased\.soon/);
    for (const text of [document, email]) {
      expect((await owner.get(`/payments?q=${encodeURIComponent(text)}`)).html).not.toContain(id);
    }
  });
});

describe('a refund', () => {
  it('of a part is made, told by the page and kept under the name of who asked', async () => {
    const id = await pay();
    const posted = await refund(owner, id, '30,00');
    expect([posted.status, posted.location]).toEqual([303, `/payments/${id}`]);
    const { html } = await owner.get(`/payments/${id}`);
    expect(html).toContain('Reembolso de R$\u00a030,00 feito.');
    expect(html).toContain(`por ${owner.user.name}`);
    expect((await find(id)).refundedAmount).toBe(3_000);
  });

  it('is shown before anything goes back, and may be changed', async () => {
    const id = await pay();
    const form = { id: await formOf(owner, id), amount: '30,00', reason: 'Troca' };
    const review = await owner.post(`/payments/${id}/refund`, form);
    expect(review.status).toBe(200);
    for (const shown of [
      'R$\u00a030,00',
      validPayin().customer.name,
      'Troca',
      'R$\u00a070,00',
      form.id,
    ])
      expect(review.html).toContain(shown);
    const changed = await owner.post(`/payments/${id}/refund`, { ...form, step: 'change' });
    expect(changed.html).toMatch(/name="amount"[^>]* value="30,00"/);
    expect((await find(id)).refundedAmount).toBe(0);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['more than is left', 'owner', { amount: '100,01' }, 'passa do que resta: R$\u00a0100,00.'],
    ['more than a role may', 'support', { amount: '500,01' }, 'até R$\u00a0500,00 de um pagamento'],
    ['a long reason', 'owner', { amount: '1,00', reason: 'x'.repeat(141) }, 'até 140 caracteres'],
  ])('of %s is not even reviewed', async (_name, role, form, sentence) => {
    const id = await pay({ amount: role === 'support' ? 200_000 : 10_000 });
    const client = role === 'support' ? await dashboard.signIn('support') : owner;
    const answer = await client.post(`/payments/${id}/refund`, { id: FORM_ID, ...form });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(sentence);
  });

  it('of all has what is left in its form', async () => {
    const id = await pay({ amount: 123_457 });
    const { html } = await owner.get(`/payments/${id}/refund`);
    expect(html).toContain('value="1.234,57"');
    await refund(owner, id, '1 234.57');
    expect((await find(id)).refundedAmount).toBe(123_457);
    const after = await owner.get(`/payments/${id}/refund`);
    expect(after.html).toContain('Nada deste pagamento pode ser reembolsado agora.');
  });

  it('counts once, however often its form is sent', async () => {
    const id = await pay();
    const form = await formOf(owner, id);
    const posted = await Promise.all([1, 2, 3].map(() => refund(owner, id, '30,00', form)));
    expect(posted.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await find(id)).refundedAmount).toBe(3_000);
    const other = await refund(owner, id, '31,00', form);
    expect(other.status).toBe(400);
    expect(other.html).toContain('Este formulário já pediu outro reembolso.');
  });

  it.each([
    ['no amount', '', 'Informe um valor como 1.234,56'],
    ['words', 'tudo', 'Informe um valor como 1.234,56'],
    ['nothing', '0', 'Informe um valor como 1.234,56'],
    ['a negative amount', '-5', 'Informe um valor como 1.234,56'],
    ['what is read in two ways', '1.234', '1.234 pode ser 1.234,00 ou 1,23.'],
    ['more than is left', '100,01', 'O valor passa do que resta: R$\u00a0100,00.'],
  ])('is refused at its field for %s', async (_name, amount, sentence) => {
    const id = await pay();
    const { status, html } = await refund(owner, id, amount);
    expect(status).toBe(400);
    expect(html).toContain(sentence);
    expect(html).toContain('aria-invalid="true"');
    expect((await find(id)).refundedAmount).toBe(0);
  });

  it('is not there for a form that none of our pages made', async () => {
    const id = await pay();
    expect((await refund(owner, id, '1,00', 'short')).status).toBe(404);
  });

  it.each([
    ['chargeback', 'no3ds'],
    ['med', 'no3ds'],
  ])('is refused once the buyer has disputed the payment by %s', async (control) => {
    const id = await pay();
    const form = await formOf(owner, id);
    await call(`/sandbox/payins/${id}/${control}`, {});
    const { status, html } = await refund(owner, id, '10,00', form);
    expect(status).toBe(400);
    expect(html).toContain('O comprador contestou este pagamento');
  });

  it('of a boleto is refused in a sentence', async () => {
    const id = await pay({ paymentMethod: 'BOLETO' });
    await call(`/sandbox/payins/${id}/pay`, {});
    const { status, html } = await refund(owner, id, '10,00');
    expect(status).toBe(400);
    expect(html).toContain('não pode ser reembolsado por aqui');
  });

  it('by support is of R$ 500,00 of a payment in all', async () => {
    const support = await dashboard.signIn('support');
    const id = await pay({ amount: 200_000 });
    expect((await support.get(`/payments/${id}/refund`)).html).toContain('value="500,00"');
    const above = await refund(support, id, '500,01');
    expect(above.status).toBe(400);
    expect(above.html).toContain('contando o que já foi reembolsado');
    expect((await refund(support, id, '400,00')).status).toBe(303);
    expect((await refund(support, id, '100,01')).status).toBe(400);
    expect((await refund(support, id, '100,00')).status).toBe(303);
    expect((await find(id)).refundedAmount).toBe(50_000);
    expect((await refund(owner, id, '1.000,00')).status).toBe(303);
  });
});
