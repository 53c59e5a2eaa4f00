import { readCheckoutSDK } from '../../sdk/checkout-sdk.ts';
import { APPEARANCES } from './gallery-appearances.ts';

// The theming page shows every appearance as a live element of the sandbox.

const AMOUNT = 15_990;
const client = readCheckoutSDK(window)?.init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
  locale: document.documentElement.lang,
});

/** An element is mounted when it comes near the screen: eight frames at once make a slow page. */
const watch = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      mount(target);
    }
  },
  { rootMargin: '300px' },
);
for (const node of document.querySelectorAll('[data-appearance]')) watch.observe(node);

function mount(node: Element): void {
  const id = node.getAttribute('data-appearance');
  const appearance = APPEARANCES.find((one) => one.id === id);
  if (!appearance) return;
  const given = { amount: AMOUNT, referenceId: `gallery-${id}`, ...appearance.options };
  const ready = client?.mountCardElement(node, given).ready ?? Promise.reject();
  ready.catch(() => say(node));
}

/** The pages may be read without the sandbox behind them. */
function say(node: Element): void {
  node.textContent = document.documentElement.lang.startsWith('pt')
    ? 'O sandbox não está no ar: inicie-o com npm start.'
    : 'The sandbox is not running: start it with npm start.';
}
