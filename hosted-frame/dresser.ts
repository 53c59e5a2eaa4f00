import type { CardLook } from '../contract/frame/card-calls.ts';
import { applyAppearance } from './card-form/appearance.ts';
import type { createLook, Look } from './look/look.ts';

/** What the lazy chunk of looks exports. */
export type Looks = { createLook: typeof createLook };

/**
 * Gives the document the look a page wants. Layouts and our two themes are in the document itself;
 * more than that is in a chunk, asked for by the first page that wants more. Where it cannot be
 * had the form stays in our own look, and takes the card all the same.
 */
export function createDresser(context: {
  view: Window & typeof globalThis;
  loadLook: () => Promise<Looks>;
}) {
  const { view } = context;
  const warn = (text: string) => view.console.warn(text);
  let loading: Promise<Look> | null = null;
  let look: Look | null = null;

  /** Settles when the document looks as `wanted`. */
  async function dress(wanted: CardLook): Promise<void> {
    applyAppearance(view.document, wanted);
    // Who comes after one that is loading waits for it, so that nothing is overtaken.
    if (loading === null && isOurs(wanted)) return;
    loading ??= context.loadLook().then(({ createLook }) => createLook(view, warn));
    try {
      look = await loading;
      look.apply(wanted);
    } catch {
      loading = null;
      warn('checkout-sdk: the look could not be loaded');
    }
  }

  return { dress, writeWords: () => look?.writeWords() };
}

/** True where a page wants nothing but what the document has. It may have sent anything. */
function isOurs({ appearance, layout, labels, placeholders }: CardLook): boolean {
  const wanted = JSON.stringify({ ...appearance, layout, labels, placeholders });
  return /^{("theme":"(light|dark)")?,?("layout":"(stacked|row|line)")?}$/.test(wanted);
}
