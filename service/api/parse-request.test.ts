import { describe, expect, it } from 'vitest';
import { payinRequestSchema } from '../../contract/payments/payin.ts';
import { validPayin } from '../testing/test-service.ts';
import { nearFields } from './parse-request.ts';

function near(change: object): string[] {
  return nearFields(payinRequestSchema, { ...validPayin(), ...change });
}

describe('of the members of a body that nobody knows', () => {
  it.each([
    [{ callback_url: 'x' }, ['callback_url']],
    [{ webhookURL: 'x', reference_id: 'x' }, ['webhookURL', 'reference_id']],
    [{ 'payer-ip': 'x' }, ['payer-ip']],
    [{ notificationUrl: 'x' }, ['notificationUrl']],
    [{ amout: 1 }, ['amout']],
    [{ bankid: 'x' }, ['bankid']],
    [{ itmes: [] }, ['itmes']],
    [{ customer: { adress: {}, e_mail: 'x' } }, ['customer.adress', 'customer.e_mail']],
    [{ customer: { address: { zipcode: 'x' } } }, ['customer.address.zipcode']],
    [{ items: [{ title: 'x' }, { unit_price: 1 }] }, ['items.1.unit_price']],
    [{ card: { tokens: 'x', instalments: 2 } }, ['card.tokens', 'card.instalments']],
    [{ card: { holder_name: 'x' } }, ['card.holder_name']],
    [{ antifraud: { sessionID: 'x' } }, ['antifraud.sessionID']],
    [{ split: [{ recipientid: 'x' }] }, ['split.0.recipientid']],
  ])('of %j those that are near one of ours are named: %j', (change, paths) => {
    expect(near(change)).toEqual(paths);
  });

  it.each([
    [{}],
    [{ metadata: {}, description: 'x', orderId: 'x' }],
    [{ 4111111111111111: 'x', '52998224725': 'x' }],
    [{ 'amoun\n': 1, '': 1, 'a,ount': 1 }],
    [{ customer: 'x', items: 'x', card: [1] }],
    [{ ['amount'.repeat(20)]: 1 }],
    [{ pixie: 1 }],
  ])('nothing is said of %j', (change) => {
    expect(near(change)).toEqual([]);
  });

  it('names ten of a list at most', () => {
    const items = Array.from({ length: 500 }, () => ({ unit_price: 1 }));
    expect(near({ items })).toHaveLength(10);
  });
});
