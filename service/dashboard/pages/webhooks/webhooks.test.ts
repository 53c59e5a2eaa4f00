import { describe, expect, it } from 'vitest';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createWebhookStore } from '../../../store/tables/webhooks/webhook.ts';
import { createWebhookListStore } from '../../../store/tables/webhooks/webhook-list.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { receiverOf } from '../../../testing/test-receiver.ts';
import { giveUpOn } from '../../../testing/undelivered-event.ts';
import { until } from '../../../testing/until.ts';

const ENGLISH = { 'accept-language': 'en' };
const HOSTILE = '<script>alert(1)</script>&"';

const dashboard = opened(startTestDashboard);

function giveUp(companyId: string, createdAt = new Date()): Promise<string> {
  return giveUpOn(dashboard.db, companyId, { createdAt, answer: HOSTILE });
}

async function statusOf(companyId: string, id: string): Promise<string | undefined> {
  return (await createWebhookStore(dashboard.db).find(companyId, id))?.status;
}

describe('the list of events', () => {
  it('shows what was sent and how it went, in both languages', async () => {
    const id = await giveUp('no3ds', new Date('2026-05-04T15:00:00Z'));
    const viewer = await dashboard.signIn('viewer');
    const { html, status } = await viewer.get('/webhooks');
    expect(status).toBe(200);
    expect(html).toContain(`/webhooks/${id}`);
    expect(html).toContain('Não entregue');
    expect(html).toContain('HTTP 500');
    expect(html).toContain('04/05/2026, 12:00:00');
    const english = await viewer.get('/webhooks', ENGLISH);
    expect(english.html).toContain('Undelivered');
    expect(english.html).not.toContain('Não entregue');
  });

  it('offers each role what it may do and no more', async () => {
    await giveUp('no3ds');
    const html = async (role: 'viewer' | 'support' | 'developer') =>
      (await (await dashboard.signIn(role)).get('/webhooks')).html;
    const [viewer, support, developer] = [
      await html('viewer'),
      await html('support'),
      await html('developer'),
    ];
    expect(viewer).not.toMatch(/type="checkbox"|webhooks\/(?:undelivered|secret|test)/);
    expect(support).toContain('type="checkbox"');
    expect(support).not.toMatch(/webhooks\/(?:secret|test)/);
    expect(developer).toMatch(/webhooks\/secret.*type="checkbox"/s);
  });

  it('is narrowed by what its address asks, and by nothing it cannot read', async () => {
    const id = await giveUp('nocard', new Date('2026-05-04T02:59:59Z'));
    const viewer = await dashboard.signIn('viewer', 'nocard');
    const has = async (query: string) => (await viewer.get(`/webhooks?${query}`)).html.includes(id);
    expect(await has('state=UNDELIVERED&event=payin.approved')).toBe(true);
    expect(await has(`of=pay_${id}`)).toBe(true);
    expect(await has('state=DELIVERED')).toBe(false);
    // A second before midnight in Brasília.
    expect(await has('from=2026-05-03&until=2026-05-03')).toBe(true);
    expect(await has('from=2026-05-04')).toBe(false);
    expect(await has('after=x&state=%3Cb%3E&event=%27')).toBe(true);
    const wrong = await viewer.get('/webhooks?from=2026-99-99');
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Informe uma data como 2026-01-31.');
  });

  it('goes on page by page, each event once', async () => {
    const at = Date.UTC(2026, 5, 1);
    for (let nth = 0; nth < 53; nth += 1) await giveUp('interest', new Date(at + (nth >> 2)));
    const viewer = await dashboard.signIn('viewer', 'interest');
    const seen: string[] = [];
    let address = '/webhooks';
    for (let pages = 0; address !== '' && pages < 5; pages += 1) {
      const { html } = await viewer.get(address);
      seen.push(...[...html.matchAll(/href="\/webhooks\/(evt_\w+)"/g)].map(([, id]) => id ?? ''));
      const next = /href="([^"]+)" rel="next"/.exec(html)?.[1] ?? '';
      address = next === '' ? '' : `/webhooks${next.replaceAll('&amp;', '&')}`;
    }
    expect(seen).toHaveLength(53);
    expect(new Set(seen).size).toBe(53);
  });
});

describe('one event', () => {
  it('shows the request and every answer as text', async () => {
    const id = await giveUp('no3ds');
    const developer = await dashboard.signIn('developer');
    const { html } = await developer.get(`/webhooks/${id}`);
    expect(html).toContain('X-Webhook-Event: payin.approved');
    expect(html).toContain('token=of-the-shop');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('com um segredo');
  });

  it('hides what follows the path of its receiver from whoever does not look after it', async () => {
    const id = await giveUp('no3ds');
    const support = await dashboard.signIn('support');
    const { html } = await support.get(`/webhooks/${id}`);
    expect(html).toContain('POST http://127.0.0.1:65000/hook?…');
    expect(html).not.toContain('of-the-shop');
  });
});

