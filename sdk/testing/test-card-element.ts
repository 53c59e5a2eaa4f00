import type { CardState } from '../../contract/frame/card-calls.ts';
import type { CardElement, CardElementEvents } from '../element/card-element.ts';
import type { CardElementOptions, CardElementUpdate } from '../element/card-element-options.ts';
import { findDecline } from '../payment/decline-text.ts';
import type { AnyPayin, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type { TestElement } from './test-element.ts';
import { createTestElement } from './test-element.ts';

/** A card element without a frame: what it was given, and a way to make it tell anything. */
export type TestCardElement = CardElement &
  TestElement<CardElementOptions, CardElementUpdate, CardElementEvents> & {
    /** What `conclude` was called with, in order. */
    readonly concluded: readonly PaymentAnswer[];
  };

/** `submit`: what the client answers or refuses. */
export function createTestCardElement(
  target: string | Element,
  options: CardElementOptions,
  submit: (options: object) => Promise<PreparedCard>,
): TestCardElement {
  const { element, assertMounted } = createTestElement<
    CardState,
    CardElementOptions,
    CardElementUpdate,
    PreparedCard
  >(target, options, submit, (prepared) => options.onResult?.(prepared));
  const concluded: PaymentAnswer[] = [];
  return Object.assign(element, {
    concluded,
    async handlePendingThreeDS(payin: AnyPayin): Promise<PendingOutcome> {
      assertMounted();
      return { payinId: payin.id, threeDS: { skipped: false, status: 'AUTHENTICATED' } };
    },
    async conclude(answer: PaymentAnswer) {
      assertMounted();
      concluded.push(answer);
      return findDecline(answer, options.locale);
    },
    async clear() {
      assertMounted();
    },
  });
}
