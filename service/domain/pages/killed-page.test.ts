/** @module-tag minutes */

import { afterAll, describe, expect, it } from 'vitest';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { opened } from '../../testing/opened.ts';
import { PAYER } from '../../testing/payer.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  countOf,
  disagreementOf,
  listEvents,
  startKilledService,
  takeTurns,
} from '../../testing/test-killed-service.ts';
import { newReference, send } from '../../testing/test-service.ts';

const ACCOUNT = 'no3ds';
/** Nobody is there. */
const WEBHOOK = 'http://127.0.0.1:65000/hook';
const AMOUNT = 15_990;
const TABS = 50;
const CARDS = 8;
const OPENING = 1_000_000;
/** Longer than the minute within which one address may ask so often. */
const PAUSE_SECONDS = 61;

/** Where the service dies, as `readKillPoint` has it. */
const POINTS = [
  'before payin_claim',
  'committed payin_claim',
  'before provider_state_keep',
  'committed provider_state_keep',
  'before payin_move',
  'written payin_move',
  'committed payin_move',
];
const CASES = POINTS.map((point) => ({ point, verb: 'press' }));

type Told = { id: string; status: string };

describe.each(testDatabases())('a page whose service is killed, on $engine', ({ engine }) => {
  const service = opened(() => startKilledService(engine, PAUSE_SECONDS));
  afterAll(() => service.remove());
  const read = async (path: string) => (await service.client().get(ACCOUNT, path)).body;
  const call = (path: string, body: object) => service.client().post(ACCOUNT, path, body);

  /** Cards as somebody types them into the page; those of before are worth nothing without a CVV. */
  const typeCards = (url: string) => Promise.all(Array.from({ length: CARDS }, () => tokenOf(url)));

  /** By fifty tabs, each in its own way; gives what those were told that were answered. */
  async function press(url: string, tokens: readonly string[]): Promise<Told[]> {
    const reload = () => fetch(url).then((answer) => answer.text());
    const pressed = Array.from({ length: TABS }, async (_, tab) => {
      if (tab % 5 === 1) await reload();
      const card = { token: tokens[tab % CARDS] };
      const byCard = { paymentMethod: 'CREDIT_CARD', installments: 1, card };
      const body = { ...(tab % 5 === 0 ? { paymentMethod: 'PIX' } : byCard), customer: PAYER };
      return send(`${url}/pay`, { body });
    });
    const answers = await Promise.allSettled(pressed);
    return answers.flatMap((one) => {
      if (one.status === 'rejected' || one.value.status !== 201) return [];
      const { id, status } = one.value.body;
      return [{ id, status }];
    });
  }

  /** Of the order that the page tells its script. */
  async function tokenOf(url: string): Promise<string> {
    const html = await (await fetch(url)).text();
    const data = /data-page="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"');
    const { referenceId } = JSON.parse(data ?? '');
    const order = { amount: AMOUNT, referenceId };
    return (await service.client().tokenize(ACCOUNT, order)).token;
  }

  async function isPaidOnce(point: string): Promise<void> {
    const items = [{ title: 'Cafeteira', quantity: 1, unitPrice: AMOUNT }];
    const order = { amount: AMOUNT, items, isPhysicalProduct: false, webhookUrl: WEBHOOK };
    const referenceId = newReference();
    const { body: page } = await call('/payment-page', { ...order, referenceId });
    const { pathname } = new URL(page.url);
    const address = () => service.client().pageUrl + pathname;
    const told: Told[] = [];
    let tokens = await typeCards(address());
    const pressAll = async () => void told.push(...(await press(address(), tokens)));
    await service.killedAt(point, pressAll);
    for (let round = 0; round < 2; round += 1) {
      await pressAll();
      await call('/sandbox/clock', { advanceSeconds: 60 });
      const isOpen = (await read(`/payment-page/${page.id}`)).status === 'OPEN';
      if (isOpen) tokens = await typeCards(address());
    }
    // Whoever was shown a code pays it in the end.
    const shown = new Set(told.map(({ id }) => id));
    for (const id of shown) await call(`/sandbox/payins/${id}/pay`, {});

    const payins: Told[] = (await read(`/payin?limit=100&referenceId=${referenceId}`)).data;
    const paid = payins.filter(({ status }) => status !== 'CANCELED' && status !== 'FAILED');
    expect(paid).toMatchObject([{ status: 'APPROVED' }]);
    const [{ id } = { id: '' }] = paid;
    expect(await read(`/payment-page/${page.id}`)).toMatchObject({
      ...{ status: 'PAID', payments: 1, payin: { id, status: 'APPROVED' } },
    });
    const approved = told.filter(({ status }) => status === 'APPROVED');
    expect(approved.filter((one) => one.id !== id)).toEqual([]);
    const events = payins.map((one) =>
      listEvents(service.url(''), { id: one.id, account: ACCOUNT }),
    );
    const names = (await Promise.all(events)).flat();
    expect(names.filter((name) => name === 'payin.approved')).toHaveLength(1);
  }

  describe('in this order', { shuffle: false }, () => {
    for (const { point, tags } of takeTurns(CASES)) {
      it(`is paid once by fifty tabs, killed ${point}`, { tags }, () => isPaidOnce(point));
    }

    it('leaves one payment of each page at the acquirer and in a ledger that agrees', async () => {
      const db = await service.end();
      const count = (what: string) => countOf(db, `SELECT count(*) AS count FROM ${what}`);
      try {
        expect(await disagreementOf(db)).toBeNull();
        const pages = await count('payment_pages');
        const { clearing } = await createLedgerStore(db).readBalances(ACCOUNT);
        expect(clearing).toBe(-pages * AMOUNT - OPENING);
        const byCard = "payment_method = 'CREDIT_CARD' AND status = 'APPROVED'";
        const approved = await count(`payins WHERE ${byCard}`);
        const charged = await count("provider_state WHERE key LIKE 'charge|%'");
        const voided = await count("provider_state WHERE key LIKE 'void|%'");
        expect(charged - voided).toBe(approved);
      } finally {
        await db.close();
      }
    });
  });
});
