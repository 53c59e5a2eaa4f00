import type { Brand } from './brand.ts';
import type { FormParts } from './form-parts.ts';

/** Shows the scheme in the number field: a mark to see, a word to hear. */
export function showBrand({ brandMark, brandName }: FormParts, brand: Brand | null): void {
  const label = brand?.label ?? '';
  brandName.textContent = label;
  brandMark.classList.toggle('known', label !== '');
  brandMark.style.setProperty('--mark', brand?.color ?? '');
  const word = brandMark.querySelector('text');
  if (!word) return;
  word.textContent = label;
  // Fits the longest of them, "American Express", into the mark.
  word.setAttribute('font-size', String(Math.min(15, 66 / Math.max(1, label.length))));
}
