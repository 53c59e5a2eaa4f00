import { describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../domain/accounts/key-scope.ts';
import { createAccountStore } from '../../../store/tables/accounts/account.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { send, validPayin } from '../../../testing/test-service.ts';

const ENGLISH = { 'accept-language': 'en' };

const dashboard = opened(startTestDashboard);

function firstOf(form: RegExp) {
  return (html: string) => form.exec(html)?.[0] ?? '';
}
const secretIn = firstOf(/sk_test_[\w-]+/);
const publicIn = firstOf(/pk_test_[\w-]+/);
const keyIn = firstOf(/key_[0-9a-f]{12}/);

function pairOf(html: string): { authorization: string } {
  const pair = `${publicIn(html)}:${secretIn(html)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

describe('keys', () => {
  it('are made by a form whose answer alone shows the secret', async () => {
    const developer = await dashboard.signIn('developer', 'postorder');
    const made = await developer.post('/integration/keys', { scope: 'charge' });
    expect([made.status, made.location]).toEqual([200, null]);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const works = await send(`${dashboard.baseUrl}/whoami`, { headers: pairOf(made.html) });
    expect(works.body.scope).toBe('company');

    const list = await developer.get('/integration');
    expect(list.html).toContain(keyIn(made.html));
    const owner = await dashboard.signIn('owner', 'postorder');
    for (const { html } of [list, await owner.get('/audit')]) {
      expect(html).not.toContain(secretIn(made.html));
      expect(html).not.toContain(publicIn(made.html));
    }
    expect(dashboard.logged.join()).not.toMatch(/sk_test_|pk_test_/);
  });

  it('end only after somebody was asked, and at once', async () => {
    const developer = await dashboard.signIn('developer', 'manual');
    const made = await developer.post('/integration/keys', { scope: 'charge' });
    const address = `/integration/keys/${keyIn(made.html)}/revoke`;
    expect((await developer.get(address)).html).toContain('Este par nunca foi usado.');
    const before = await send(`${dashboard.baseUrl}/whoami`, { headers: pairOf(made.html) });
    expect(before.status).toBe(200);
    expect((await developer.post(address)).location).toBe('/integration');
    const after = await send(`${dashboard.baseUrl}/whoami`, { headers: pairOf(made.html) });
    expect(after.status).toBe(401);
    expect((await developer.get('/integration')).html).toContain('Revogada em');
    expect((await developer.get(address)).status).toBe(404);
    expect((await developer.post(address)).status).toBe(404);
  });

  it('are made for what their maker may do, and pointed at once their maker is gone', async () => {
    const developer = await dashboard.signIn('developer', 'preorder');
    const owner = await dashboard.signIn('owner', 'preorder');
    const offered = async ({ get }: typeof owner) =>
      (await get('/integration')).html.match(/(?<=name="scope" value=")\w+/g);
    expect([await offered(owner), await offered(developer)]).toEqual([KEY_SCOPES, ['charge']]);
    for (const scope of [['refund'], ['charge', 'payout'], ['read'], []]) {
      const refused = await developer.post('/integration/keys', { scope });
      expect([refused.status >= 400, secretIn(refused.html)]).toEqual([true, '']);
    }
    const none = await developer.post('/integration/keys', { scope: [] });
    expect([none.status, none.html]).toEqual([400, expect.stringContaining('ao menos uma coisa')]);
    const made = await developer.post('/integration/keys', { scope: 'charge' });
    const isPointedAt = async () =>
      (await owner.get('/integration', ENGLISH)).html.includes('keys of people who were removed');
    expect(await isPointedAt()).toBe(false);
    await owner.post(`/people/${developer.user.id}/remove`);
    expect(await isPointedAt()).toBe(true);
    await owner.post(`/integration/keys/${keyIn(made.html)}/revoke`);
    expect(await isPointedAt()).toBe(false);
  });
});

describe('origins', () => {
  const originsOf = async (company: string) =>
    (await createAccountStore(dashboard.db).find(company))?.origins;

  it('are added and taken away one by one, and those of others stay', async () => {
    const developer = await dashboard.signIn('developer', 'interest');
    const before = await originsOf('interest');
    const add = (origin: string) => developer.post('/integration/origins/add', { origin });
    const [one, other] = ['https://uma.example.com', 'https://outra.example.com'];
    // At once: none of them is lost.
    const answers = await Promise.all([add(`${one}/`), add(other), add(one)]);
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill('/integration'));
    expect(new Set(await originsOf('interest'))).toEqual(new Set([...(before ?? []), one, other]));
    const { html } = await developer.get('/integration');
    expect(html).toContain(one);
    await developer.post('/integration/origins/remove', { origin: one });
    await developer.post('/integration/origins/remove', { origin: one });
    expect(await originsOf('interest')).toEqual([...(before ?? []), other]);
    const entries = await createAuditLog(dashboard.db).list('interest', 10);
    expect(entries.map(({ action }) => action)).toContain('company add-origin');
  });

  it.each([
    '',
    'loja.example.com',
    'https://*.example.com',
    'https://a.example/loja',
    'https://a"b',
  ])('are refused where they are none: %j', async (origin) => {
    const developer = await dashboard.signIn('developer', 'nocard');
    const before = await originsOf('nocard');
    const answer = await developer.post('/integration/origins/add', { origin });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('Informe uma origem exata');
    expect(await originsOf('nocard')).toEqual(before);
  });
});

it('who may show the card fields is told also where no origin is registered', async () => {
  const developer = await dashboard.signIn('developer', 'manual');
  expect(await createAccountStore(dashboard.db).find('manual')).toMatchObject({ origins: [] });
  const { html } = await developer.get('/integration', ENGLISH);
  expect(html).toContain('in the sandbox, any page may show them');
});

it('what goes into the page has the addresses of this service, and the hosts of the account’s 3-D Secure', async () => {
  const developer = await dashboard.signIn('developer', 'preorder');
  const { html } = await developer.get('/integration', ENGLISH);
  expect(html).toContain(`${dashboard.baseUrl}/checkout/sdk/checkout-sdk.js`);
  expect(html).toContain(`frame-src ${dashboard.checkoutUrl}`);
  expect(html).toContain('YOUR_PUBLIC_KEY');
  const { body } = await send(`${dashboard.baseUrl}/checkout/config`, {
    headers: { 'x-public-key': 'pk_test_preorder' },
  });
  const { hosts } = body.capabilities.threeDS;
  expect(html).toContain(`script-src ${[dashboard.baseUrl, ...hosts.script].join(' ')}`);
  expect(html).toContain('trusted-types checkout-sdk');
});

describe('errors of the API', () => {
  it('are shown with what to change, and never with what was sent', async () => {
    const body = validPayin({ amount: 0, customer: { name: 'Segredo Silva' } });
    const refused = await dashboard.post('cardonfile', '/payin', body);
    const developer = await dashboard.signIn('developer', 'cardonfile');
    const { html } = await developer.get('/integration/errors');
    expect(html).toContain('INVALID_DATA');
    expect(html).toContain('POST /payin');
    expect(html).toContain('<code>amount</code>');
    expect(html).toContain('Corrija os campos.');
    expect(html).toContain(refused.body.requestId);
    expect(html).not.toContain('Segredo');
    const english = await developer.get('/integration/errors', ENGLISH);
    expect(english.html).toContain('Correct the fields.');
    expect((await developer.get('/integration/errors?from=browser')).html).toContain(
      'Nenhuma chamada recusada',
    );
  });

  it('of another company are not shown', async () => {
    await dashboard.post('blocked', '/payin', {});
    const developer = await dashboard.signIn('developer', 'pending');
    const { html } = await developer.get('/integration/errors?after=x&from=%3Cb%3E');
    expect(html).toContain('Nenhuma chamada recusada');
  });
});
