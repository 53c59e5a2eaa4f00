import { describe, expect, it } from 'vitest';
import { customerSchema } from '../../../contract/payments/customer.ts';
import { cardBrandOf } from '../../domain/cards/card-brand.ts';
import { decide } from '../acquirer/decisions.ts';
import { hasOutcome } from '../test-cards.ts';
import { SAMPLE_PREFIX, samplePlan } from './sample-plan.ts';

const METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD', 'OPEN_FINANCE'] as const;

describe('the plan of the samples', () => {
  const plan = samplePlan(METHODS);
  const payins = plan.filter((step) => step.kind === 'payin');

  it('is the same every time, and in the order of time', () => {
    expect(samplePlan(METHODS)).toEqual(plan);
    const minutes = plan.map(({ minute }) => minute);
    expect(minutes).toEqual([...minutes].sort((one, other) => one - other));
  });

  it('has a few hundred payments on each of ninety days, by every method', () => {
    expect(payins.length).toBeGreaterThan(300);
    expect(payins.length).toBeLessThan(700);
    const days = new Set(payins.map(({ minute }) => Math.floor(minute / 1_440)));
    expect([...days]).toEqual(Array.from({ length: 90 }, (_, day) => day));
    expect(new Set(payins.map(({ method }) => method))).toEqual(new Set(METHODS));
    expect(new Set(payins.map(({ reference }) => reference)).size).toBe(payins.length);
    expect(plan.every(({ reference }) => reference.startsWith(SAMPLE_PREFIX))).toBe(true);
  });

  it('has buyers that the API takes, and cards of which the sandbox thinks nothing by number', () => {
    for (const { buyer, card } of payins) {
      expect(customerSchema.safeParse(buyer).error).toBeUndefined();
      if (card === null) continue;
      expect(['visa', 'mastercard']).toContain(cardBrandOf(card.number));
      const anyone = { expirationMonth: '12', expirationYear: '2040', holderName: 'ANA' };
      expect(decide({ ...anyone, number: card.number })).toBe('approved');
      expect(hasOutcome(card.number)).toBe(false);
    }
  });

  it('has the methods of the account alone, and nothing without one', () => {
    const pix = samplePlan(['PIX']).filter((step) => step.kind === 'payin');
    expect(new Set(pix.map(({ method }) => method))).toEqual(new Set(['PIX']));
    expect(samplePlan([])).toEqual([]);
  });
});
