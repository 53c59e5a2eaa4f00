import { describe, expect, it, onTestFinished } from 'vitest';
import { COMPANY, openMoneyWorld } from '../../../testing/money-world.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { newReference } from '../../../testing/test-service.ts';

const AMOUNT = 10_000;
const MINUTE_MS = 60_000;

describe.each(testDatabases())('a PIX that is paid again on $engine', (database) => {
  /** Its code was paid twice, and the bank has told of it as often as that. */
  async function payTwice(notices: number) {
    const world = await openMoneyWorld([{ method: 'PIX', provider: 'inter' }], { database });
    onTestFinished(() => world.stop());
    const [party, reference] = [world.partyOf('PIX'), newReference()];
    await world.call(0, 'POST', '/payin', world.orderBy('PIX', reference, AMOUNT));
    const [payin] = await world.payinsOf(reference);
    const [{ key }, told] = [payin ?? { key: '' }, party.told.PIX];
    if (told === undefined) throw new Error('the bank tells of no PIX');
    const notify = () => world.notify(0, party, told.tell(key));
    const payAgain = () => told.otherwise?.twice?.(key);
    told.happen(key);
    payAgain();
    await Promise.all(Array.from({ length: notices }, notify));
    /** The bank has decided what was asked of it, and it is looked for. */
    const settle = async (isDone: boolean, pauses: readonly number[]) => {
      party.book.settleRefunds(() => isDone);
      for (const minutes of pauses) await world.pass(minutes * MINUTE_MS);
    };
    const orphans = () => world.operator.rows('orphan list', { company: COMPANY });
    /** An operator gives back what is listed, in a way that the bank does not tell of. */
    const giveBack = () =>
      world.operator.run('orphan mark-returned', {
        ...{ payin: payin?.id ?? '', 'acquirer-reference': 'ted-4711' },
      });
    return { notify, payAgain, settle, orphans, giveBack, entry: () => party.book.entryOf(key) };
  }

  it('goes back once, and is followed to its end though many notices came at once', async () => {
    const { settle, orphans, entry } = await payTwice(6);
    expect(await orphans()).toMatchObject([{ amount: AMOUNT }]);
    // Each notice has put the next look off.
    await settle(true, [1, 15, 60]);
    expect(await orphans()).toEqual([]);
    expect(entry()).toEqual({ paid: 2 * AMOUNT, returned: AMOUNT, contested: 0 });
  });

  it('goes back as well where it came while another was on its way back', async () => {
    const { notify, payAgain, settle, orphans, entry } = await payTwice(1);
    payAgain();
    await notify();
    // Within the hour after which returns of paid ones are looked for.
    await settle(true, [1, 4, 10]);
    await settle(true, [1, 4, 10]);
    expect(await orphans()).toEqual([]);
    expect(entry()).toEqual({ paid: 3 * AMOUNT, returned: 2 * AMOUNT, contested: 0 });
  });

  it('is listed for an operator where the bank refuses, with what comes after that', async () => {
    const { notify, payAgain, settle, orphans, entry } = await payTwice(1);
    await settle(false, [1, 1, 1]);
    expect(await orphans()).toMatchObject([{ amount: AMOUNT }]);
    payAgain();
    await notify();
    expect(await orphans()).toMatchObject([{ amount: 2 * AMOUNT }]);
    expect(entry()).toMatchObject({ paid: 3 * AMOUNT, returned: 0 });
  });

  it('is listed each time anew, once an operator has given back what was listed', async () => {
    const { notify, payAgain, settle, orphans, giveBack, entry } = await payTwice(1);
    await settle(false, [1, 1, 1]);
    for (const paid of [2, 3, 4]) {
      expect(await orphans(), `paid ${paid} times`).toMatchObject([{ amount: AMOUNT }]);
      await giveBack();
      await notify();
      expect(await orphans()).toEqual([]);
      payAgain();
      await Promise.all([notify(), notify()]);
    }
    expect(entry()).toMatchObject({ paid: 5 * AMOUNT, returned: 0 });
  });
});
