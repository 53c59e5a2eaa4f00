import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { PAYER } from '../../testing/payer.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';

/*
 * Whatever is paid, agreed to, chosen, deleted, erased and left to expire in whatever order: a card is
 * on file by a consent alone, and what was ended charges nothing. `RANDOM_ORDERS=1000 npx vitest run
 * service/api/saved-card/random-deeds.test.ts` tries more; a failure names its seed and its steps.
 */
const { RANDOM_ORDERS: orders = '12', RANDOM_SEED: seed = '1' } = process.env;

const ACCOUNT = 'cardonfile';
const CUSTOMERS = [
  { ...PAYER, id: 'random-1' },
  { ...PAYER, id: 'random-2', document: '11144477735' },
];

const checkoutLimits = { perKey: 1e6, perAddress: 1e6 };
/** Who tries many may wait. */
const LONG = { timeout: 1_800_000 };

type Buyer = (typeof CUSTOMERS)[number];
type Deed = {
  deed: 'pay' | 'payAgain' | 'deleteWhileChosen' | 'revoke' | 'erase' | 'abandon';
  buyer: Buyer;
  isAgreed: boolean;
  isNamed: boolean;
};

describe.each(testDatabases())('cards on file on $engine', LONG, (database) => {
  const service = opened(() => startTestService({ database, settings: { checkoutLimits } }));
  const operator = opened(() => openTestOperator(service.db));

  /** Tokens that a deed has ended, or never put on file: none of them may be charged any more. */
  const ended: string[] = [];
  let onFile: { token: string; buyer: Buyer }[] = [];

  function pay(customer: object, card: object, referenceId = newReference()) {
    const payin = validPayin({ referenceId, customer, card: { installments: 1, ...card } });
    return service.post(ACCOUNT, '/payin', payin);
  }

  async function choose({ id: customerId }: Buyer, id: string) {
    const session = await service.post(ACCOUNT, `/customers/${customerId}/session`, {});
    const order = { amount: 10_000, installments: 1, referenceId: newReference(), cvv: '123' };
    const of = { customerToken: session.body.token, pageOrigin: CONSENT.pageOrigin, id };
    const path = '/checkout/saved-cards/token';
    const { body } = await service.fromPage(ACCOUNT, path, { ...of, ...order });
    return { token: body.token as string | undefined, referenceId: order.referenceId };
  }

  async function listOf({ id }: Buyer): Promise<{ id: string }[]> {
    return (await service.get(ACCOUNT, `/customers/${id}/cards`)).body.data;
  }

  function remove({ id: customerId }: Buyer, id: string) {
    return send(`${service.baseUrl}/customers/${customerId}/cards/${id}`, {
      method: 'DELETE',
      headers: basic(ACCOUNT),
    });
  }

  function endAllOf(buyer: Buyer): void {
    ended.push(...onFile.filter((card) => card.buyer === buyer).map(({ token }) => token));
    onFile = onFile.filter((card) => card.buyer !== buyer);
  }

  const DEEDS: Record<Deed['deed'], (one: Deed) => Promise<void>> = {
    async pay({ buyer, isAgreed, isNamed }: Deed) {
      const consent = isAgreed ? CONSENT : undefined;
      const { token, referenceId } = await service.tokenize(ACCOUNT, { consent });
      const customer = isNamed ? buyer : { ...buyer, id: undefined };
      const { body } = await pay(customer, { token }, referenceId);
      expect(body.status).toBe('APPROVED');
      if (isAgreed && isNamed) onFile.push({ token, buyer });
      else ended.push(token);
    },
    async payAgain({ buyer }: Deed) {
      const [card] = await listOf(buyer);
      if (card === undefined) return;
      const { token, referenceId } = await choose(buyer, card.id);
      expect((await pay(buyer, { token }, referenceId)).body.status).toBe('APPROVED');
      ended.push(String(token));
    },
    /** While it is deleted the card is chosen once more: what comes of that is worth nothing after. */
    async deleteWhileChosen({ buyer }: Deed) {
      const [card] = await listOf(buyer);
      if (card === undefined) return;
      const before = await choose(buyer, card.id);
      const [during, { status }] = await Promise.all([
        choose(buyer, card.id),
        remove(buyer, card.id),
      ]);
      expect(status).toBe(204);
      endAllOf(buyer);
      for (const { token, referenceId } of [before, during]) {
        if (token !== undefined) {
          expect((await pay(buyer, { token }, referenceId)).status).toBe(400);
        }
      }
    },
    async revoke({ buyer }: Deed) {
      const card = onFile.find((one) => one.buyer === buyer);
      if (card === undefined) return;
      const path = '/checkout/tokens/revoke';
      expect((await service.fromPage(ACCOUNT, path, { token: card.token })).status).toBe(204);
      onFile = onFile.filter((one) => one !== card);
      ended.push(card.token);
    },
    async erase({ buyer }: Deed) {
      const of = { company: ACCOUNT, document: buyer.document };
      await operator
        .run('customer erase', of)
        .catch((error) => expect(error.code).toBe('NOT_FOUND'));
      endAllOf(buyer);
      const [left] = await sql(service.db)`SELECT count(*)::integer AS consents FROM card_consents
        WHERE customer_id = ${buyer.id}`;
      const known = await operator.rows('customer export', of);
      expect([left, known]).toEqual([{ consents: 0 }, []]);
    },
    async abandon({ isAgreed }: Deed) {
      const consent = isAgreed ? CONSENT : undefined;
      const { token } = await service.tokenize(ACCOUNT, { consent });
      ended.push(token);
      await service.post(ACCOUNT, '/sandbox/clock', { advanceSeconds: 16 * 60 });
    },
  };

  async function expectConsent(): Promise<void> {
    const [found] = await service.db.query<{ unasked: number; kept: number; left: number }>({
      name: '',
      text: `SELECT
        count(*) FILTER (WHERE t.status = 'on_file' AND c.saved_at IS NULL)::integer AS unasked,
        count(*) FILTER (WHERE t.status = 'on_file')::integer AS kept,
        count(*) FILTER (WHERE t.status IN ('spent', 'revoked')
          AND t.sealed_card IS NOT NULL)::integer AS left
      FROM card_tokens t LEFT JOIN card_consents c
        ON c.company_id = t.company_id AND c.token_hash = t.token_hash
      WHERE t.company_id = $1`,
      values: [ACCOUNT],
    });
    expect(found).toEqual({ unasked: 0, kept: onFile.length, left: 0 });
    for (const buyer of CUSTOMERS) {
      const own = onFile.filter((card) => card.buyer === buyer);
      expect(await listOf(buyer)).toHaveLength(Math.min(own.length, 1));
    }
  }

  it('keeps no card without consent, and charges none that was ended', async () => {
    const deed = fc.record({
      deed: fc.constantFrom(...(Object.keys(DEEDS) as Deed['deed'][])),
      buyer: fc.constantFrom(...CUSTOMERS),
      isAgreed: fc.boolean(),
      isNamed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 10 }), async (deeds) => {
        for (const one of deeds) await DEEDS[one.deed](one);
        await expectConsent();
        for (const token of ended.splice(0)) {
          for (const buyer of CUSTOMERS) {
            expect((await pay(buyer, { token, cvv: '123' })).status).toBe(400);
          }
        }
        for (const { token, buyer } of onFile) {
          expect((await pay(buyer, { token, cvv: '123' })).body.status).toBe('APPROVED');
        }
      }),
      { numRuns: Number(orders), seed: Number(seed), endOnFailure: true },
    );
  });
});
