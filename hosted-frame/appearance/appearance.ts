import { CARD_FIELDS } from '../../contract/card/card-field.ts';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import type { FrameFont } from '../../contract/frame-font.ts';
import type { createPageAppearance, PageAppearance } from './page-appearance.ts';
import { setThemeAndLayout } from './theme-and-layout.ts';

export type PageAppearances = { createPageAppearance: typeof createPageAppearance };

/**
 * Layouts and our two themes are in the document; whatever else a page wants is in a chunk. Where
 * that cannot be loaded, the form keeps our own appearance and takes the card all the same.
 */
export function createAppearance(context: {
  view: Window & typeof globalThis;
  fonts?: readonly FrameFont[] | undefined;
  loadPageAppearance: () => Promise<PageAppearances>;
}) {
  const { view, fonts = [] } = context;
  const warn = (text: string) => view.console.warn(text);
  let loading: Promise<PageAppearance> | null = null;
  let loaded: PageAppearance | null = null;

  /** Settles when the document appears as `wanted`. */
  async function apply(wanted: CardAppearance): Promise<void> {
    setThemeAndLayout(view.document, wanted);
    // A call that comes while the chunk is loading waits too, so that none overtakes another.
    if (loading === null && isOurs(wanted)) return;
    loading ??= context
      .loadPageAppearance()
      .then((chunk) => chunk.createPageAppearance(view, { fields: CARD_FIELDS, fonts, warn }));
    try {
      loaded = await loading;
      await loaded.apply(wanted);
    } catch {
      loading = null;
      warn('checkout-sdk: the appearance could not be loaded');
    }
  }

  return { apply, writeWords: () => loaded?.writeWords() };
}

/** The page may have sent anything. */
function isOurs({ appearance, layout, labels, placeholders }: CardAppearance): boolean {
  const wanted = JSON.stringify({ ...appearance, layout, labels, placeholders });
  return /^{("theme":"(light|dark)")?,?("layout":"(stacked|row|line)")?}$/.test(wanted);
}
