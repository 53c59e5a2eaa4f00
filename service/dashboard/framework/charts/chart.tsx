import type { Child, FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { Column } from '../parts/table.tsx';
import { Table } from '../parts/table.tsx';

/** A drawing stretches with its box; what is to be read stands beside it, as text that does not. */
export const HEIGHT = 100;
/** The width of one place of the drawing. */
export const STEP = 10;

export type Place = { key: string; label: string };

const WORDS = words({ numbers: ['Ver os números', 'See the numbers'] });

export type Series = {
  name: string;
  /** Its colour, `series-1` to `series-4`. */
  className: string;
};

export type ChartWords = {
  id: string;
  title: string;
  description: string;
  language: Language;
  places: readonly Place[];
  /** Heads the column of places in the table. */
  placeName: string;
};

function widthOf(places: readonly Place[]): number {
  return Math.max(places.length, 1) * STEP;
}

export const Chart: FC<{
  words: ChartWords;
  legend?: readonly Series[];
  /** Beside the drawing, from the top down, evenly. */
  levels: readonly string[];
  children?: Child;
  table: { columns: readonly Column[]; rows: readonly (readonly string[])[] };
}> = ({ words: said, legend = [], levels, children, table }) => (
  <figure class="chart">
    <figcaption id={said.id}>{said.title}</figcaption>
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
      <svg
        class="drawing"
        viewBox={`0 0 ${widthOf(said.places)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={said.id}
        aria-describedby={`${said.id}-description`}
      >
        <title>{said.title}</title>
        <desc id={`${said.id}-description`}>{said.description}</desc>
        <Levels count={levels.length} width={widthOf(said.places)} />
        {children}
      </svg>
      <ol class="places" aria-hidden="true">
        {namedPlaces(said.places).map(({ label }) => (
          <li>{label}</li>
        ))}
      </ol>
    </div>
    <details>
      <summary>{WORDS[said.language].numbers}</summary>
      <Table caption={said.title} columns={[said.placeName, ...table.columns]} rows={table.rows} />
    </details>
  </figure>
);

/** The first, the middle and the last: as many as a phone has room for. */
function namedPlaces(places: readonly Place[]): readonly Place[] {
  if (places.length < 3) return places;
  const middle = Math.floor((places.length - 1) / 2);
  return [0, middle, places.length - 1].flatMap((index) => places[index] ?? []);
}

const Levels: FC<{ count: number; width: number }> = ({ count, width }) => (
  <g class="grid">
    {Array.from({ length: count }, (_, index) => {
      const y = (HEIGHT * index) / (count - 1);
      return <line x1={0} x2={width} y1={y} y2={y} />;
    })}
  </g>
);
