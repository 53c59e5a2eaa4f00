import { onTestFinished } from 'vitest';
import type { Shop } from '../element/wrapper.cases.ts';
import { createTestClient } from '../testing/index.ts';

type Name = 'checkout-card' | 'checkout-payment' | 'checkout-pix';

export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** `Props`: what the page sets. The shop takes charge of all that it listens to. */
export function shopOf<Props extends object, Tag extends Name>(name: Tag) {
  return (
    heard: readonly string[],
  ): Omit<Shop<Props>, 'node'> & { node: () => HTMLElementTagNameMap[Tag] } => {
    const client = createTestClient();
    const told: [string, unknown][] = [];
    const element = document.createElement(name);
    for (const event of heard) {
      element.addEventListener(event, (happened) => {
        happened.preventDefault();
        if (happened instanceof CustomEvent) told.push([event, happened.detail]);
      });
    }
    element.client = client;
    onTestFinished(() => element.remove());
    return {
      client,
      told,
      node: () => element,
      element: () => element.element,
      show(props) {
        Object.assign(element, props);
        if (!element.isConnected) document.body.append(element);
        return settled();
      },
      hide() {
        element.remove();
        return settled();
      },
    };
  };
}
