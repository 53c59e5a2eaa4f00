export type ElementKind = 'card' | 'payment';

/**
 * The part of the payment SDK the playground uses: more than the shop, and as loosely typed as the
 * options it makes up. The script tag in playground.html puts it on `window`.
 */
export type PlaygroundSdk = { init(options: Plain): PlaygroundClient };
/** Beside plain options an element takes whom to tell, and how it is paid. */
type Mount = (target: string, options: { [name: string]: unknown }) => PlaygroundElement;
export type PlaygroundClient = { mountCardElement: Mount; mountPaymentElement: Mount };

export type PlaygroundElement = {
  submit(): Promise<unknown>;
  update(changes: Plain): Promise<void>;
  on(event: ElementEvent, handler: (payload: unknown) => void): () => void;
  destroy(): void;
};

export const ELEMENT_EVENTS = [
  'ready',
  'change',
  'focus',
  'blur',
  'submit',
  'error',
  'loaderror',
] as const;
export type ElementEvent = (typeof ELEMENT_EVENTS)[number];

/** Plain data, as it can be written in code and sent. */
export type PlainValue = string | number | boolean | readonly PlainValue[] | Plain;
export type Plain = { readonly [name: string]: PlainValue };

/** The global of the script tag; null while no script has put it there. */
export function readPlaygroundSdk(view: Window): PlaygroundSdk | null {
  const found: unknown = Reflect.get(view, 'CheckoutSDK');
  return isSdk(found) ? found : null;
}

function isSdk(value: unknown): value is PlaygroundSdk {
  return typeof value === 'object' && value !== null && 'init' in value;
}

export function codeOf(error: unknown): string {
  return String(Object(error).code ?? 'UNKNOWN');
}
