import { describe, expect, it } from 'vitest';
import { createSSRApp, h, nextTick, reactive } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Appearance } from '../../contract/appearance.ts';
import type { CardProps } from '../element/card-element-options.ts';
import {
  CARD_ORDER,
  CARD_TOLD,
  cardComponentCases,
  cardWrapperCases,
  mountedCards,
} from '../element/live-card.cases.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutCard } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

const open = shopOf<CardProps>(CheckoutCard);

describe('CheckoutCard for Vue', () => {
  cardWrapperCases(open);
  cardComponentCases(open);

  it('tells the frame what changed deep inside', async () => {
    const appearance = reactive<Appearance>({ theme: 'light' });
    const shop = open(CARD_TOLD);
    await shop.show({ ...CARD_ORDER, appearance });
    appearance.theme = 'dark';
    await nextTick();
    expect(mountedCards(shop)[0]?.updates).toEqual([{ appearance: { theme: 'dark' } }]);
  });

  it('mounts once, into a node of the class that it is given', async () => {
    const shop = open(CARD_TOLD);
    await shop.show(Object.assign({ class: 'card' }, CARD_ORDER));
    expect(shop.client.elements).toHaveLength(1);
    expect(shop.node()?.className).toBe('card');
  });

  it('is an empty node where it is rendered on a server', async () => {
    const client = createTestClient();
    const render = () => h(CheckoutCard, { client, ...CARD_ORDER });
    expect(await renderToString(createSSRApp({ render }))).toBe('<div></div>');
    expect(client.elements).toEqual([]);
  });
});
