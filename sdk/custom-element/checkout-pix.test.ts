import { afterEach, describe } from 'vitest';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import type { PixProps } from '../element/live-pix.ts';
import { createTestClient } from '../testing/index.ts';
import { defineCheckoutPix } from './index.ts';

afterEach(() => document.body.replaceChildren());

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function open(heard?: 'nothing') {
  defineCheckoutPix();
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const pix = document.createElement('checkout-pix');
  for (const name of heard ? [] : ['ready', 'paid', 'expired', 'error']) {
    pix.addEventListener(name, (event) => {
      event.preventDefault();
      if (event instanceof CustomEvent) told.push([name, event.detail]);
    });
  }
  pix.client = client;
  return {
    client,
    told,
    show(props: PixProps) {
      Object.assign(pix, props);
      if (!pix.isConnected) document.body.append(pix);
      return settled();
    },
    hide() {
      pix.remove();
      return settled();
    },
  };
}

describe('the custom element of a PIX', () => pixWrapperCases(open));
