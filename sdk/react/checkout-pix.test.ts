import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import type { PixProps } from '../element/live-pix.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPix } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

describe('CheckoutPix for React, in strict mode', () => {
  it('is an empty node on a server', () => {
    const client = createTestClient();
    expect(renderToString(createElement(CheckoutPix, { client, id: 'pix' }))).toBe(
      '<div id="pix"></div>',
    );
  });

  pixWrapperCases(
    shopOf<PixProps, never>(({ ref: _, ...props }) => createElement(CheckoutPix, props)),
  );
});
