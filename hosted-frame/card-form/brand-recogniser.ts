import type { Brand, findBrand } from './brand.ts';
import type { FormParts } from './form-parts.ts';
import { toDigits } from './text-edit.ts';

/** What the lazy chunk of brand data exports. */
export type Brands = { findBrand: typeof findBrand };

/**
 * Knows the brand of what stands in the number field. `onChange` hears of another brand;
 * `onLoaded` that brands are known from now on. Until then, and without them, there is none.
 */
export function createBrandRecogniser(options: {
  parts: FormParts;
  loadBrands: () => Promise<Brands>;
  onChange: (brand: Brand | null) => void;
  onLoaded: () => void;
}) {
  const { parts } = options;
  let brands: Brands | null = null;
  let requested = false;
  let brand: Brand | null = null;
  let isFixed = false;

  /** The brand of a card whose number is not typed here. */
  function fix(known: Brand | null) {
    isFixed = true;
    brand = known;
    show();
  }

  function read() {
    if (isFixed) return;
    const next = brands?.findBrand(toDigits(parts.input('number').value)) ?? null;
    if (next?.name === brand?.name) return;
    brand = next;
    show();
    options.onChange(brand);
  }

  /** A mark to see, a word to hear. */
  function show() {
    const { label, mark, color } = brand ?? { label: '', mark: '', color: '' };
    parts.brandName.textContent = label;
    parts.brandMark.classList.toggle('known', mark !== '');
    parts.brandMark.style.setProperty('--mark', color);
    parts.brandWord.textContent = mark;
    // Fits "Hipercard", the longest, into the mark.
    parts.brandWord.setAttribute('font-size', String(Math.min(14, 63 / Math.max(1, mark.length))));
  }

  async function request() {
    if (requested) return;
    requested = true;
    try {
      brands = await options.loadBrands();
    } catch {
      // The form works without brands; the next field the buyer comes to asks again.
      requested = false;
      return;
    }
    read();
    options.onLoaded();
  }

  return { read, fix, request, current: () => brand };
}
