import { readCheckoutSDK } from '../../sdk/checkout-sdk.ts';
import { LOOKS } from './gallery-looks.ts';

// The theming page: every look stands there as a living element of the sandbox.

const AMOUNT = 15_990;
const client = readCheckoutSDK(window)?.init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
  locale: document.documentElement.lang,
});

/** A look is mounted when it comes near the screen: eight frames at once would be a slow page. */
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
for (const node of document.querySelectorAll('[data-look]')) watch.observe(node);

function mount(node: Element): void {
  const look = LOOKS.find(({ id }) => id === node.getAttribute('data-look'));
  if (!look) return;
  const given = { amount: AMOUNT, referenceId: `gallery-${look.id}`, ...look.options };
  const ready = client?.mountCardElement(node, given).ready ?? Promise.reject();
  ready.catch(() => say(node));
}

/** The pages may be read without the sandbox behind them. */
function say(node: Element): void {
  node.textContent = document.documentElement.lang.startsWith('pt')
    ? 'O sandbox não está no ar: inicie-o com npm start.'
    : 'The sandbox is not running: start it with npm start.';
}
