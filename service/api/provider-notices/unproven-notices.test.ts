import { describe, expect, it } from 'vitest';
import {
  CERTIFICATE_ABLE,
  NOTICE_ROWS,
  OTHER,
  openNoticePlace,
} from '../../testing/notice-place.ts';
import { opened } from '../../testing/opened.ts';

/*
 * Notices of parties that show a certificate, at a service that asks none of them for it: then their
 * address alone proves them, and what a caller shows counts for nothing.
 */

describe('a notice of a party that is asked for no certificate', () => {
  const place = opened(() => openNoticePlace({ asked: [] }));

  const rows = NOTICE_ROWS.filter(
    ({ provider, method }) => CERTIFICATE_ABLE.includes(provider) && method === 'PIX',
  );
  describe.each(rows)('of $provider', ({ provider, method }) => {
    const told = opened(() => place.routeTo(provider, method));

    it('leads to a look-up, whatever is shown, and moves what has happened alone', async () => {
      const address = place.addressOf(provider);
      for (const [how, shown] of Object.entries(place.forgedProofs)) {
        const { id, key } = await place.order(method, told, address);
        const before = await place.everything();
        expect(await place.post(address, told.tell(key), shown), `with ${how}`).toBe(200);
        expect(await place.everything(), `with ${how}`).toEqual(before);
        told.happen(key);
        expect(await place.post(address, told.tell(key), shown), `with ${how}`).toBe(200);
        expect((await place.fateOf(id)).status, `with ${how}`).toBe('APPROVED');
      }
    });

    it('moves nothing at the address of another company', async () => {
      const { key } = await place.order(method, told, place.addressOf(provider));
      told.happen(key);
      const before = await place.everything();
      expect(await place.post(place.addressOf(provider, OTHER), told.tell(key))).toBe(200);
      expect(await place.everything()).toEqual(before);
    });
  });
});
