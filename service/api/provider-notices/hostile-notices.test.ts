import { beforeAll, describe, expect, it } from 'vitest';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import type { RoutedMethod } from '../../providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import {
  CERTIFICATE_ABLE,
  NOTICE_ROWS,
  OTHER,
  openNoticePlace,
  orderBy,
} from '../../testing/notice-place.ts';
import { opened } from '../../testing/opened.ts';
import type { Verb } from '../../testing/play-provider.ts';
import { hasNumber } from '../../testing/test-canary.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import { newReference, send } from '../../testing/test-service.ts';
import type { ToldNotice } from '../../testing/told-notices.ts';

/*
 * Whatever is sent to an address of notices moves nothing by what it says: every party of the
 * registry is switched on, for each method that it can be routed to.
 */

/** A third, which has credentials of its own at none: those of all companies are used for it. */
const SHARING = 'livraria';
const NOTHING: ToldNotice = { query: {}, headers: {}, body: '' };

const VERBS: Readonly<Record<RoutedMethod, Verb>> = {
  CREDIT_CARD: 'charge',
  PIX: 'PIX',
  BOLETO: 'boleto',
  OPEN_FINANCE: 'consent',
  PAYOUT: 'payout',
};
const NONE_OF_THEIRS = 'f'.repeat(32);
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;

const NONSENSE: readonly string[] = [
  '',
  '\u0000',
  'null',
  '{',
  '[]',
  '"PAID"',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  '{"pix":7,"PaymentId":7,"reference_id":7,"identificadorPagamento":7}',
  '{"pix":[7],"charges":7,"PaymentId":"../../1/sales"}',
  '{"pix":[{"txid":{"$ne":null}}],"charges":[[]],"PaymentId":null}',
  `{"pix":[{"txid":"${"' OR 1=1 --".repeat(3)}"}],"reference_id":"' OR 1=1 --"}`,
  'notification=../../v1/charge/1/cancel',
  '../v1/payments',
  `{"pix":${'['.repeat(20_000)}`,
  `{"__proto__":{"pix":[]},"constructor":{}}`,
];

