import { onTestFinished } from 'vitest';
import type { Component } from 'vue';
import { createApp, h, nextTick, ref, shallowRef } from 'vue';
import type { OpenShop } from '../element/wrapper.cases.ts';
import { listenAnew } from '../element/wrapper.cases.ts';
import { createTestClient } from '../testing/index.ts';

export function shopOf<Props>(component: Component): OpenShop<Props> {
  return (heard) => {
    const client = createTestClient();
    const told: [string, unknown][] = [];
    const listen = listenAnew(heard, told);
    const shown = shallowRef<object | null>(null);
    const instance = ref<{ element: unknown } | null>(null);
    const app = createApp({
      render: () => shown.value && h(component, { client, ref: instance, ...shown.value }),
    });
    const home = document.body.appendChild(document.createElement('main'));
    app.mount(home);
    onTestFinished(() => {
      app.unmount();
      home.remove();
    });
    const set = async (next: object | null) => {
      shown.value = next;
      await nextTick();
      await new Promise((resolve) => setTimeout(resolve));
    };
    return {
      client,
      told,
      node: () => home.firstElementChild,
      element: () => instance.value?.element,
      show: (props) => set({ ...props, ...listen() }),
      hide: () => set(null),
    };
  };
}
