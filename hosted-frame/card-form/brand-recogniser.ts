import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { Brand, findBrand } from './brand.ts';
import type { FormParts } from './form-parts.ts';
import { toDigits } from './text-edit.ts';

/** What a scheme's mark is made of; null where there is none. */
export type DrawMark = (brand: CardBrand) => readonly Node[] | null;

/** What the lazy chunk of brand data exports. */
export type Brands = { findBrand: typeof findBrand };

/** `onLoaded`: brands are known from now on; until then, and without them, there is none. */
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
  let draw: DrawMark = () => null;
  const blank = [...parts.brandMark.childNodes];

  /** The brand of a card whose number is not typed here. */
  function fix(known: Brand | null) {
    isFixed = true;
    brand = known;
    show();
  }

  /** The brand of what is typed here again. */
  function release() {
    isFixed = false;
    brand = null;
    show();
    read();
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
    parts.brandName.textContent = brand?.label ?? '';
    parts.brandMark.replaceChildren(...((brand && draw(brand.name)) ?? blank));
  }

  /** Until this is called every card has a blank mark. */
  function drawBy(marks: DrawMark) {
    draw = marks;
    show();
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

  return { read, fix, release, request, drawBy, current: () => brand };
}