describe('whatever is sent to an address of notices', () => {
  const place = opened(() => openNoticePlace({ asked: CERTIFICATE_ABLE }));

  describe.each(NOTICE_ROWS)('of $provider for $method', ({ provider, method }) => {
    let address: string;
    const nth = NOTICE_ROWS.findIndex((row) => row.provider === provider && row.method === method);
    /** What all of them pass alike: `npm test` tries each of four at a fourth of them, by turns. */
    const byTurns = (turn: number) => ({ tags: nth % 4 === turn ? [] : ['rare'] });

    const told = opened(() => place.routeTo(provider, method));
    beforeAll(() => {
      address = place.addressOf(provider);
    });

    /** Paid at the party, which nobody has told the service. */
    async function paidUntold() {
      const { id, key } = await place.order(method, told, address);
      told.happen(key);
      return { id, key, before: await place.everything() };
    }

    it('is acted upon once, however often it is told', async () => {
      const once = await paidUntold();
      expect(await place.post(address, told.tell(once.key))).toBe(200);
      const fate = await place.fateOf(once.id);
      expect(fate.status).toBe(method === 'PAYOUT' ? 'COMPLETED' : 'APPROVED');
      const often = await paidUntold();
      const notice = told.tell(often.key);
      const answers = await Promise.all([1, 2, 3].map(() => place.post(address, notice)));
      answers.push(
        await place.post(address, notice),
        await place.post(address, told.tell(often.key)),
      );
      expect(answers).toEqual([200, 200, 200, 200, 200]);
      expect(await place.fateOf(often.id)).toEqual(fate);
    });

    it('moves nothing where it is not from the party', async () => {
      const { key, before } = await paidUntold();
      const asked = place.partyOf(provider).requests.length;
      const notice = told.tell(key);
      for (const [how, forge] of Object.entries(told.forge)) {
        expect(await place.post(address, forge(notice)), `with ${how}`).toBe(401);
      }
      if (told.hasCertificate) {
        for (const [how, forged] of Object.entries(place.forgedProofs)) {
          expect(await place.post(address, notice, forged), `with ${how}`).toBe(401);
        }
        expect(place.partyOf(provider).requests.length).toBe(asked);
      }
      expect(await place.everything()).toEqual(before);
    });

    it(
      'is not taken at an address that is nobody’s, or another provider’s',
      byTurns(0),
      async () => {
        const { key, before } = await paidUntold();
        const notice = told.tell(key);
        const wrong = address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
        const [other] = NOTICE_ROWS.filter((row) => row.provider !== provider);
        const elsewhere = address.replace(`/${provider}/`, `/${other?.provider}/`);
        for (const to of [wrong, elsewhere, address.replace(`/${provider}/`, '/sandbox/')]) {
          expect(await place.post(to, notice)).toBe(404);
        }
        expect(await place.everything()).toEqual(before);
      },
    );

    it('moves nothing where what it says has not happened', async () => {
      const { key } = await place.order(method, told, address);
      const before = await place.everything();
      expect(await place.post(address, told.tell(key))).toBe(200);
      expect(await place.everything()).toEqual(before);
    });

    it('moves nothing of another company, nor of nobody', byTurns(1), async () => {
      const { key, before } = await paidUntold();
      expect(await place.post(place.addressOf(provider, OTHER), told.tell(key))).toBe(200);
      const unknown = await place.post(address, told.tell(NONE_OF_THEIRS));
      expect(unknown).toBe(provider === 'efi' && method === 'BOLETO' ? 401 : 200);
      expect(await place.everything()).toEqual(before);
    });

    it('moves nothing too early, and is good again later', byTurns(2), async () => {
      const verb = place.partyOf(provider).verbs[VERBS[method]];
      if (verb === undefined) throw new Error(`${provider} does not do ${method}`);
      // Of a payout that was taken in a look may tell; one on its way is known to nobody.
      const kind = method === 'PAYOUT' ? 'book_late' : 'answer_late';
      const held = place.partyOf(provider).faults.next(verb.at, { kind, afterMs: HELD_MS });
      const { referenceId, answer } = place.begin(method, told);
      await held.taken;
      const table = method === 'PAYOUT' ? 'payouts' : 'payins';
      const [row] = await place.read<{ id: string }>(
        `SELECT id FROM ${table} WHERE reference_id = $1`,
        [referenceId],
      );
      const id = row?.id ?? '';
      const key = attemptKeyOf(id);
      const before = await place.everything();
      expect([200, 502]).toContain(await place.post(address, told.tell(key)));
      expect(await place.everything()).toEqual(before);
      held.release();
      expect((await answer).body).toMatchObject({ id, status: 'PENDING' });
      told.happen(key);
      // Twice, since the first may tell no more than that a payout was taken in.
      expect(await place.post(address, told.tell(key))).toBe(200);
      expect(await place.post(address, told.tell(key))).toBe(200);
      expect((await place.fateOf(id)).status).toBe(method === 'PAYOUT' ? 'COMPLETED' : 'APPROVED');
    });

    it('moves nothing where it is nonsense', byTurns(3), async () => {
      const { before } = await paidUntold();
      for (const body of NONSENSE) {
        for (const notice of [told.sign(body), { query: {}, headers: {}, body }]) {
          const status = await place.post(address, notice);
          expect([200, 401], `${status} for ${JSON.stringify(body.slice(0, 60))}`).toContain(
            status,
          );
        }
      }
      expect(await place.post(address, told.sign(`{"pix":"${'x'.repeat(64 * 1024)}"}`))).toBe(413);
      expect(await place.everything()).toEqual(before);
    });
  });

  it('of all companies is for the one whose order it is, at the address that they share', async () => {
    const [provider, method] = ['sicoob', 'PIX'] as const;
    const of = { company: SHARING };
    await place.operator.run('company create', { ...of, name: 'Livraria LTDA' });
    await place.operator.run('company set-kyc', { ...of, status: 'approved' });
    const { publicKey, secretKey } = await place.operator.record('key create', of);
    const shared = { company: '*', provider };
    await place.operator.run('provider add', { ...shared, ...place.partyOf(provider).settings() });
    const { address } = await place.operator.record('provider connect', shared);
    const to = place.service.baseUrl + new URL(String(address)).pathname;
    await place.operator.run('route set', { ...of, method, providers: provider });
    place.clock.advance(10_000);
    const [path, body] = orderBy(method, { referenceId: newReference(), bankId: place.bankId });
    const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
    const answer = await send(`${place.service.baseUrl}${path}`, {
      body,
      headers: { authorization: `Basic ${pair}` },
    });
    expect(answer.status, answer.text).toBe(201);
    const told = place.partyOf(provider).told[method];
    const key = attemptKeyOf(answer.body.id);
    const before = await place.everything();
    for (const one of [key, NONE_OF_THEIRS]) {
      expect(await place.post(to, told?.tell(one) ?? NOTHING)).toBe(200);
    }
    expect(await place.everything()).toEqual(before);
    told?.happen(key);
    expect(await place.post(to, told?.tell(key) ?? NOTHING)).toBe(200);
    expect((await place.fateOf(answer.body.id)).status).toBe('APPROVED');
  });

  it('has to be sent again where the party cannot be asked, so that it is not lost', async () => {
    const [provider, method] = ['inter', 'PIX'] as const;
    const told = await place.routeTo(provider, method);
    const address = place.addressOf(provider);
    const { id, key } = await place.order(method, told, address);
    told.happen(key);
    const fault = { kind: 'html_error', status: 502, isCommitted: false } as const;
    place.partyOf(provider).faults.next({ method: 'GET' }, fault);
    expect(await place.post(address, told.tell(key))).toBe(502);
    expect(await place.post(`${address}/pix`, told.tell(key))).toBe(200);
    expect((await place.fateOf(id)).status).toBe('APPROVED');
  });

  it('leaves no secret and no card in the log', async () => {
    await place.post(place.addressOf('efi'), NOTHING);
    const log = place.service.logged.join('');
    expect(log).toContain('/providers/:provider/notices/:secret');
    expect(place.secrets.length).toBeGreaterThan(3 * PROVIDER_DEFINITIONS.length);
    for (const secret of place.secrets) expect(log).not.toContain(secret);
    expect(hasNumber(log)).toBe(false);
    expect(log).not.toMatch(/OR 1=1|Bad Gateway|x-signature|authenticity/);
  });

  it('leaves the ledger as the payments say', async () => {
    expect(await disagreementOf(place.db)).toBeNull();
  });

  it.each(PROVIDER_DEFINITIONS)('leaves no rule of a party broken: $name', ({ name }) => {
    expect(place.partyOf(name).takeViolations()).toEqual([]);
  });
});
