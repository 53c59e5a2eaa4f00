import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../domain/people/roles.ts';
import { SESSION_TIMES } from '../../../domain/people/session.ts';
import { PASSKEY_LIMIT } from '../../../domain/people/use-passkey.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { opened } from '../../../testing/opened.ts';
import { TestAuthenticator } from '../../../testing/test-authenticator.ts';
import type { DashboardClient } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { addPasskey, optionsIn } from '../../../testing/test-passkey-page.ts';

const LIST = '/account/passkeys';
const ADD = '/account/passkeys/new';

let now = new Date('2026-05-04T15:00:00Z');

// Behind a proxy, so that a request may come from any address.
const dashboard = opened(() =>
  startTestDashboard({ now: () => now, settings: { trustedProxyHops: 1 } }),
);

function device() {
  return new TestAuthenticator(dashboard.dashboardUrl);
}
function add(client: DashboardClient, name?: string) {
  return addPasskey(client, dashboard.dashboardUrl, name);
}
async function actsOf({ user }: DashboardClient) {
  const entries = await createAuditLog(dashboard.db).list(user.companyId ?? 'system', 200);
  return entries.filter(({ actor }) => actor === user.id);
}
/** After so many milliseconds, and back to where it was. */
async function later<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const before = now;
  now = new Date(now.getTime() + ms);
  try {
    return await act();
  } finally {
    now = before;
  }
}

