import { scaleLinear } from 'd3-scale';
import { line, stack } from 'd3-shape';
import type { Child, FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { Column } from '../parts/table.tsx';
import { ofNumbers, Table } from '../parts/table.tsx';

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

const BAR = 7;

export const StackedBars: FC<{
  words: ChartWords;
  series: readonly (Series & { values: readonly number[] })[];
  /** As precise as in a table; `short` is what has room beside the drawing. */
  format: { exact(value: number): string; short(value: number): string };
}> = ({ words, series, format }) => {
  const { places } = words;
  const sums = places.map((_, place) =>
    series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
  );
  const height = scaleLinear()
    // Nothing at all is drawn as nothing, not as bars without end.
    .domain([0, Math.max(...sums, 1)])
    .nice(4)
    .range([0, HEIGHT]);
  const [, most = 1] = height.domain();
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((place, index) => series[index]?.values[place] ?? 0)(places.map((_, place) => place));
  return (
    <Chart
      words={words}
      legend={series}
      levels={[most, most / 2, 0].map(format.short)}
      table={{
        columns: series.map(({ name }) => ofNumbers(name)),
        rows: places.map(({ label }, place) => [
          label,
          ...series.map(({ values }) => format.exact(values[place] ?? 0)),
        ]),
      }}
    >
      {layers.map((layer, index) => (
        <g class={series[index]?.className}>
          {layer.map(([from, until], place) =>
            until > from ? (
              <rect
                x={place * STEP + (STEP - BAR) / 2}
                y={rounded(HEIGHT - height(until))}
                width={BAR}
                height={rounded(height(until) - height(from))}
              >
                <title>
                  {`${places[place]?.label} · ${series[index]?.name}: ${format.exact(until - from)}`}
                </title>
              </rect>
            ) : null,
          )}
        </g>
      ))}
    </Chart>
  );
};

/** Hundredths of a point are enough, and short. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A rate from 0 to 1 at each place, drawn from 0 % to 100 %; null where there is none. */
export const RateLine: FC<{
  words: ChartWords;
  rates: readonly (number | null)[];
  rateName: string;
  format(rate: number): string;
}> = ({ words, rates, rateName, format }) => {
  const { places } = words;
  // The end of a line is round, so that a day alone between two without is seen as a dot.
  const path = line<number | null>()
    .defined((rate) => rate !== null)
    .x((_, place) => place * STEP + STEP / 2)
    .y((rate) => HEIGHT * (1 - (rate ?? 0)))
    .digits(2);
  return (
    <Chart
      words={words}
      levels={[1, 0.5, 0].map(format)}
      table={{
        columns: [ofNumbers(rateName)],
        rows: places.map(({ label }, place) => {
          const rate = rates[place] ?? null;
          return [label, rate === null ? '–' : format(rate)];
        }),
      }}
    >
      <path class="line" d={path(rates) ?? ''} />
      {places.map(({ label }, place) => {
        const rate = rates[place] ?? null;
        return rate === null ? null : (
          <rect class="hover" x={place * STEP} y={0} width={STEP} height={HEIGHT}>
            <title>{`${label}: ${format(rate)}`}</title>
          </rect>
        );
      })}
    </Chart>
  );
};

const WIDTH = 100;

/** Counts with their names, the most first: a table whose rows have bars in them. */
export const RankedBars: FC<{
  title: string;
  columns: { name: string; count: string };
  rows: readonly { name: string; count: number; text: string }[];
}> = ({ title, columns, rows }) => {
  const length = scaleLinear()
    .domain([0, Math.max(...rows.map(({ count }) => count), 1)])
    .range([0, WIDTH]);
  return (
    <table class="ranked">
      <caption>{title}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, text }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>
              <svg
                class="bar"
                viewBox={`0 0 ${WIDTH} 10`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={Math.round(length(count) * 100) / 100} height="10" />
              </svg>
              <span>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
