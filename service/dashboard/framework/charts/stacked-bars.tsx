import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { ofNumbers } from '../parts/table.tsx';
import type { ChartWords, Series } from './chart.tsx';
import { Chart, HEIGHT, STEP } from './chart.tsx';

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
