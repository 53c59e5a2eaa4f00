import { followAppearance } from './appearance.ts';
import type { CardEntry } from './card-entry.ts';
import type { CardToken, CheckoutClient, InstallmentPlan, SdkCustomer } from './checkout-sdk.ts';

type Waiting = { resolve(token: CardToken): void; reject(error: unknown): void };

/**
 * The hosted fields: the card is typed into a frame of the payment service, so that its digits
 * never touch this page. Before the first order there is no reference yet, so the fields start
 * with a draft; each order puts its own reference and amount in its place.
 */
export function mountHostedCard(options: {
  client: CheckoutClient;
  amount: number;
  maxInstallments: number;
  customer: SdkCustomer;
  theme: 'auto' | 'light' | 'dark';
  /** Enter in one of the fields. */
  onEnter(): void;
  /** An error outside a payment: the fields did not load. */
  onError(error: unknown): void;
  /** The fields are there, at first or once the buyer had them tried again. */
  onReady(): void;
  /** Another plan is chosen, or the same costs something else. */
  onPlan(): void;
}): CardEntry {
  const look = followAppearance(options.theme);
  let waiting: Waiting | null = null;
  let plan: InstallmentPlan | null = null;
  const settle = (act: (waiting: Waiting) => void) => {
    const current = waiting;
    waiting = null;
    if (current) act(current);
    return current !== null;
  };

  const element = options.client.mountCardElement('#card', {
    amount: options.amount,
    installments: 1,
    maxInstallments: options.maxInstallments,
    referenceId: 'rascunho',
    customer: options.customer,
    appearance: look.appearance(),
    onResult: (token) => {
      settle(({ resolve }) => resolve(token));
    },
    onError: (error) => {
      if (!settle(({ reject }) => reject(error))) options.onError(error);
    },
  });
  // Enter would submit the fields alone, under the draft; here it means the pay button.
  element.on('submit', (event) => {
    event.preventDefault();
    options.onEnter();
  });
  element.on('ready', options.onReady);
  element.on('change', ({ installmentPlan = null }) => {
    const isOther = plan?.totalAmount !== installmentPlan?.totalAmount;
    plan = installmentPlan;
    if (isOther) options.onPlan();
  });
  look.onChange((appearance) => quietly(element.update({ appearance })));

  return {
    async prepare({ referenceId, amount }) {
      await element.update({ referenceId, amount });
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        Promise.resolve(element.submit()).catch((error: unknown) => {
          settle((current) => current.reject(error));
        });
      });
    },
    confirm: (payin) => element.handlePendingThreeDS(payin),
    setAmount(amount) {
      // Of the amount before; the fields tell the next one.
      plan = null;
      quietly(element.update({ amount }));
    },
    plan: () => plan,
    conclude: (answer) => quietly(element.conclude(answer)),
    clear: () => quietly(element.clear()),
  };
}

// Failures are heard through onError; a returned promise must not report them a second time.
function quietly(result: unknown): void {
  Promise.resolve(result).catch(() => {});
}
