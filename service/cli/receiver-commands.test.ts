import { afterAll, describe, expect, it } from 'vitest';
import { RECEIVED_TYPES } from '../../contract/payments/webhook-event-type.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { receiverOf } from '../domain/webhooks/webhook-outbox.ts';
import { opened, STORY } from '../testing/opened.ts';
import { sql } from '../testing/sql.ts';
import { testDatabases } from '../testing/test-db.ts';
import { holdWebhooks } from '../testing/test-held-webhooks.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import {
  newReference,
  startTestService,
  validPayin,
  validPayout,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const HOST = 'http://127.0.0.1:65000';
const EXACT = `${HOST}/exact?key=of-the-shop`;
const FAMILY = `${HOST}/family`;
const NAMED = `${HOST}/named`;

describe.each(testDatabases())('receivers of an account on $engine', STORY, (database) => {
  // Nothing is sent while a test looks at where it would go.
  const { sendWebhook, release } = holdWebhooks();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, timers: manualTimers().timers, sendWebhook }),
  );
  const operator = opened(() => openTestOperator(db));
  afterAll(() => release());

  const call = async (company: string, path: string, body: unknown) => {
    const answer = await service.post(company, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  /** An approved payment; gives its id. */
  const pay = async (company: string, change: Record<string, unknown> = {}) =>
    String((await call(company, '/payin', validPayin(change))).id);
  const refund = (company: string, payin: string) =>
    call(company, `/payin/${payin}/refund`, { referenceId: newReference() });
  const refused = async (company: string, change: Record<string, unknown> = {}) => {
    const { id } = await call(company, '/payout', validPayout(change));
    await call(company, `/sandbox/payouts/${id}/cancel`, {});
    return String(id);
  };
  const set = (company: string, type: string, url: string) =>
    operator.record('receiver set', { company, type, url });
  /** The events of a payment or payout, in their order, with where they go. */
  const eventsOf = (transaction: string) =>
    sql<{ event: string; url: string }>(db)`SELECT event, url FROM webhook_events
      WHERE transaction_id = ${transaction} ORDER BY sequence`;

  it('that has set none is told nothing it did not ask for', async () => {
    const silent = await pay('no3ds');
    const told = await pay('no3ds', { webhookUrl: NAMED });
    await refund('no3ds', silent);
    expect(await eventsOf(silent)).toEqual([]);
    expect(await eventsOf(told)).toEqual([{ event: 'payin.approved', url: NAMED }]);
    expect(await operator.record('company show', { company: 'no3ds' })).toMatchObject({
      webhookReceivers: 'none',
    });
    expect(await operator.rows('receiver list', { company: 'no3ds' })).toEqual([]);
  });

  it('are taken by exact type before the family, and each event goes to one', async () => {
    const before = await pay('company');
    await set('company', 'payin.*', FAMILY);
    await set('company', 'payin.refunded', EXACT);
    const payin = await pay('company');
    await refund('company', payin);
    expect(await eventsOf(payin)).toEqual([
      { event: 'payin.approved', url: FAMILY },
      { event: 'payin.refunded', url: EXACT },
    ]);
    // Of a payment from before they were set, what happens from now on is told.
    await refund('company', before);
    expect(await eventsOf(before)).toEqual([{ event: 'payin.refunded', url: EXACT }]);
    await operator.run('receiver remove', { company: 'company', type: 'payin.refunded' });
    const after = await pay('company');
    await refund('company', after);
    expect((await eventsOf(after)).at(-1)).toEqual({ event: 'payin.refunded', url: FAMILY });
  });

  it('of one type alone leave the others untold', async () => {
    await set('cardonfile', 'payin.refunded', EXACT);
    const payin = await pay('cardonfile');
    expect(await eventsOf(payin)).toEqual([]);
    await refund('cardonfile', payin);
    expect(await eventsOf(payin)).toEqual([{ event: 'payin.refunded', url: EXACT }]);
  });

  it('give way to the webhookUrl of the request, for all of its events', async () => {
    await set('interest', 'payin.*', FAMILY);
    await set('interest', 'payin.refunded', EXACT);
    const payin = await pay('interest', { webhookUrl: NAMED });
    await refund('interest', payin);
    expect(await eventsOf(payin)).toEqual([
      { event: 'payin.approved', url: NAMED },
      { event: 'payin.refunded', url: NAMED },
    ]);
  });

  it('of payouts are not those of payins', async () => {
    await set('manual', 'payin.*', EXACT);
    expect(await eventsOf(await refused('manual'))).toEqual([]);
    await set('manual', 'payout.*', FAMILY);
    expect(await eventsOf(await refused('manual'))).toEqual([
      { event: 'payout.canceled', url: FAMILY },
    ]);
    await set('manual', 'payout.canceled', EXACT);
    expect(await eventsOf(await refused('manual'))).toMatchObject([{ url: EXACT }]);
    expect(await eventsOf(await refused('manual', { webhookUrl: NAMED }))).toMatchObject([
      { url: NAMED },
    ]);
  });

  it('are of their company alone', async () => {
    await set('company', 'payin.*', FAMILY);
    const payin = await pay('no3ds');
    expect(await eventsOf(payin)).toEqual([]);
  });

  it('that change leave an event that is sent again the address it had', async () => {
    const company = 'cardonfile';
    await set(company, 'payin.approved', EXACT);
    const payin = await pay(company);
    const run = (text: string) => db.query<{ id: string }>({ name: '', text, values: [payin] });
    await run('DELETE FROM webhook_outbox WHERE transaction_id = $1');
    const [event] = await run(
      `UPDATE webhook_events SET status = 'UNDELIVERED' WHERE transaction_id = $1 RETURNING id`,
    );
    await set(company, 'payin.approved', 'http://localhost:65001/new');
    await operator.run('event resend', { event: String(event?.id) });
    expect(await eventsOf(payin)).toEqual([{ event: 'payin.approved', url: EXACT }]);
    const waiting = await run('SELECT receiver FROM webhook_outbox WHERE transaction_id = $1');
    expect(waiting).toEqual([{ receiver: receiverOf(company, EXACT) }]);
  });

  it('are listed whole, and without their paths in the account and in the log', async () => {
    const company = 'postorder';
    expect(await set(company, 'payout.*', FAMILY)).toEqual({
      company,
      type: 'payout.*',
      url: FAMILY,
    });
    await set(company, 'payin.refunded', FAMILY);
    await set(company, 'payin.refunded', EXACT);
    const rows = [
      { type: 'payout.*', url: FAMILY },
      { type: 'payin.refunded', url: EXACT },
    ];
    expect(await operator.rows('receiver list', { company })).toEqual(expect.arrayContaining(rows));
    expect(await operator.record('company show', { company })).toMatchObject({
      webhookReceivers: expect.stringContaining(`payin.refunded=${HOST}`),
    });
    await operator.run('receiver remove', { company, type: 'payout.*' });
    const entries = await operator.audit(company, 10);
    expect(entries).toContainEqual({
      actor: 'ana',
      action: 'receiver set',
      subjects: {
        company,
        type: 'payout.*',
        webhookReceivers: `payout.*=${HOST}`,
        'webhookReceivers.before': 'none',
      },
      result: 'done',
      code: null,
    });
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'receiver remove',
        subjects: {
          company,
          type: 'payout.*',
          webhookReceivers: `payin.refunded=${HOST}`,
          'webhookReceivers.before': expect.stringContaining(`payout.*=${HOST}`),
        },
      }),
    );
    expect(JSON.stringify(entries)).not.toMatch(/exact|family|of-the-shop/);
  });

  it.each(['payin.paid', 'payin', '*', 'refund.*', 'webhook.test', 'PAYIN.APPROVED', '__proto__'])(
    'are refused for a type that is not there, which names those that are: %s',
    async (type) => {
      const before = await operator.record('company show', { company: 'nocard' });
      const options = { company: 'nocard', type, url: FAMILY };
      await expect(operator.run('receiver set', options)).rejects.toMatchObject({
        code: 'INVALID_DATA',
        details: [errorDetail('type', 'one_of', { values: RECEIVED_TYPES.join(', ') })],
      });
      expect(await operator.record('company show', { company: 'nocard' })).toEqual(before);
    },
  );

  it.each([
    ['nothing', ''],
    ['no address', 'hooks.example'],
    ['a private address', 'http://10.0.0.1/hook'],
    ['credentials', 'https://user:pass@hooks.example/'],
    ['a fragment', 'https://hooks.example/#part'],
    ['a private name', 'https://hooks.internal/'],
    ['a script', 'javascript:alert(1)'],
    ['more than 2048 characters', `https://hooks.example/${'x'.repeat(2048)}`],
  ])('are refused for an address where no event may go: %s', async (_name, url) => {
    const options = { company: 'nocard', type: 'payin.*', url };
    expect(await operator.refusal('receiver set', options)).toEqual(['INVALID_DATA', 'url']);
    expect(await operator.rows('receiver list', { company: 'nocard' })).toEqual([]);
  });

  it('that are not there cannot be removed', async () => {
    const options = { company: 'nocard', type: 'payin.*' };
    expect(await operator.refusal('receiver remove', options)).toEqual(['INVALID_DATA', 'type']);
  });

  it('have https outside the sandbox', async () => {
    const own = await database.openEmpty();
    const live = await openTestOperator(own, { mode: 'production' });
    const company = 'live1';
    await live.run('company create', { company, name: 'Acme Ltda' });
    for (const url of ['http://hooks.example/', FAMILY, 'https://127.0.0.1/hook']) {
      const options = { company, type: 'payin.*', url };
      expect(await live.refusal('receiver set', options)).toEqual(['INVALID_DATA', 'url']);
    }
    const url = 'https://hooks.example/acme';
    await live.run('receiver set', { company, type: 'payin.*', url });
    expect(await live.rows('receiver list', { company })).toEqual([{ type: 'payin.*', url }]);
    await own.close();
  });
});
