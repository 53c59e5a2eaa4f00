import { afterEach, describe, expect, it } from 'vitest';
import type { App } from 'vue';
import { createApp, createSSRApp, h, nextTick, shallowRef } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import type { PixProps } from '../element/live-pix.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPix } from './index.ts';

let app: App | null = null;

afterEach(() => {
  app?.unmount();
  app = null;
  document.body.replaceChildren();
});

async function settled(): Promise<void> {
  await nextTick();
  await new Promise((resolve) => setTimeout(resolve));
}

function open(heard?: 'nothing') {
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const props = shallowRef<PixProps | null>(null);
  const listeners = {
    onReady: (element: unknown) => told.push(['ready', element]),
    onPaid: (end: unknown) => told.push(['paid', end]),
    onExpired: (end: unknown) => told.push(['expired', end]),
    onError: (error: unknown) => told.push(['error', error]),
  };
  app = createApp({
    render: () =>
      props.value === null
        ? null
        : h(CheckoutPix, {
            client,
            ...props.value,
            ...(heard ? {} : listeners),
          }),
  });
  app.mount(document.body.appendChild(document.createElement('main')));
  const set = (next: PixProps | null) => {
    props.value = next;
    return settled();
  };
  return { client, told, show: set, hide: () => set(null) };
}

describe('CheckoutPix for Vue', () => {
  it('is an empty node on a server', async () => {
    const page = createSSRApp({ render: () => h(CheckoutPix, { client: createTestClient() }) });
    expect(await renderToString(page)).toBe('<div></div>');
  });

  pixWrapperCases(open);
});
