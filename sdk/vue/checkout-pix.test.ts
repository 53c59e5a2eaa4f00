import { describe, expect, it } from 'vitest';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPix } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

describe('CheckoutPix for Vue', () => {
  it('is an empty node on a server', async () => {
    const page = createSSRApp({ render: () => h(CheckoutPix, { client: createTestClient() }) });
    expect(await renderToString(page)).toBe('<div></div>');
  });

  pixWrapperCases(shopOf(CheckoutPix));
});
