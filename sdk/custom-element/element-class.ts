import type { LiveElement, LiveHome } from '../element/live-element.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import type { InitOptions } from '../shared/client-settings.ts';

/** Whose account an element is of, by its properties. */
export type Account = Pick<InitOptions, 'publicKey' | 'apiBaseUrl' | 'checkoutUrl'> & {
  /** From `init` or `loadCheckout`, in place of the account. */
  client: CheckoutClient;
};

export const ACCOUNT: readonly string[] = ['client', 'publicKey', 'apiBaseUrl', 'checkoutUrl'];

/** `amount`, `installments`, `maxInstallments`. */
const NUMBER = /unt$|nts$/;

/** `reference-id` of `referenceId`. */
export function toAttribute(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Makes an element known to the page, once; does nothing on a server. */
export function define(name: string, create: () => CustomElementConstructor): void {
  const registry = globalThis.customElements;
  if (!registry?.get(name)) registry?.define(name, create());
}

/** Properties that win over their attributes. `onChange` is told of each that is set. */
export function addProperties(
  element: HTMLElement,
  names: readonly string[],
  onChange: (name: string) => void,
): void {
  for (const name of names) {
    // It may have been set before the element's class was known to the page.
    let given: unknown = Reflect.get(element, name);
    Object.defineProperty(element, name, {
      get: () => {
        const text = element.getAttribute(toAttribute(name)) ?? undefined;
        return given ?? (text && NUMBER.test(name) ? +text : text);
      },
      set: (value: unknown) => {
        given = value;
        onChange(name);
      },
    });
  }
}

/**
 * Made when it is asked for: a server has no `HTMLElement` to extend. `mount` is called once the
 * element is in the document and has an account; what `read` gives of it is followed from then on.
 */
export function createElementClass<Props, Name extends string, Mounted>(
  properties: readonly string[],
  read: (element: HTMLElement) => Props,
  mount: (home: LiveHome<CheckoutClient, Props, Name, Mounted>) => LiveElement,
): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = properties.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    element: Mounted | null = null;
    #own: CheckoutClient | null = null;
    #live: LiveElement | null = null;

    constructor() {
      super();
      addProperties(this, properties, () => this.#change());
    }

    connectedCallback(): void {
      this.#change();
    }

    attributeChangedCallback(): void {
      this.#change();
    }

    disconnectedCallback(): void {
      this.#live?.unmount();
      this.#own?.destroy();
      this.#live = this.#own = null;
    }

    /** Once all that is set together is there. */
    #change(): void {
      queueMicrotask(() => {
        if (this.#live) this.#live.sync();
        else if (this.isConnected) this.#mount();
      });
    }

    #mount(): void {
      const { client, publicKey, apiBaseUrl, checkoutUrl } = this;
      // Where this throws, the page's console says what is wrong.
      if (!client && publicKey) this.#own ??= init({ publicKey, apiBaseUrl, checkoutUrl });
      const used = client ?? this.#own;
      if (!used) return;
      let isPrevented = false;
      this.#live = mount({
        client: used,
        target: this,
        read: () => read(this),
        tell: (name, detail) => {
          isPrevented = !this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
          if (isPrevented) Object(detail).preventDefault?.();
        },
        hears: () => isPrevented,
        onElement: (next) => {
          this.element = next;
        },
      });
    }
  };
}
