import type { PlanChange } from './plan-change.ts';
import { changeOf } from './plan-change.ts';
import type { ElementPlan } from './playground-options.ts';
import type { PlaygroundElement, PlaygroundSdk } from './playground-sdk.ts';
import { ELEMENT_EVENTS } from './playground-sdk.ts';

export type LiveElement = {
  /** Turns the element on the page into this one, with as little as that takes. */
  show(plan: ElementPlan): void;
  submit(): void;
};

/** The element on the page. Plans that come while one is being shown wait; the last one counts. */
export function createLiveElement(parts: {
  sdk: PlaygroundSdk;
  target: string;
  onEvent(name: string, payload: unknown): void;
  /** Pays what was chosen, as the merchant's back end would. */
  pay(plan: ElementPlan, chosen: object): Promise<unknown>;
  /** What was just done, with what it was done for. */
  onShown(change: PlanChange, plan: ElementPlan): void;
}): LiveElement {
  const { sdk, onEvent } = parts;
  let element: PlaygroundElement | null = null;
  let shown: ElementPlan | null = null;
  let wanted: ElementPlan | null = null;
  let isWorking = false;

  function mount(plan: ElementPlan): void {
    element?.destroy();
    element = null;
    const tell = (name: string) => (told: unknown) => onEvent(name, told);
    const client = sdk.init(plan.init);
    const mounted =
      plan.kind === 'card'
        ? client.mountCardElement(parts.target, { ...plan.mount, onResult: tell('result') })
        : client.mountPaymentElement(parts.target, {
            ...plan.mount,
            pay: (chosen: object) => parts.pay(plan, chosen),
            onPaid: tell('paid'),
            onPending: tell('pending'),
          });
    for (const name of ELEMENT_EVENTS) mounted.on(name, (payload) => onEvent(name, payload));
    element = mounted;
  }

  async function step(plan: ElementPlan): Promise<PlanChange> {
    const change: PlanChange = shown && element ? changeOf(shown, plan) : { kind: 'mount' };
    if (change.kind === 'none') return change;
    if (change.kind === 'update' && element) {
      const isDone = await element.update(change.changes).then(
        () => true,
        () => false,
      );
      if (isDone) return change;
    }
    // An element that could not be shown, or was lost, takes no update any more.
    mount(plan);
    return { kind: 'mount' };
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    try {
      while (wanted && wanted !== shown) {
        const plan = wanted;
        const change = await step(plan);
        shown = plan;
        parts.onShown(change, plan);
      }
    } catch (error) {
      // Nothing is on the page now, so the next plan is mounted.
      shown = wanted;
      onEvent('error', error);
    } finally {
      isWorking = false;
    }
  }

  return {
    show(plan) {
      wanted = plan;
      void work();
    },
    submit() {
      // What went wrong is an event.
      element?.submit().catch(() => undefined);
    },
  };
}
