import type { Locale } from '../../contract/locale.ts';
import { checkoutError } from '../shared/checkout-error.ts';

/** Marks a node with a live element; a symbol of the realm, so two copies of the sdk agree. */
const MOUNTED = Symbol.for('checkout-sdk.mounted');

type Marked = Element & { [MOUNTED]?: boolean };

export type Container = {
  /** Resolves with the node, at once or when the document has been parsed. */
  found: Promise<Element>;
  release: () => void;
};

/** `found` rejects with `CONTAINER_NOT_FOUND`, or `ALREADY_MOUNTED` where it holds an element. */
export function whenContainer(
  document: Document,
  target: string | Element,
  locale: Locale,
): Container {
  let claimed: Marked | null = null;
  let released = false;

  async function claim(): Promise<Element> {
    if (document.readyState === 'loading') {
      await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
    }
    let node: Marked | null = null;
    try {
      node = typeof target === 'string' ? document.querySelector(target) : target;
    } catch {
      // Not a selector: it matches nothing.
    }
    if (!node?.appendChild) {
      throw checkoutError('CONTAINER_NOT_FOUND', `no element matches ${target}`, locale);
    }
    if (node[MOUNTED]) {
      throw checkoutError('ALREADY_MOUNTED', 'this node holds an element', locale);
    }
    // Copies of our frames, in a page that was kept as a copy and is put back.
    node.querySelectorAll(':scope>iframe[src*="#nonce="]').forEach((copy) => {
      copy.replaceWith();
    });
    if (!released) {
      claimed = node;
      node[MOUNTED] = true;
    }
    return node;
  }

  return {
    found: claim(),
    release() {
      released = true;
      if (claimed !== null) delete claimed[MOUNTED];
      claimed = null;
    },
  };
}
