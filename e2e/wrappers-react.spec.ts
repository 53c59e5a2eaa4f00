import { test } from './system.ts';
import { wrapperCases } from './wrapper-cases.ts';

// In strict mode, which mounts everything twice.
const SHOP = `
import { createElement, createRef, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/react';

const client = init(account);
const root = createRoot(document.querySelector('#shop'));
const card = createRef();
const render = async (node) => flushSync(() => root.render(createElement(StrictMode, null, node)));

window.wrapper = {
  show: (props) => render(createElement(CheckoutCard, {
    client, ref: card, ...props,
    onReady: hear('ready'), onChange: hear('change'), onResult: hear('result'),
    onError: hear('error'),
  })),
  hide: () => render(null),
  element: () => card.current,
};`;

test.describe('the wrapper for React', () => wrapperCases('react', SHOP));
