import { describe, expect, it } from 'vitest';
import type { PayoutAcquirer, Transfer } from './payout-acquirer.ts';

/** What becomes of a transfer. */
type End = 'completed' | 'refused' | 'rejected';

export type ArrangedPayouts = {
  acquirer: PayoutAcquirer;
  /** One that will end so. */
  transferTo: (end: End) => Transfer;
  /** The acquirer ends what was sent under that reference, where it does not by itself. */
  finish: (reference: string) => void;
};

const REFERENCE = 'out_acme_3q2-7wAAAAAAAAAAAAAAAA';
const OTHER_REFERENCE = 'out_acme_3q2-7wAAAAAAAAAAAAAAAQ';

const { signal } = new AbortController();

/** What everybody who sends money must do, run unchanged on each of them. */
export function payoutAcquirerCases(arrange: () => Promise<ArrangedPayouts>): void {
  async function arrangeTransfer(end: End) {
    const { acquirer, transferTo, finish } = await arrange();
    const transfer = transferTo(end);
    const send = (reference = REFERENCE, change: Partial<Transfer> = {}) =>
      acquirer.send({ ...transfer, ...change, reference }, signal);
    const find = (reference = REFERENCE) => acquirer.find({ ...transfer, reference }, signal);
    return { acquirer, transfer, send, find, finish };
  }

  describe('a transfer', () => {
    it('is not found before it is sent, and asking whether it can be made sends nothing', async () => {
      const { acquirer, transfer, find } = await arrangeTransfer('completed');
      expect(await find()).toEqual({ kind: 'not_found' });
      if (acquirer.check !== undefined) {
        expect(await acquirer.check(transfer, signal)).toMatchObject({ kind: 'payable' });
      }
      expect(await find()).toEqual({ kind: 'not_found' });
    });

    it('is taken in and found completed, under one id of the acquirer', async () => {
      const { send, find, finish } = await arrangeTransfer('completed');
      const sent = await send();
      expect(sent).toEqual({ kind: 'accepted', externalId: expect.any(String) });
      finish(REFERENCE);
      expect(await find()).toEqual({ ...sent, kind: 'completed' });
    });

    it('that comes back is told with a reason, and stays refused', async () => {
      const { send, find, finish } = await arrangeTransfer('refused');
      const sent = await send();
      finish(REFERENCE);
      const refused = { ...sent, kind: 'refused', reason: expect.stringMatching(/\S/) };
      expect(await find()).toEqual(refused);
      expect(await send()).toEqual(sent);
      expect(await find()).toEqual(refused);
    });

    it('that cannot be made is rejected with a reason, and never found as one', async () => {
      const { send, find } = await arrangeTransfer('rejected');
      const rejected = { kind: 'rejected', reason: expect.stringMatching(/\S/) };
      expect(await send()).toEqual(rejected);
      const known = await find();
      expect([{ kind: 'not_found' }, rejected]).toContainEqual(known);
    });

    it('sent again under its reference is one, before its end and after it', async () => {
      const { send, find, finish } = await arrangeTransfer('completed');
      const sent = await send();
      expect(await send()).toEqual(sent);
      finish(REFERENCE);
      expect(await send()).toEqual(sent);
      expect(await find()).toMatchObject({ kind: 'completed' });
    });

    it('asked for by many at once is one', async () => {
      const { send } = await arrangeTransfer('completed');
      const [first, ...others] = await Promise.all([send(), send(), send()]);
      expect(first).toMatchObject({ kind: 'accepted' });
      for (const other of others) expect(other).toEqual(first);
    });

    it('under another reference is another, and neither is found as the other', async () => {
      const { send, find, finish } = await arrangeTransfer('completed');
      const first = await send();
      expect(await find(OTHER_REFERENCE)).toEqual({ kind: 'not_found' });
      const second = await send(OTHER_REFERENCE);
      expect(second).toMatchObject({ kind: 'accepted' });
      expect(second).not.toEqual(first);
      finish(REFERENCE);
      finish(OTHER_REFERENCE);
      expect(await find()).toEqual({ ...first, kind: 'completed' });
      expect(await find(OTHER_REFERENCE)).toEqual({ ...second, kind: 'completed' });
    });
  });
}
