import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { Table } from '../parts/table.tsx';
import type { Place, Series } from './chart.tsx';
import { Chart, HEIGHT, Levels, STEP } from './chart.tsx';

const BAR = 7;

/** Amounts of each series at each place, one upon the other. */
export const StackedBars: FC<{
  id: string;
  title: string;
  description: string;
  language: Language;
  series: readonly (Series & { values: readonly number[] })[];
  places: readonly Place[];
  /** What the places are, over the column of the table. */
  placeName: string;
  /** As precise as in a table; `short` is what has room beside the drawing. */
  format: { exact(value: number): string; short(value: number): string };
}> = ({ id, title, description, language, series, places, placeName, format }) => {
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
  const width = Math.max(places.length, 1) * STEP;
  return (
    <Chart
      id={id}
      title={title}
      language={language}
      legend={series}
      levels={[most, most / 2, 0].map(format.short)}
      places={places}
      table={
        <Table
          caption={title}
          columns={[{ name: placeName }, ...series.map(({ name }) => ({ name, isNumber: true }))]}
          rows={places.map(({ label }, place) => [
            label,
            ...series.map(({ values }) => format.exact(values[place] ?? 0)),
          ])}
        />
      }
    >
      <svg
        class="drawing"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={id}
        aria-describedby={`${id}-description`}
      >
        <title>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        <Levels count={3} width={width} />
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
      </svg>
    </Chart>
  );
};

/** Hundredths of a point are enough, and short. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
