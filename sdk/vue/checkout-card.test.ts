import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from 'vue';
import { createApp, createSSRApp, h, nextTick, reactive, ref } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Appearance } from '../../contract/appearance.ts';
import type { TestClient } from '../testing/index.ts';
import { createTestClient, TEST_PREPARED, testError } from '../testing/index.ts';
import type { CheckoutCardInstance, CheckoutCardProps } from './index.ts';
import { CheckoutCard } from './index.ts';

let app: App | null = null;
let client: TestClient;
let props: CheckoutCardProps;

beforeEach(() => {
  client = createTestClient();
  props = reactive({ client, amount: 15990, referenceId: 'order-1' });
});

afterEach(() => {
  app?.unmount();
  app = null;
  document.body.replaceChildren();
});

/** A shop that shows the card with what `props` holds. */
async function open(more: object = {}) {
  const isOpen = ref(true);
  const card = ref<CheckoutCardInstance | null>(null);
  const home = document.body.appendChild(document.createElement('main'));
  app = createApp({
    render: () => (isOpen.value ? h(CheckoutCard, { ...props, ...more, ref: card }) : null),
  });
  app.mount(home);
  await nextTick();
  return { isOpen, card };
}
function mounted() {
  return client.elements.filter(({ isMounted }) => isMounted);
}

describe('CheckoutCard for Vue', () => {
  it('mounts one card into its node, and unmounts it', async () => {
    const { isOpen, card } = await open({ class: 'card' });
    const [element] = mounted();
    expect(client.elements).toHaveLength(1);
    expect(element?.target).toBe(document.querySelector('main > div.card'));
    expect(element?.options).toMatchObject({ amount: 15990, referenceId: 'order-1' });
    expect(card.value?.element).toBe(element);
    isOpen.value = false;
    await nextTick();
    expect(mounted()).toEqual([]);
    expect(card.value).toBeNull();
  });

  it('tells the frame what changed, also deep inside, and keeps the card', async () => {
    const appearance = reactive<Appearance>({ theme: 'light' });
    props.appearance = appearance;
    await open();
    appearance.theme = 'dark';
    await nextTick();
    props.amount = 100;
    await nextTick();
    expect(client.elements[0]?.updates).toEqual([
      { appearance: { theme: 'dark' } },
      { amount: 100 },
    ]);
    expect(client.elements).toHaveLength(1);
  });

  it('emits what happens', async () => {
    const heard = vi.fn();
    const listeners = ['Ready', 'Result', 'Error', 'Change', 'Submit', 'Loaderror'].map(
      (name) => [`on${name}`, (event: unknown) => heard(name, event)] as const,
    );
    await open(Object.fromEntries(listeners));
    await nextTick();
    const [element] = mounted();
    const submit = { preventDefault: () => undefined };
    element?.emit('submit', submit);
    await element?.submit();
    const lost = testError('FRAME_LOST');
    element?.emit('loaderror', lost);
    expect(heard.mock.calls).toEqual([
      ['Ready', undefined],
      ['Submit', submit],
      ['Result', TEST_PREPARED],
      ['Loaderror', lost],
    ]);
  });

  it('mounts anew for another client, and waits for one', async () => {
    props.client = null;
    await open();
    expect(document.querySelectorAll('main > div')).toHaveLength(1);
    props.client = client;
    await nextTick();
    expect(mounted()).toHaveLength(1);
    const other = createTestClient();
    props.client = other;
    await nextTick();
    expect(mounted()).toEqual([]);
    expect(other.elements).toHaveLength(1);
  });

  it('is an empty node where it is rendered on a server', async () => {
    const html = await renderToString(createSSRApp({ render: () => h(CheckoutCard, props) }));
    expect(html).toBe('<div></div>');
    expect(client.elements).toEqual([]);
  });

  it('that is lost is left to the sdk where the page listens to nothing', async () => {
    await open({ onResult: () => undefined });
    const lost = testError('UNAUTHORIZED');
    const isTaken =
      client.elements[0]?.emit('loaderror', lost) || client.elements[0]?.emit('error', lost);
    expect(isTaken).toBe(false);
  });

  it.each(['onError', 'onLoaderror'] as const)('that is lost is left to %s', async (name) => {
    await open({ [name]: () => undefined });
    const lost = testError('UNAUTHORIZED');
    const isTaken =
      client.elements[0]?.emit('loaderror', lost) || client.elements[0]?.emit('error', lost);
    expect(isTaken).toBe(true);
  });
});
