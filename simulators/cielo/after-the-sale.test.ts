import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { aSale, createTestMerchant } from '../testing/acquirer-merchant.ts';
import { startReceiver } from '../testing/receiver.ts';
import type { AcquirerOptions } from './acquirer.ts';
import { startAcquirer } from './acquirer.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function arrange(options: Partial<AcquirerOptions> = {}) {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const acquirer = await startAcquirer({ ...harness, profile: 'cielo', trusted, ...options });
  onTestFinished(() => acquirer.stop());
  const merchant = createTestMerchant(acquirer);
  const put = (path: string) => merchant.write(`/sales/${path}`, { method: 'PUT' });
  return { ...harness, acquirer, merchant, put };
}

async function arrangeCaptured() {
  const arranged = await arrange();
  const { paymentId } = await arranged.merchant.sell(aSale({ Amount: 10_000 }));
  return { ...arranged, paymentId };
}

describe('a void', () => {
  it('of what was given back, or of a sale that there is not, is refused', async () => {
    const { put, paymentId } = await arrangeCaptured();
    await put(`${paymentId}/void`);
    expect(await put(`${paymentId}/void`)).toMatchObject({ status: 400, json: [{ Code: 309 }] });
    expect(await put('unknown/void')).toMatchObject({ json: [{ Code: 307 }] });
  });

  it('of an amount that is no number of centavos is a violation', async () => {
    const { acquirer, put, paymentId } = await arrangeCaptured();
    expect(await put(`${paymentId}/void?amount=1.00`)).toMatchObject({ status: 400 });
    expect(acquirer.takeViolations()).toHaveLength(1);
  });

  it('takes back parts, which add up', async () => {
    const { merchant, put, paymentId, clock } = await arrangeCaptured();
    expect(await put(`${paymentId}/void?amount=3000`)).toMatchObject({
      json: { Status: 2, ReturnCode: '0' },
    });
    clock.advance(5000);
    expect(await put(`${paymentId}/void?amount=7001`)).toMatchObject({
      json: { Status: 2, ReturnCode: '102' },
    });
    expect(await merchant.read(`/sales/${paymentId}`)).toMatchObject({
      json: { Payment: { Status: 2, VoidedAmount: 3000, CapturedAmount: 10_000 } },
    });
    expect(await put(`${paymentId}/void`)).toMatchObject({ json: { Status: 10 } });
  });

  it('is a refund from the next day on, by the day in Brazil', async () => {
    const { put, paymentId, clock } = await arrangeCaptured();
    // Noon in UTC is nine o'clock in Brazil, so the day there still has 15 hours.
    clock.advance(15 * 60 * 60 * 1000);
    expect(await put(`${paymentId}/void`)).toMatchObject({ json: { Status: 11 } });
  });

  it('is refused after 360 days', async () => {
    const { put, paymentId, clock } = await arrangeCaptured();
    clock.advance(360 * DAY_MS + 1);
    expect(await put(`${paymentId}/void`)).toMatchObject({
      json: { Status: 2, ReturnCode: '101' },
    });
  });

  it('less than five seconds after another is a violation', async () => {
    const { acquirer, put, paymentId, clock } = await arrangeCaptured();
    await put(`${paymentId}/void?amount=1`);
    clock.advance(4999);
    await put(`${paymentId}/void?amount=1`);
    expect(acquirer.takeViolations()).toHaveLength(1);
  });
});

describe('a stored card', () => {
  const card = {
    CustomerName: 'Comprador Teste Cielo',
    CardNumber: '4111111111111111',
    Holder: 'Comprador T Cielo',
    ExpirationDate: '12/2030',
    Brand: 'Visa',
  };

  async function arrangeStored(changes = {}) {
    const arranged = await arrange();
    const body = { ...card, ...changes };
    const stored = await arranged.merchant.write('/card/', { method: 'POST', body });
    return { ...arranged, stored, token: [...arranged.acquirer.cards.keys()][0] ?? '' };
  }

  it('is told by the sale that keeps it as what the brand calls it', async () => {
    const { merchant } = await arrange();
    const { json } = await merchant.sell(aSale({ card: { CardOnFile: { Usage: 'First' } } }));
    const CardOnFile = { BrandTransactionId: expect.stringMatching(/^\d{15}$/) };
    expect(json).toMatchObject({ Payment: { CreditCard: { CardOnFile } } });
  });

  it('that there is not pays nothing', async () => {
    const { merchant } = await arrange();
    const CreditCard = { CardToken: '6e1bf77a-b28b-4660-b14f-455e2a1c95e9', Brand: 'Visa' };
    expect(await merchant.sell(aSale({ CreditCard }))).toMatchObject({
      status: 400,
      json: [{ Code: 130 }],
    });
  });

  it.each([
    [{ CardNumber: '4111111111111112' }, 127],
    [{ ExpirationDate: '1/2030' }, 126],
    [{ Brand: 'Banana' }, 182],
  ])('is not stored with %j', async (changes, code) => {
    const { acquirer, stored } = await arrangeStored(changes);
    expect(stored).toMatchObject({ status: 400, json: [{ Code: code }] });
    expect(acquirer.cards.size).toBe(0);
    expect(acquirer.takeViolations()).toHaveLength(1);
  });

  it('of Mastercard says who began the sale, or it is a violation', async () => {
    const { acquirer, merchant } = await arrange();
    const used = { Brand: 'Master', CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' } };
    await merchant.sell(aSale({ card: used }));
    expect(acquirer.takeViolations()).toEqual([
      'POST /1/sales/: InitiatedTransactionIndicator is missing for a stored card of Mastercard',
    ]);
    const InitiatedTransactionIndicator = { Category: 'C1', Subcategory: 'CredentialsOnFile' };
    await merchant.sell(aSale({ card: used, InitiatedTransactionIndicator }));
    expect(acquirer.takeViolations()).toEqual([]);
  });

  it('cannot come to be kept by the merchant alone, nor follow a charge before its first', async () => {
    const { acquirer, merchant } = await arrange();
    const first = { Brand: 'Master', CardOnFile: { Usage: 'First' } };
    const InitiatedTransactionIndicator = { Category: 'M1', Subcategory: 'CredentialsOnFile' };
    const IssuerTransactionId = '580027442382078';
    await merchant.sell(aSale({ card: first, InitiatedTransactionIndicator, IssuerTransactionId }));
    expect(acquirer.takeViolations()).toEqual([
      'POST /1/sales/: a merchant begins the first use of a card',
      'POST /1/sales/: the first use of a card names an earlier one',
      'POST /1/sales/: a charge that the merchant begins has a security code',
    ]);
  });
});

it('a notice names the payment alone, with the headers that were agreed', async () => {
  const { acquirer, merchant, authority } = await arrange({ noticeHeaders: { 'x-loja': 'abc' } });
  const { paymentId } = await merchant.sell(aSale());
  const { received, origin, stop } = await startReceiver(authority);
  onTestFinished(stop);
  const url = `${origin}/notices`;
  expect(await acquirer.notify(url, paymentId, 7)).toEqual({ status: 200 });
  await acquirer.forgeNotice(url, { PaymentId: paymentId, ChangeType: 1 });
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { PaymentId: paymentId, ChangeType: 7 },
    { PaymentId: paymentId, ChangeType: 1 },
  ]);
  expect(received.map(({ headers }) => headers['x-loja'])).toEqual(['abc', undefined]);
});
