import { make } from './page-element.ts';

const KEY = 'pedido-no-banco';

/**
 * A link to the bank that tells it the whole address of this page with the order, since the bank
 * sends the buyer back to where they came from.
 */
export function makeBankLink(url: string, text: string): HTMLAnchorElement {
  return make('a', { href: url, referrerpolicy: 'no-referrer-when-downgrade' }, text);
}

/** A browser that keeps nothing for a site throws when its storage is merely read. */
type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Leaves for the bank. Some browsers tell other sites nothing but the shop's origin, so the order
 * is also remembered in this tab, where there is room for it.
 */
export function visitBank(url: string, referenceId: string, openStorage: OpenStorage): void {
  try {
    openStorage().setItem(KEY, referenceId);
  } catch {
    // The address of this page tells the bank the order.
  }
  const link = makeBankLink(url, '');
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** The order whose buyer comes back from the bank; told once. */
export function takeBankVisit(openStorage: OpenStorage): string | null {
  try {
    const storage = openStorage();
    const referenceId = storage.getItem(KEY);
    storage.removeItem(KEY);
    return referenceId;
  } catch {
    return null;
  }
}
