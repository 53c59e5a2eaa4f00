/**
 * Where the fields stand. `stacked`: one under the other. `row`, which is the default: expiry and
 * CVV side by side. `line`: number, expiry and CVV in one box, and the name beside them where there
 * is room for it. A container too narrow for a layout shows `stacked`.
 */
export const CARD_LAYOUTS = ['stacked', 'row', 'line'] as const;
export type CardLayout = (typeof CARD_LAYOUTS)[number];
