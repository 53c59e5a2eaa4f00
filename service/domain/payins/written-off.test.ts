import { describe, expect, it, onTestFinished } from 'vitest';
import { COMPANY, openMoneyWorld } from '../../testing/money-world.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import { newReference } from '../../testing/test-service.ts';

const AMOUNT = 10_000;
const HOUR_MS = 3_600_000;
/** Issued on Monday, 2026-11-23, and due on Thursday; waited for until the end of Saturday. */
const WRITTEN_OFF = Date.parse('2026-11-28T12:00:00Z');
const OVER = Date.parse('2026-11-29T04:00:00Z');
const BEFORE_IT_IS_DUE = Date.parse('2026-11-25T12:00:00Z');
/** A day on which banks tell. */
const TOLD = Date.parse('2026-11-30T15:00:00Z');

describe.each(testDatabases())('a boleto that its bank writes off, on $engine', (database) => {
  async function arrange(provider: string) {
    const world = await openMoneyWorld([{ method: 'BOLETO', provider }], { database });
    onTestFinished(() => world.stop());
    const [party, reference] = [world.partyOf('BOLETO'), newReference()];
    const told = party.told.BOLETO;
    if (told?.writeOff === undefined) throw new Error('nothing is written off there');
    const { writeOff, otherwise, happen } = told;
    const payLate = otherwise?.late ?? happen;
    const order = async () => {
      const body = world.orderBy('BOLETO', reference, AMOUNT);
      expect((await world.call(0, 'POST', '/payin', body)).status).toBe(201);
      const payin = (await world.payinsOf(reference)).at(-1);
      if (payin === undefined) throw new Error('there is no payin');
      return payin;
    };
    const until = (ms: number) => world.pass(ms - world.now());
    const status = async (id: string) =>
      (await world.call(0, 'GET', `/payin/${id}`)).body.status as string;
    const listed = async () => {
      const rows = await world.operator.rows('orphan list', { company: COMPANY });
      return rows.map(({ payin, amount }) => [payin, amount]);
    };
    const first = await order();
    return {
      ...{ world, told, first, order, until, status, listed },
      writeOff: () => writeOff(first.key),
      notify: () => world.notify(0, party, told.tell(first.key)),
      /** Nobody tells of it: it is found. */
      async payLate() {
        payLate(first.key);
        for (const at of [TOLD, TOLD + HOUR_MS, TOLD + 2 * HOUR_MS]) await until(at);
      },
    };
  }

  const PROVIDERS = ['efi', 'pagbank', 'mercadopago'];

  it.each(PROVIDERS)('has expired at %s; what was paid before, told after, pays', async (at) => {
    const { world, first, until, status, notify, writeOff, payLate, listed } = await arrange(at);
    await until(WRITTEN_OFF);
    writeOff();
    expect(await notify()).toBe(true);
    expect(await status(first.id)).toBe('EXPIRED');
    await payLate();
    expect([await status(first.id), await listed()]).toEqual(['APPROVED', []]);
    expect(await disagreementOf(world.db)).toBeNull();
  });

  it.each(PROVIDERS)('at %s whose order is paid otherwise by then is a return', async (at) => {
    const { told, first, order, until, status, writeOff, payLate, listed } = await arrange(at);
    await until(WRITTEN_OFF);
    writeOff();
    await until(OVER);
    expect(await status(first.id)).toBe('EXPIRED');
    const second = await order();
    told.happen(second.key);
    await payLate();
    expect([await status(first.id), await status(second.id)]).toEqual(['EXPIRED', 'APPROVED']);
    expect(await listed()).toEqual([[first.id, AMOUNT]]);
  });

  it('was refused where that is done before it is due, and money for it is a return', async () => {
    const { first, until, status, writeOff, payLate, listed } = await arrange('efi');
    await until(BEFORE_IT_IS_DUE - HOUR_MS);
    writeOff();
    await until(BEFORE_IT_IS_DUE);
    expect(await status(first.id)).toBe('REFUSED');
    await payLate();
    expect([await status(first.id), await listed()]).toEqual(['REFUSED', [[first.id, AMOUNT]]]);
  });
});