describe('the page of passkeys', () => {
  it.each(ROLES)('lets somebody of the role %s add one, and tells the log', async (role) => {
    const client = await dashboard.signIn(role);
    expect((await client.get(LIST)).html).toContain('Você ainda não tem chaves de acesso');
    const { id } = await add(client, 'Celular azul');
    const { html } = await client.get(LIST);
    expect(html).toContain('Celular azul');
    expect(html).toContain('Nunca');
    expect(await actsOf(client)).toMatchObject([
      { action: 'user add-passkey', subjects: { passkey: id }, result: 'done' },
    ]);
    expect((await client.get(LIST, { 'accept-language': 'en' })).html).toContain('Add a passkey');
  });

  it.each([
    ['of another site', { rpId: 'evil.example' }],
    ['of another origin', { origin: 'http://localhost:1' }],
    ['where the device did not make sure of its person', { isUserVerified: false }],
  ])('takes no answer %s', async (_what, spoiled) => {
    const client = await dashboard.signIn('viewer');
    const answer = device().create(optionsIn((await client.get(ADD)).html), spoiled);
    const { status, html } = await client.post(ADD, { name: 'x', answer });
    expect(status).toBe(400);
    expect(html).toContain('não foi aceita');
    expect((await client.get(LIST)).html).toContain('Você ainda não tem');
  });

  it('takes no answer twice, nor one that was made for somebody else', async () => {
    const [client, other] = [await dashboard.signIn('viewer'), await dashboard.signIn('viewer')];
    const answer = device().create(optionsIn((await client.get(ADD)).html));
    expect((await other.post(ADD, { name: 'x', answer })).status).toBe(400);
    const late = await client.post(ADD, { name: 'x', answer });
    expect(late.status).toBe(400);
    expect(late.html).toContain('por tempo demais');
  });

  it('asks for a name, and keeps the rest of the form', async () => {
    const client = await dashboard.signIn('viewer');
    const answer = device().create(optionsIn((await client.get(ADD)).html));
    const { status, html } = await client.post(ADD, { name: ' ', answer });
    expect(status).toBe(400);
    expect(html).toMatch(/id="field-name"[^>]*aria-invalid="true"/);
    expect(optionsIn(html)).toHaveProperty('challenge');
  });

  it('renames and removes one', async () => {
    const client = await dashboard.signIn('viewer');
    const { id } = await add(client);
    await add(client, 'Outra');
    expect((await client.post(`${LIST}/${id}/name`, { name: '' })).status).toBe(400);
    const renamed = await client.post(`${LIST}/${id}/name`, { name: 'Chave do cofre' });
    expect(renamed.location).toBe(LIST);
    expect((await client.get(`${LIST}/${id}`)).html).toContain('Chave do cofre');
    expect((await client.post(`${LIST}/${id}/remove`)).location).toBe(LIST);
    expect((await client.get(LIST)).html).not.toContain(id);
    expect((await client.get(`${LIST}/${id}`)).status).toBe(404);
    expect((await actsOf(client)).map(({ action }) => action).sort()).toEqual([
      'user add-passkey',
      'user add-passkey',
      'user remove-passkey',
      'user rename-passkey',
    ]);
  });

  it('keeps the last one of somebody who has no app for codes', async () => {
    const client = await dashboard.signIn('viewer');
    const { id } = await add(client);
    const { status, html } = await client.post(`${LIST}/${id}/remove`);
    expect(status).toBe(409);
    expect(html).toContain('única forma de entrar');
    expect((await client.get(LIST)).html).toContain(id);
  });

  it('has nothing of somebody else, also of the same company', async () => {
    const owner = await dashboard.signIn('owner');
    const [client, elsewhere] = [
      await dashboard.signIn('viewer'),
      await dashboard.signIn('viewer', 'threeds'),
    ];
    for (const { id } of [await add(client), await add(elsewhere), { id: 'psk_nobody' }]) {
      const answers = [
        await owner.get(`${LIST}/${id}`),
        await owner.post(`${LIST}/${id}/name`, { name: 'x' }),
        await owner.post(`${LIST}/${id}/remove`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await client.get(LIST)).html).toContain('Celular');
  });
});

describe('a device at the sign-in', () => {
  const signInPage = '/sign-in?to=%2Faccount%2Fpasskeys';
  async function openPage() {
    const visitor = dashboard.visitor();
    return { visitor, options: optionsIn((await visitor.get(signInPage)).html) };
  }

  it('signs its person in, and the log knows how and from where', async () => {
    const client = await dashboard.signIn('finance');
    const { device: own } = await add(client);
    const { visitor, options } = await openPage();
    const form = { answer: own.get(options), to: LIST };
    expect((await visitor.post('/passkeys/sign-in', form)).location).toBe(LIST);
    expect((await visitor.get(LIST)).html).toContain(client.user.name);
    expect((await visitor.get(ADD)).status).toBe(200);
    expect((await actsOf(client)).find(({ action }) => action === 'user sign-in')).toMatchObject({
      ...{ subjects: { by: 'passkey', address: '127.0.0.1' }, result: 'done' },
    });
    const again = await dashboard.visitor().post('/passkeys/sign-in', form);
    expect(again.location).toContain('passkey=challenge');
  });

  it('leads to no other place than a page of the dashboard', async () => {
    const { device: own } = await add(await dashboard.signIn('viewer'));
    const { visitor, options } = await openPage();
    const form = { answer: own.get(options), to: 'https://evil.example/' };
    expect((await visitor.post('/passkeys/sign-in', form)).location).toBe('/');
  });

  it('that is a copy is refused, told on the page and in the log', async () => {
    const client = await dashboard.signIn('viewer');
    const { device: own, id } = await add(client);
    for (const counter of [7, 3]) {
      const { visitor, options } = await openPage();
      const answer = own.get(options, { counter });
      const { location } = await visitor.post('/passkeys/sign-in', { answer, to: '/' });
      expect(location).toBe(counter === 7 ? '/' : '/sign-in?to=%2F&passkey=counter');
      if (counter === 3) expect((await visitor.get(location ?? '')).html).toContain('uma cópia');
    }
    expect((await actsOf(client)).filter(({ result }) => result === 'refused')).toMatchObject([
      { action: 'user sign-in', code: 'COUNTER_WENT_BACK', subjects: { passkey: id } },
    ]);
  });

  it('is asked by the same page, whether anybody has a passkey or not', async () => {
    const { options } = await openPage();
    expect(Object.keys(options).sort()).toEqual([
      'challenge',
      'rpId',
      'timeout',
      'userVerification',
    ]);
  });
});

describe('a device of somebody signed in', () => {
  it('is a fresh proof, and only its own person’s', async () => {
    const [client, other] = [await dashboard.signIn('owner'), await dashboard.signIn('owner')];
    const [{ device: own }, { device: others }] = [await add(client), await add(other)];
    const to = '/people/invite';
    await later(SESSION_TIMES.freshProofMs, async () => {
      const ask = async () => optionsIn((await client.get('/prove?to=%2Fpeople%2Finvite')).html);
      const wrong = { answer: others.get(await ask()), to };
      expect((await client.post('/passkeys/prove', wrong)).location).toContain('passkey=answer');
      expect((await client.get(to)).status).toBe(303);
      const right = { answer: own.get(await ask()), to };
      expect((await client.post('/passkeys/prove', right)).location).toBe(to);
      expect((await client.get(to)).status).toBe(200);
    });
  });

  it('is not asked for where they have no passkey', async () => {
    const client = await dashboard.signIn('viewer');
    expect((await client.get('/prove?to=%2F')).html).not.toContain('data-passkey');
  });
});

describe('an answer that nobody’s device gave', () => {
  it('counts for the network it came from, however many addresses that has', async () => {
    const tryFrom = (address: string) =>
      dashboard
        .visitor()
        .post('/passkeys/sign-in', { answer: '{}' }, { 'x-forwarded-for': address });
    for (let taken = 1; taken <= PASSKEY_LIMIT.limit; taken += 1) {
      // Another /64 of the same /56 every time.
      const { status } = await tryFrom(`2001:db8:1:ff${taken.toString(16).padStart(2, '0')}::1`);
      expect(status).toBe(303);
    }
    expect((await tryFrom('2001:db8:1:ff80::1')).status).toBe(429);
    expect((await tryFrom('2001:db8:1:fe00::1')).status).toBe(303);
  });

  it.each(['', '{}', 'x'.repeat(20_000)])('signs nobody in (case %#)', async (answer) => {
    const visitor = dashboard.visitor();
    const { location } = await visitor.post('/passkeys/sign-in', { answer, to: '//evil.example' });
    expect(location).toBe('/sign-in?to=%2F&passkey=answer');
    expect(visitor.cookies.has('dashboard-session')).toBe(false);
  });
});
