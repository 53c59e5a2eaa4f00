import { afterAll, describe, expect, it } from 'vitest';
import { liveSecrets } from '../domain/webhooks/webhook-signing.ts';
import { opened, STORY } from '../testing/opened.ts';
import { sql } from '../testing/sql.ts';
import { testDatabases } from '../testing/test-db.ts';
import { holdWebhooks } from '../testing/test-held-webhooks.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

describe.each(testDatabases())('webhooks by an operator on $engine', STORY, (database) => {
  // Nothing is sent while a test looks at what waits.
  const { sendWebhook, release } = holdWebhooks();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, timers: manualTimers().timers, sendWebhook }),
  );
  const operator = opened(() => openTestOperator(db));
  afterAll(() => release());

  const secretsOf = (company: string) => liveSecrets(company, operator.services);

  it('activates, rotates and deactivates signing', async () => {
    const company = 'no3ds';
    expect(await operator.refusal('signing rotate', { company })).toEqual(['ILLEGAL_TRANSITION']);
    const { secret: first } = await operator.record('signing activate', { company });
    expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await secretsOf(company)).toEqual([first]);

    const { secret: second } = await operator.record('signing rotate', { company });
    expect(await secretsOf(company)).toEqual([second, first]);
    expect(await operator.refusal('signing activate', { company })).toEqual(['ILLEGAL_TRANSITION']);
    expect(await operator.refusal('signing rotate', { company })).toEqual(['ILLEGAL_TRANSITION']);
    const ending = { company, 'end-previous': 'yes' };
    const { secret: third } = await operator.record('signing rotate', ending);
    expect(await secretsOf(company)).toEqual([third, second]);

    const before = operator.printed.length;
    expect(await operator.record('signing deactivate', { company })).toMatchObject({
      signing: 'off',
    });
    expect(await secretsOf(company)).toEqual([]);
    const entries = await operator.audit(company, 10);
    expect(entries.map((entry) => JSON.stringify(entry)).join()).not.toContain('whsec_');
    expect(operator.printed.slice(before).join()).not.toContain('whsec_');
    expect(entries).toMatchObject([
      { action: 'signing deactivate', result: 'done' },
      { action: 'signing rotate', result: 'done' },
      { action: 'signing rotate', result: 'refused', code: 'ILLEGAL_TRANSITION' },
      { action: 'signing activate', result: 'refused', code: 'ILLEGAL_TRANSITION' },
      { action: 'signing rotate', result: 'done' },
      { action: 'signing activate', result: 'done' },
      { action: 'signing rotate', result: 'refused', code: 'ILLEGAL_TRANSITION' },
    ]);
  });

  /** Events as they are once every attempt has failed. */
  const undelivered = async (account: string, count: number) => {
    for (let made = 0; made < count; made += 1) {
      const body = validPayin({ webhookUrl: 'http://127.0.0.1:65000/hook' });
      await service.post(account, '/payin', body);
    }
    const run = (text: string) => db.query({ name: '', text, values: [account] });
    await run('DELETE FROM webhook_outbox WHERE company_id = $1');
    await run(`UPDATE webhook_events SET status = 'UNDELIVERED',
      attempts = '[{"at":"2026-11-20T10:00:00.000Z","outcome":"HTTP_500"}]'::jsonb
      WHERE company_id = $1`);
    return operator.rows('event undelivered', { company: account });
  };
  const waiting = async (company: string) => {
    const rows = await sql<{ event_id: string }>(db)`SELECT event_id FROM webhook_outbox
      WHERE company_id = ${company}`;
    return rows.map((row) => row.event_id).sort();
  };

  it('sends one event again', async () => {
    expect(await undelivered('preorder', 0)).toEqual([]);
    const [event, other] = await undelivered('cardonfile', 2);
    expect(event).toMatchObject({
      kind: 'payin.approved',
      attempts: 1,
      lastAt: '2026-11-20T10:00:00.000Z',
      lastOutcome: 'HTTP_500',
    });
    const id = String(event?.event);
    expect(await operator.record('event resend', { event: id })).toEqual({
      company: 'cardonfile',
      resent: 1,
    });
    expect(await waiting('cardonfile')).toEqual([id]);
    expect(await operator.rows('event undelivered', { company: 'cardonfile' })).toEqual([other]);
    expect(await operator.audit('cardonfile', 2)).toContainEqual(
      expect.objectContaining({ action: 'event resend', subjects: { event: id, count: 1 } }),
    );
  });

  it('sends all undelivered events of an account again', async () => {
    expect(await undelivered('nocard', 0)).toEqual([]);
    const all = await undelivered('no3ds', 3);
    expect(all).toHaveLength(3);
    expect((await operator.record('event resend', { company: 'no3ds' })).resent).toBe(3);
    expect(await waiting('no3ds')).toEqual(all.map(({ event }) => String(event)).sort());
  });

  it('sends a selection again, and nothing of it where one is not there', async () => {
    const [first, second, third] = await undelivered('manual', 3);
    const selection = `${first?.event},${third?.event}`;
    const foreign = 'evt_cardonfile_AAAAAAAAAAAAAAAAAAAAAA';
    const wrong = { company: 'manual', events: `${first?.event},${foreign}` };
    expect(await operator.refusal('event resend', wrong)).toEqual(['NOT_FOUND', 'event']);
    expect(await waiting('manual')).toEqual([]);
    const resent = await operator.record('event resend', { company: 'manual', events: selection });
    expect(resent.resent).toBe(2);
    expect(await waiting('manual')).toEqual([first?.event, third?.event].map(String).sort());
    expect(await operator.rows('event undelivered', { company: 'manual' })).toEqual([second]);
    expect(await operator.audit('manual', 2)).toContainEqual(
      expect.objectContaining({ subjects: { company: 'manual', events: selection, count: 2 } }),
    );
  });

  it('sends those of a period again and leaves the others', async () => {
    const all = await undelivered('interest', 2);
    const [event] = all;
    await sql(db)`UPDATE webhook_events SET created_at = ${new Date('2026-10-01T12:00:00Z')}
      WHERE company_id = 'interest' AND id = ${String(event?.event)}`;
    const resend = (from: string, until: string) =>
      operator.record('event resend', { company: 'interest', from, until });
    expect(await resend('2026-09-01T00:00:00Z', '2026-10-01T11:59:59Z')).toMatchObject({
      resent: 0,
    });
    expect(await resend('2026-10-01T12:00:00Z', '2026-10-01T12:00:00Z')).toMatchObject({
      resent: 1,
    });
    expect(await waiting('interest')).toEqual([String(event?.event)]);
  });

  it('sends an event to try a receiver, ten a minute at most', async () => {
    const company = 'company';
    const url = 'http://127.0.0.1:65000/hook?token=hidden';
    const { event } = await operator.record('event test', { company, url });
    expect(await waiting(company)).toEqual([String(event)]);
    const kept = await operator.services.webhooks.find(company, String(event));
    expect(kept).toMatchObject({ event: 'webhook.test', status: 'PENDING', attempts: [] });
    expect(JSON.stringify(await operator.audit(company, 1))).not.toContain('hidden');
    for (let sent = 1; sent < 10; sent += 1) await operator.record('event test', { company, url });
    expect(await operator.refusal('event test', { company, url })).toEqual(['RATE_LIMITED']);
    const other = { company: 'no3ds', url: 'http://10.0.0.1/hook' };
    expect(await operator.refusal('event test', other)).toEqual(['INVALID_DATA', 'url']);
  });

  const SOME = 'evt_no3ds_AAAAAAAAAAAAAAAAAAAAAA';

  it.each<[string, Record<string, string>, string[]]>([
    ['one of a period', { event: SOME, from: '2026-10-01T12:00:00Z' }, ['INVALID_DATA', 'event']],
    ['one and more', { event: SOME, events: SOME }, ['INVALID_DATA', 'event']],
    [
      'some of a period',
      { company: 'no3ds', events: SOME, until: '2026-10-01T12:00:00Z' },
      ['INVALID_DATA', 'events'],
    ],
    [
      'more than a page',
      { company: 'no3ds', events: Array.from({ length: 101 }, () => SOME).join(',') },
      ['INVALID_DATA', 'events'],
    ],
    [
      'both',
      { company: 'no3ds', event: 'evt_no3ds_AAAAAAAAAAAAAAAAAAAAAA' },
      ['INVALID_DATA', 'event'],
    ],
    ['neither', {}, ['INVALID_DATA', 'event']],
    ['an id of nothing', { event: 'evt_no3ds_AAAAAAAAAAAAAAAAAAAAAA' }, ['NOT_FOUND', 'event']],
    ['no id', { event: '4111111111111111' }, ['INVALID_DATA', 'event']],
  ])('refuses to send again %s', async (_name, options, refusal) => {
    expect(await operator.refusal('event resend', options)).toEqual(refusal);
  });
});
