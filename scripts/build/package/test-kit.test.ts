/** @module-tag minutes */

import { describe, expect, it } from 'vitest';
import { isCardNumber } from '../../../contract/card/card-number.ts';
import { CHECKOUT_ERROR_GUIDES } from '../../../contract/errors/error-guide.ts';
import * as kit from '../../../sdk/testing/index.ts';
import { decide } from '../../../service/sandbox/acquirer/decisions.ts';
import { createSandboxPayouts } from '../../../service/sandbox/acquirer/payouts.ts';
import { SANDBOX_ACCOUNTS } from '../../../service/sandbox/sandbox-accounts.ts';
import { hasOutcome, outcomeOf } from '../../../service/sandbox/test-cards.ts';
import { createMemoryState } from '../../../service/testing/test-bank.ts';

/** What the sandbox's acquirer decides, in the words of the kit. */
function chargeOf(card: { number: string; holderName: string }): string {
  const decision = decide({ ...card, expirationMonth: '12', expirationYear: '2039' });
  if (typeof decision === 'object') return 'code' in decision ? decision.code : 'REFUSED';
  const words = {
    approved: 'APPROVED',
    failed: 'FAILED',
    unavailable: 'PROVIDER_ERROR',
    unavailable_once: 'PROVIDER_ERROR',
    silent: 'PENDING',
  } as const;
  return words[decision];
}

describe('the test kit', () => {
  it('lists cards that do in the sandbox what it says', () => {
    for (const card of kit.TEST_CARDS) {
      expect(isCardNumber(card.number), card.number).toBe(true);
      expect(chargeOf(card), card.number).toBe(card.charge);
      const threeDS = hasOutcome(card.number) ? outcomeOf(card.number) : null;
      expect(threeDS, card.number).toBe(card.threeDS);
    }
  });

  it('lists each number once', () => {
    const numbers = kit.TEST_CARDS.map(({ number }) => number);
    expect(numbers.filter(hasOutcome)).toHaveLength(35);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('finds the first card that fits, and says so where none does', () => {
    expect(kit.testCard().number).toBe('4111111111111111');
    expect(kit.testCard({ brand: 'elo', threeDS: 'challenge_authenticated' }).number).toBe(
      '6505290000002190',
    );
    expect(kit.testCard({ brand: 'amex' })).toMatchObject({ cvv: '1234' });
    expect(() => kit.testCard({ brand: 'hipercard', charge: 'REFUSED' })).toThrow('hipercard');
  });

  it.each(Object.entries(kit.TEST_HOLDER_NAMES))('knows what %s does', (holderName, charge) => {
    expect(chargeOf({ number: '4111111111111111', holderName })).toBe(charge);
  });

  it("lists the sandbox's accounts", () => {
    const listed = kit.TEST_ACCOUNTS.map(({ publicKey }) => publicKey).sort();
    expect(listed).toEqual(SANDBOX_ACCOUNTS.map(({ publicKey }) => publicKey).sort());
  });

  it.each(kit.TEST_PIX_KEYS)('knows what the key $email does', async ({ evp, email, payout }) => {
    const acquirer = createSandboxPayouts({ state: createMemoryState(), randomId: () => 'id' });
    const words: { [kind: string]: string } = {
      unknown_key: 'INVALID_PIX_KEY',
      beyond_limits: 'BEYOND_LIMITS',
      unavailable: 'TEMPORARY_UNAVAILABLE',
      rejected: 'PROVIDER_REJECTED',
      failed: 'FAILED',
      refused: 'REFUSED',
      processing: 'PROCESSING',
    };
    for (const key of [
      { pixKeyType: 'EVP', pixKey: evp },
      { pixKeyType: 'EMAIL', pixKey: email },
    ] as const) {
      const transfer = {
        ...key,
        companyId: 'no3ds',
        reference: key.pixKey,
        amount: 100,
        beneficiaryDocument: null,
      };
      const { signal } = new AbortController();
      const checked = await acquirer.check?.(transfer, signal);
      if (checked === undefined) throw new Error('the sandbox tells before it sends');
      if (checked.kind === 'payable') await acquirer.send(transfer, signal);
      const found = checked.kind === 'payable' ? await acquirer.find(transfer, signal) : checked;
      expect(words[found.kind]).toBe(payout);
    }
  });

  it('says of every code of the contract how it is made to happen', () => {
    const codes = Object.keys(CHECKOUT_ERROR_GUIDES);
    expect(codes.length).toBeGreaterThan(25);
    expect(Object.keys(kit.ERROR_TRIGGERS)).toEqual(codes);
    for (const how of Object.values(kit.ERROR_TRIGGERS)) expect(how).toMatch(/^[A-Z].{20,}\.$/);
  });
});
