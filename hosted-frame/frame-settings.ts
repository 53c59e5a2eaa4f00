import type { CardLayout } from '../contract/appearance.ts';
import type { FrameRefusal } from '../contract/checkout-config.ts';
import type { CardOptions } from '../contract/frame/card-calls.ts';
import type { FrameFont } from '../contract/frame-font.ts';
import type { CheckoutConfig } from '../contract/published-types.ts';
import { parentOrigin } from './frame-session.ts';

/** What a frame document knows from its own address and from the service that served it. */
export type FrameSettings = {
  publicKey: string;
  nonce: string;
  theme: 'light' | 'dark';
  /** As the SDK wrote it, which has words of its own for a CVV alone: card-iframe.ts. */
  layout: CardLayout;
  /** What the page asks before there is a channel, as unread as what comes by one. */
  options: CardOptions | null;
  /** `fonts`: those that the service keeps; absent: none. */
  config: CheckoutConfig & { fonts?: readonly FrameFont[] };
};

/** A document whose key or page is not right: nothing is shown, and the page is told why. */
export type RefusedFrame = FrameRefusal & { nonce: string };

/**
 * Null where this is not a frame of a page with an origin and a configuration: then nothing is
 * shown and nobody is spoken to.
 */
export function readFrameSettings(view: Window): FrameSettings | RefusedFrame | null {
  const publicKey = new URLSearchParams(view.location.search).get('key');
  const fragment = new URLSearchParams(view.location.hash.slice(1));
  const nonce = fragment.get('nonce');
  const theme = fragment.get('theme') === 'dark' ? 'dark' : 'light';
  const layout = (fragment.get('layout') ?? 'row') as CardLayout;
  const written = view.document.getElementById('config')?.textContent;
  if (!publicKey || !nonce || !written || parentOrigin(view) === '') return null;
  // Our own service wrote it; the stage holds `null` for an unknown key.
  const config = JSON.parse(written) as FrameSettings['config'] | FrameRefusal | null;
  if (config === null) return null;
  if ('refused' in config) return { nonce, refused: config.refused };
  return { publicKey, nonce, theme, layout, options: readOptions(fragment), config };
}

function readOptions(fragment: URLSearchParams): CardOptions | null {
  try {
    return JSON.parse(fragment.get('options') ?? 'null') as CardOptions | null;
  } catch {
    return null;
  }
}
