import type { Child, FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/**
 * A drawing stretches with its box, so that it fits a phone and a wide screen; whatever is to be read
 * stands beside it as text, which does not stretch.
 */
export const HEIGHT = 100;
/** How wide one place of the drawing is, and how much of it a bar fills. */
export const STEP = 10;

/** What the places of a drawing are called, from left to right. */
export type Place = { key: string; label: string };

const WORDS = words({ numbers: ['Ver os números', 'See the numbers'] });

export type Series = {
  name: string;
  /** How it is coloured: `series-1` to `series-4`. */
  className: string;
};

/** The frame around a drawing: heading, legend, the numbers of its edges, and a table of the same. */
export const Chart: FC<{
  id: string;
  title: string;
  language: Language;
  legend?: readonly Series[];
  /** Beside the drawing, from the top down, evenly. */
  levels: readonly string[];
  places: readonly Place[];
  /** The drawing. */
  children?: Child;
  table: Child;
}> = ({ id, title, language, legend = [], levels, places, children, table }) => (
  <figure class="chart">
    <figcaption id={id}>{title}</figcaption>
    {legend.length < 2 ? null : (
      <ul class="legend">
        {legend.map(({ name, className }) => (
          <li>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={className} width="10" height="10" rx="2" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    )}
    <div class="plot">
      <ol class="levels" aria-hidden="true">
        {levels.map((level) => (
          <li>{level}</li>
        ))}
      </ol>
      {children}
      <ol class="places" aria-hidden="true">
        {namedPlaces(places).map(({ label }) => (
          <li>{label}</li>
        ))}
      </ol>
    </div>
    <details>
      <summary>{WORDS[language].numbers}</summary>
      {table}
    </details>
  </figure>
);

/** The first, the middle and the last: as many as a phone has room for. */
function namedPlaces(places: readonly Place[]): readonly Place[] {
  if (places.length < 3) return places;
  const middle = Math.floor((places.length - 1) / 2);
  return [0, middle, places.length - 1].flatMap((index) => places[index] ?? []);
}

/** The lines behind a drawing, one at each level. */
export const Levels: FC<{ count: number; width: number }> = ({ count, width }) => (
  <g class="grid">
    {Array.from({ length: count }, (_, index) => {
      const y = (HEIGHT * index) / (count - 1);
      return <line x1={0} x2={width} y1={y} y2={y} />;
    })}
  </g>
);
