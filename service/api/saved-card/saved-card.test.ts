import { describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { PAYER } from '../../testing/payer.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  basic,
  clientOf,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

const PAGE = CONSENT.pageOrigin;
const OTHER_PAYER = { ...PAYER, document: '11144477735' };

describe.each(testDatabases())('saved cards on $engine', (database) => {
  const service = opened(() => startTestService({ database }));
  let customers = 0;
  const newCustomer = () => `buyer-${++customers}-new`;

  const session = (customerId: string, body: object = {}, account = 'cardonfile') =>
    service.post(account, `/customers/${customerId}/session`, body);
  const sessionToken = async (customerId: string, body?: object, account?: string) =>
    String((await session(customerId, body, account)).body.token);
  const frame = (path: string, body: object, account = 'cardonfile') =>
    service.fromPage(account, `/checkout/saved-cards${path}`, { pageOrigin: PAGE, ...body });
  const cardsOf = async (customerId: string) =>
    (await service.get('cardonfile', `/customers/${customerId}/cards`)).body.data;
  const remove = (customerId: string, id: string, account = 'cardonfile') =>
    send(`${service.baseUrl}/customers/${customerId}/cards/${id}`, {
      method: 'DELETE',
      headers: basic(account),
    });
  const pay = (change: Record<string, unknown>) =>
    service.post('cardonfile', '/payin', validPayin(change));
  const payOnce = async (token: string, referenceId: string, customer: object) => {
    const { body } = await pay({ referenceId, customer, card: { token, installments: 1 } });
    expect(body.status).toBe('APPROVED');
  };
  /** A card that is saved by a payin; its token. */
  const saveCard = async (customerId: string) => {
    const { token, referenceId } = await service.tokenize('cardonfile');
    await payOnce(token, referenceId, { ...PAYER, id: customerId });
    return token;
  };
  const chargeAgain = (token: string) => pay({ card: { token, installments: 1, cvv: '123' } });
  /** A saved card as its buyer chooses it in the frame. */
  const choose = async (customerId: string, change: Record<string, unknown> = {}) => {
    const [{ id }] = await cardsOf(customerId);
    const referenceId = newReference();
    const customerToken = await sessionToken(customerId);
    const order = { amount: 10_000, installments: 1, referenceId, cvv: '123' };
    const answer = await frame('/token', { customerToken, id, ...order, ...change });
    return { answer, id, referenceId, token: String(answer.body.token) };
  };

  it('are on file under the id of whoever agreed, and shown without what charges them', async () => {
    const customerId = newCustomer();
    const token = await saveCard(customerId);
    const list = await frame('', { customerToken: await sessionToken(customerId) });
    expect(list.body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^card_cardonfile_/),
          brand: 'visa',
          last4: '1111',
          expirationMonth: '12',
          expirationYear: '2040',
          savedAt: expect.any(String),
        },
      ],
    });
    expect(await cardsOf(customerId)).toEqual(list.body.data);
    expect(list.text).not.toContain(token);
    expect((await chargeAgain(token)).body.status).toBe('APPROVED');
  });

  it('are shown once, however often the same card was saved, and end together', async () => {
    const customerId = newCustomer();
    const tokens = [await saveCard(customerId), await saveCard(customerId)];
    const [card, ...more] = await cardsOf(customerId);
    expect(more).toEqual([]);
    expect((await remove(customerId, card.id)).status).toBe(204);
    for (const token of tokens) expect((await chargeAgain(token)).status).toBe(400);
  });

  describe('are not on file', () => {
    const expectSpent = async (token: string) => {
      const { status, body } = await chargeAgain(token);
      expect([status, body.error.details]).toEqual([400, [errorDetail('card.token', 'used')]]);
    };
    it('where nobody agreed', async () => {
      const { token, referenceId } = await service.tokenize('cardonfile', { consent: undefined });
      await payOnce(token, referenceId, { ...PAYER, id: newCustomer() });
      await expectSpent(token);
    });

    it('where the payin names no customer', async () => {
      const { token, referenceId } = await service.tokenize('cardonfile');
      await payOnce(token, referenceId, { ...PAYER, id: undefined });
      await expectSpent(token);
    });

    it('where the payin is of another customer than the session was', async () => {
      const [asked, other] = [newCustomer(), newCustomer()];
      const consent = { ...CONSENT, customerToken: await sessionToken(asked) };
      const { token, referenceId } = await service.tokenize('cardonfile', { consent });
      await payOnce(token, referenceId, { ...PAYER, id: other });
      await expectSpent(token);
      expect([await cardsOf(asked), await cardsOf(other)]).toEqual([[], []]);
    });

    it.each([
      ['in a page that has the card itself', 'baseUrl', 'left_out', 'consent'],
      ['of words that are not those of the account', 'checkoutUrl', 'unknown', 'consent.text'],
    ] as const)('by a consent %s', async (_what, at, rule, path) => {
      const consent = { ...CONSENT, text: { id: 'checkout', version: at === 'baseUrl' ? 1 : 2 } };
      const page = clientOf({ baseUrl: service.baseUrl, checkoutUrl: service[at] });
      const { answer } = await page.tokenize('cardonfile', { consent });
      expect([answer.status, answer.body.error.details]).toEqual([400, [errorDetail(path, rule)]]);
    });

    it('on an account that saves none', async () => {
      const { answer } = await service.tokenize('no3ds', { consent: CONSENT });
      expect(answer.body.error.details).toEqual([errorDetail('consent', 'not_enabled')]);
    });
  });

  describe('a session', () => {
    it.each([
      ['an id never seen', 'nobody-yet', undefined],
      ['one page', 'nobody-yet', { origin: PAGE }],
    ])('is opened for %s, and lists nothing', async (_what, customerId, body) => {
      const opened = await session(customerId, body);
      expect([opened.status, Object.keys(opened.body)]).toEqual([201, ['token', 'expiresAt']]);
      const list = await frame('', { customerToken: opened.body.token });
      expect([list.status, list.body]).toEqual([200, { data: [] }]);
    });

    it.each(['a b', 'x'.repeat(65), 'joão', 'a@b'])('is refused for the id %j', async (id) => {
      const { status, body } = await session(encodeURIComponent(id));
      expect([status, body.error.details[0].path]).toEqual([400, 'customerId']);
    });

    it('is of one account, one page and fifteen minutes', async () => {
      const customerId = newCustomer();
      await saveCard(customerId);
      const refused = async (body: object, account?: string) => {
        const { status, body: answer } = await frame('', body, account);
        expect([status, answer.error?.code]).toEqual([403, 'FORBIDDEN']);
      };
      const ofPage = await sessionToken(customerId, { origin: PAGE });
      await refused({ customerToken: ofPage, pageOrigin: 'https://evil.example' });
      await refused({ customerToken: await sessionToken(customerId, {}, 'no3ds') });
      await refused({ customerToken: ofPage }, 'no3ds');
      await refused({ customerToken: ofPage.replace(customerId, 'buyer-1') });
      await refused({ customerToken: 'cst_nothing' });
      expect((await frame('', { customerToken: ofPage })).body.data).toHaveLength(1);
    });

    it('opens nothing at base_url, where any page may call', async () => {
      const { status } = await send(`${service.baseUrl}/checkout/saved-cards`, {
        body: { customerToken: await sessionToken('buyer-1'), pageOrigin: PAGE },
        headers: { 'x-public-key': 'pk_test_cardonfile' },
      });
      expect(status).toBe(404);
    });
  });

  describe('one that is chosen', () => {
    it('is charged as a typed one, once, for its order and payer alone', async () => {
      const customerId = newCustomer();
      await saveCard(customerId);
      const { answer, token, referenceId } = await choose(customerId);
      expect([answer.status, answer.body.brand, answer.body.last4]).toEqual([201, 'visa', '1111']);
      const card = { token, installments: 1 };
      for (const [change, path] of [
        [{ amount: 10_001 }, 'amount'],
        [{ customer: OTHER_PAYER }, 'customer.document'],
        [{ referenceId: newReference() }, 'referenceId'],
      ] as const) {
        const refused = await pay({ referenceId, card, ...change });
        const of = { field: path };
        expect(refused.body.error.details).toEqual([errorDetail('card.token', 'of_another', of)]);
      }
      expect((await pay({ referenceId, card })).body.status).toBe('APPROVED');
      expect((await pay({ card })).body.error.details[0].rule).toBe('used');
      expect(await cardsOf(customerId)).toHaveLength(1);
    });

    it('needs the CVV that the account asks for', async () => {
      const customerId = newCustomer();
      await saveCard(customerId);
      const missing = await choose(customerId, { cvv: undefined });
      const wrong = await choose(customerId, { cvv: '1234' });
      expect(missing.answer.body.error.code).toBe('INVALID_CVV');
      expect(wrong.answer.body.error.details[0].path).toBe('card.cvv');
    });

    it('is not found where it is another customer’s', async () => {
      const [mine, theirs] = [newCustomer(), newCustomer()];
      await saveCard(mine);
      const customerToken = await sessionToken(theirs);
      const { answer } = await choose(mine, { customerToken });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    });
  });

  describe('one that is deleted', () => {
    it.each(['by its merchant', 'in the frame'])('%s charges nothing any more', async (by) => {
      const customerId = newCustomer();
      const saved = await saveCard(customerId);
      const { id, token, referenceId } = await choose(customerId);
      const customerToken = await sessionToken(customerId);
      const end = () =>
        by === 'in the frame' ? frame('/delete', { customerToken, id }) : remove(customerId, id);
      expect((await end()).status).toBe(by === 'in the frame' ? 200 : 204);
      expect((await end()).status).toBe(404);
      expect(await cardsOf(customerId)).toEqual([]);
      for (const order of [{ card: { token, installments: 1 }, referenceId }, {}]) {
        const answer = 'card' in order ? await pay(order) : await chargeAgain(saved);
        expect(answer.body.error.details).toEqual([errorDetail('card.token', 'revoked')]);
      }
    });

    it('is not charged by a token that was made in the moment of its end', async () => {
      const customerId = newCustomer();
      await saveCard(customerId);
      const { id, token, referenceId } = await choose(customerId);
      await service.db.query({
        name: '',
        text: `UPDATE card_tokens SET status = 'revoked' WHERE status = 'on_file'
          AND token_hash = (SELECT token_hash FROM card_consents WHERE id = $1)`,
        values: [id],
      });
      const { status, body } = await pay({ referenceId, card: { token, installments: 1 } });
      expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    });

    it('stays where another customer or account asks', async () => {
      const customerId = newCustomer();
      await saveCard(customerId);
      const [{ id }] = await cardsOf(customerId);
      expect((await remove(newCustomer(), id)).status).toBe(404);
      expect((await remove(customerId, id, 'no3ds')).status).toBe(404);
      expect(await cardsOf(customerId)).toHaveLength(1);
    });
  });

  it('leave no number and no session in what is logged', async () => {
    const customerId = newCustomer();
    await saveCard(customerId);
    const customerToken = await sessionToken(customerId);
    await frame('', { customerToken });
    const logged = service.logged.join('');
    expect(logged).not.toContain(VALID_CARD.number);
    expect(logged).not.toContain(customerToken);
  });
});
