import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PAYOUT_STATUSES } from '../../../contract/payments/payout.ts';
import { payoutEventSchema } from '../../../contract/payments/webhook.ts';
import { toPayoutEvent } from '../../domain/payouts/payout-transition.ts';
import { WEBHOOKS } from './webhooks.ts';

const ACCOUNT = { traits: { webhookReceivers: {} } };

const PAYOUT = {
  companyId: 'co_1',
  id: 'out_1',
  externalId: null,
  amount: 1,
  referenceId: 'withdrawal-1',
  webhookUrl: 'https://shop.example/webhooks',
  reason: null,
  createdAt: new Date('2026-11-21T20:30:22.500Z'),
};

function headerOf(webhook: string, name: string) {
  return WEBHOOKS[webhook]?.post?.parameters?.find((parameter) => parameter.name === name)?.schema;
}

describe('the documented webhooks', () => {
  it.each(PAYOUT_STATUSES)('name the event of a payout %s, and all of its fields', (status) => {
    const sent = toPayoutEvent(ACCOUNT, { ...PAYOUT, status });
    expect(headerOf('payout', 'X-Webhook-Event')?.enum).toContain(sent?.event);
    const body: unknown = JSON.parse(sent?.body ?? '');
    expect(z.strictObject(payoutEventSchema.shape).safeParse(body).success).toBe(true);
  });

  it('name no field that the receiver of an event does not get', () => {
    const { reason, ...always } = payoutEventSchema.shape;
    const sent = toPayoutEvent(ACCOUNT, { ...PAYOUT, status: 'PENDING' });
    expect(Object.keys(JSON.parse(sent?.body ?? ''))).toEqual(Object.keys(always));
    expect(z.safeParse(reason, undefined).success).toBe(true);
  });

  it.each(['payin', 'payout'])('of a %s show the form of the signature', (name) => {
    const pattern = new RegExp(headerOf(name, 'X-Webhook-Signature')?.pattern ?? '$^');
    const digest = '0f'.repeat(32);
    expect(`t=1,v1=${digest}`).toMatch(pattern);
    expect(`t=1,v1=${digest},v1=${digest}`).toMatch(pattern);
    expect(`t=1,v1=${digest.toUpperCase()}`).not.toMatch(pattern);
  });
});
