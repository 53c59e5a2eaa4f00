import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';

/** What older browsers lack. The script itself mounts a card wherever there is `Object.hasOwn`. */
const NEEDED = ['Object.hasOwn', 'Array.prototype.at', 'Proxy', 'MessageChannel'];

/** Throws `UNSUPPORTED`, and tells the developer, where this browser is older than those we support. */
export function assertBrowser(view: object): void {
  const lacking = NEEDED.filter((path) => {
    const found = path.split('.').reduce((from: unknown, name) => Object(from)[name], view);
    return found === undefined;
  });
  if (lacking.length === 0) return;
  const { userAgent = 'this program' } = Object(Reflect.get(view, 'navigator'));
  const message =
    `${userAgent} has no ${lacking.join(', ')}: the checkout sdk needs Chrome or Edge 94, ` +
    'Firefox 93, Safari 15.4, or later';
  // biome-ignore lint/suspicious/noConsole: it is for the developer alone
  console.error(message);
  throw new CheckoutError(errorData('UNSUPPORTED', message, { phase: 'script', cause: 'browser' }));
}
