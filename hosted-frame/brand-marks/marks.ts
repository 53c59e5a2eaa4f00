import type { CardBrand } from '../../contract/card/card-brand.ts';

// A chunk of its own, loaded once the buyer can type: from elsewhere it imports types alone.

/** A line drawn with a round pen of this width, or an area where there is no width. */
type Drawn = readonly [color: string, path: string, width?: number];
/** A word in the middle of the mark, `y` from its top, as wide as `length`. */
type Word = readonly [text: string, y: number, size: number, length: number, color?: string];

/** Our own drawing of a scheme's mark, on a card of 48 by 30. */
export type Mark = { ground: string; shapes?: readonly Drawn[]; words?: readonly Word[] };

const WHITE = '#fff';

/** Two rings that meet in the middle, and what they share. */
function rings(left: string, right: string, both: string): readonly Drawn[] {
  return [
    [left, 'M10 15a9 9 0 1 1 18 0 9 9 0 0 1-18 0'],
    [right, 'M20 15a9 9 0 1 1 18 0 9 9 0 0 1-18 0'],
    [both, 'M24 6.9a9 9 0 0 1 0 16.2 9 9 0 0 1 0-16.2'],
  ];
}

export const MARKS: { [brand in CardBrand]?: Mark } = {
  visa: {
    ground: '#1434cb',
    shapes: [
      [WHITE, 'M7 10.5h2.6l2.2 9 5.4-9.6', 2.7],
      [WHITE, 'm21.4 10-2 10', 2.7],
      [WHITE, 'M29.6 11.4c-1.8-1.2-5.8-1-5.8 1.2 0 2.3 4.5 1.9 4.3 4.4-.2 2.3-4 2.5-6.3 1.3', 2.4],
      [WHITE, 'm31.3 20 6-9.8h1.2L40.7 20M33.8 17.4h6', 2.4],
    ],
  },
  mastercard: { ground: WHITE, shapes: rings('#eb001b', '#f79e1b', '#ff5f00') },
  elo: {
    ground: '#000',
    shapes: [
      [WHITE, 'M9.6 16.4h8.2a4.3 4.3 0 1 0-1.6 3', 2.8],
      [WHITE, 'M22.4 7.6v12.6', 2.8],
      ['#ffcb05', 'M27.9 13.2a5 5 0 0 1 6.8-2.4', 3.2],
      ['#00a4e0', 'M36.8 13a5 5 0 0 1-2.2 6.6', 3.2],
      ['#ef4123', 'M32.2 20.2a5 5 0 0 1-4.7-4.4', 3.2],
    ],
  },
  amex: {
    ground: '#006fcf',
    shapes: [
      [WHITE, 'm5.5 20 4-10h.4l4 10M7 17h5.4', 2.3],
      [WHITE, 'M17 20V10.4l4.2 6 4.2-6V20', 2.3],
      [WHITE, 'M34.4 10.2H29v9.6h5.4M29 15h4.8', 2.3],
      [WHITE, 'm37 10 6 10M43 10l-6 10', 2.3],
    ],
  },
  hipercard: {
    ground: '#b3131b',
    words: [
      ['Hiper', 11, 14, 38],
      ['card', 22, 11, 27],
    ],
  },
  hiper: { ground: '#f37021', words: [['Hiper', 15, 15, 40, '#00265d']] },
  diners: {
    ground: WHITE,
    shapes: [
      ['#004a97', 'M13.5 15a10.5 10.5 0 1 1 21 0 10.5 10.5 0 0 1-21 0'],
      [WHITE, 'M22.4 7.9a7.4 7.4 0 0 0 0 14.2zM25.6 7.9a7.4 7.4 0 0 1 0 14.2z'],
    ],
  },
  discover: {
    ground: WHITE,
    shapes: [['#f27712', 'M48 18v7a5 5 0 0 1-5 5H14q22-2 34-12']],
    words: [['DISCOVER', 12, 8.6, 40, '#222']],
  },
  jcb: {
    ground: WHITE,
    shapes: [
      ['#0e4c96', 'M10 9a4 4 0 0 1 4-4h4v16a4 4 0 0 1-4 4h-4z'],
      ['#c8102e', 'M20 9a4 4 0 0 1 4-4h4v16a4 4 0 0 1-4 4h-4z'],
      ['#00843d', 'M30 9a4 4 0 0 1 4-4h4v16a4 4 0 0 1-4 4h-4z'],
      [
        WHITE,
        'M15.7 12v4a1.5 1.5 0 0 1-3.2 0M26.4 12.8a2.3 2.3 0 1 0 0 4.4M32.5 12.5h2.3a1 1 0 0 1 0 2.3h-2.3h2.6a1.2 1.2 0 0 1 0 2.4h-2.6z',
        1.2,
      ],
    ],
  },
  maestro: { ground: WHITE, shapes: rings('#0099df', '#eb001b', '#6c6bbd') },
  unionpay: {
    ground: WHITE,
    shapes: [
      ['#d10429', 'M9 4h11l-5 22H4z'],
      ['#022e64', 'M20 4h11l-5 22H15z'],
      ['#076f74', 'M31 4h13l-5 22H26z'],
    ],
    words: [['UnionPay', 15, 8, 31]],
  },
  mir: {
    ground: WHITE,
    shapes: [
      ['#0f754e', 'M7 20v-9l4.4 6 4.4-6v9M20.4 11v9l6.2-9v9M31.6 20v-9h4a3 3 0 0 1 0 6h-4', 2.6],
    ],
  },
};
