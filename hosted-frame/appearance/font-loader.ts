import type { FrameFont } from '../../contract/frame-font.ts';

/** Longer a buyer does not wait for a font before the fields are there. */
const WAIT_MS = 1_000;

/**
 * Each family once and whole, whatever is typed by then. Settles when all are there, or after a
 * second: a font that comes later is drawn with from then on. One that failed is tried again when
 * asked for.
 */
export function createFontLoader(
  view: Window & typeof globalThis,
  fonts: readonly FrameFont[],
  onFailure: (family: string) => void,
): (families: readonly string[]) => Promise<void> {
  const loading = new Map<string, Promise<void>>();

  async function load(family: string): Promise<void> {
    const files = fonts.filter((font) => font.family === family);
    try {
      const faces = files.map(({ weight, file }) =>
        new view.FontFace(family, `url(/fonts/${file})`, { weight }).load(),
      );
      for (const face of await Promise.all(faces)) view.document.fonts.add(face);
    } catch {
      loading.delete(family);
      onFailure(family);
    }
  }

  return async (families) => {
    if (families.length === 0) return;
    for (const family of families) {
      if (!loading.has(family)) loading.set(family, load(family));
    }
    const waited = new Promise((resolve) => view.setTimeout(resolve, WAIT_MS));
    await Promise.race([Promise.all(families.map((family) => loading.get(family))), waited]);
  };
}
