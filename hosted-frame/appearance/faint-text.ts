/** What large and small text alike need against what they stand on (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

/** In fields alone: labels and errors stand on the page itself, whose colour no frame knows. */
export function findFaintText(view: Window): string[] {
  const input = view.document.querySelector('input');
  if (input === null || view.document.querySelector('form[inert]') !== null) return [];
  const { color, backgroundColor } = view.getComputedStyle(input);
  const ink = readRgb(color);
  const ground = readRgb(backgroundColor);
  if (ink === null || ground === null) return [];
  const contrast = contrastOf(ink, ground);
  if (contrast >= LEAST_CONTRAST) return [];
  const told = `${contrast.toFixed(1)} to its background, below ${LEAST_CONTRAST}`;
  return [`appearance: the text of a field has a contrast of ${told}`];
}

/** A computed colour; null where something shines through it. */
export function readRgb(computed: string): Rgb | null {
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed) ?? [];
  return blue === undefined ? null : [Number(red), Number(green), Number(blue)];
}

/** From 1, the same, to 21, black on white. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort(
    (left, right) => left - right,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