describe('sending again', () => {
  it('a selection goes out at once and leads back to the list it was made in', async () => {
    const receiver = await receiverOf((response) => response.writeHead(204).end());
    const [first, second] = [await giveUp('manual'), await giveUp('manual')];
    await sql(dashboard.db)`UPDATE webhook_events SET url = ${receiver.url}
      WHERE company_id = 'manual'`;
    const support = await dashboard.signIn('support', 'manual');
    const back = '/webhooks?state=UNDELIVERED';
    const answer = await support.post('/webhooks/resend', { back, event: [first, second] });
    expect([answer.status, answer.location]).toEqual([303, back]);
    expect((await support.get(back)).html).toContain('2 eventos reenviados.');
    await receiver.untilEvents(2);
    expect(receiver.events.map(({ headers }) => headers['x-webhook-id']).sort()).toEqual([
      first,
      second,
    ]);
  });

  it('of nothing says so, and leads nowhere else', async () => {
    const support = await dashboard.signIn('support');
    const elsewhere = { back: '//evil.example' };
    expect((await support.post('/webhooks/resend', elsewhere)).location).toBe('/');
    expect((await support.get('/webhooks')).html).toContain('Selecione ao menos um evento.');
  });

  it('of a period counts first and takes no other', async () => {
    const june = await giveUp('company', new Date('2026-06-10T12:00:00Z'));
    const july = await giveUp('company', new Date('2026-07-10T12:00:00Z'));
    const period = { from: '2026-06-01', until: '2026-06-30' };
    const support = await dashboard.signIn('support', 'company');
    const count = await support.get(`/webhooks/undelivered?${new URLSearchParams(period)}`);
    expect(count.html).toContain('Eventos não entregues neste período: 1.');
    const answer = await support.post('/webhooks/undelivered', period);
    expect([answer.status, answer.location]).toEqual([303, '/webhooks']);
    const [entry] = await createAuditLog(dashboard.db).list('company', 1);
    expect(entry).toMatchObject({
      actor: support.user.id,
      action: 'event resend',
      subjects: { from: '2026-06-01T03:00:00.000Z', until: '2026-07-01T02:59:59.999Z', count: 1 },
    });
    expect(await statusOf('company', july)).toBe('UNDELIVERED');
    expect((await support.get(`/webhooks/${june}`)).status).toBe(200);
  });

  it('of a period that cannot be read are none, not all', async () => {
    const id = await giveUp('preorder');
    const support = await dashboard.signIn('support', 'preorder');
    for (const period of [{ from: 'x' }, { from: '2026-06-30', until: '2026-06-01' }]) {
      const count = await support.get(`/webhooks/undelivered?${new URLSearchParams(period)}`);
      const answer = await support.post('/webhooks/undelivered', period);
      expect([count.status, answer.status]).toEqual([400, 400]);
      expect(answer.html).toContain('aria-invalid="true"');
    }
    expect(await statusOf('preorder', id)).toBe('UNDELIVERED');
  });
});

describe('the signing secret', () => {
  const secretIn = (html: string) => /whsec_[\w+/]{43}=/.exec(html)?.[0];

  it('is shown once, in no address, log or later page', async () => {
    const developer = await dashboard.signIn('developer', 'postorder');
    const answer = await developer.post('/webhooks/secret/activate');
    const first = secretIn(answer.html);
    expect([answer.status, answer.location]).toEqual([200, null]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(first).toBeDefined();

    const again = await developer.post('/webhooks/secret/activate');
    expect([again.status, secretIn(again.html)]).toEqual([409, undefined]);
    const rotated = secretIn((await developer.post('/webhooks/secret/rotate')).html);
    expect(rotated).not.toBe(first);

    const page = await developer.get('/webhooks/secret');
    expect(page.html).toContain('O segredo anterior também vale até');
    expect((await developer.post('/webhooks/secret/rotate')).status).toBe(409);
    const ended = await developer.post('/webhooks/secret/rotate', { 'end-previous': 'yes' });
    expect(secretIn(ended.html)).not.toBe(rotated);

    const owner = await dashboard.signIn('owner', 'postorder');
    const later = [page, await developer.get('/webhooks'), await owner.get('/audit')];
    for (const { html } of later) expect(html).not.toContain('whsec_');
    expect(dashboard.logged.join()).not.toContain('whsec_');
  });

  it('is destroyed only by whoever says that they are sure', async () => {
    const developer = await dashboard.signIn('developer', 'preorder');
    await developer.post('/webhooks/secret/activate');
    await developer.post('/webhooks/secret/deactivate');
    expect((await developer.get('/webhooks/secret')).html).toContain('Trocar o segredo');
    await developer.post('/webhooks/secret/deactivate', { sure: 'yes' });
    const { html } = await developer.get('/webhooks/secret');
    expect(html).toContain('Os eventos não são assinados.');
  });
});

describe('a test event', () => {
  it('reaches the receiver, whose answer is shown bounded and as text', async () => {
    const body = `${HOSTILE}\u0000\u001b[31m${'x'.repeat(10 * 1024 * 1024)}`;
    const receiver = await receiverOf((response) => response.writeHead(200).end(body));
    const developer = await dashboard.signIn('developer', 'blocked');
    const sent = await developer.post('/webhooks/test', { url: receiver.url });
    const path = sent.location ?? '';
    expect(path).toMatch(/^\/webhooks\/evt_blocked_/);
    await receiver.untilEvents(1);
    expect(receiver.events[0]?.headers['x-webhook-event']).toBe('webhook.test');
    const lists = createWebhookListStore(dashboard.db);
    const id = path.replace('/webhooks/', '');
    await until(async () => (await lists.detail('blocked', id))?.status === 'DELIVERED');
    const { html } = await developer.get(path);
    expect(html).toContain('Entregue');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u001b');
    expect(html.length).toBeLessThan(20_000);
  });

  it.each(['', 'no address', 'http://10.0.0.1/hook', 'javascript:alert(1)'])(
    'is refused for an address that leads nowhere it may: %j',
    async (url) => {
      const developer = await dashboard.signIn('developer');
      const { status, html } = await developer.post('/webhooks/test', { url });
      expect(status).toBe(400);
      expect(html).toContain('aria-invalid="true"');
    },
  );
});
