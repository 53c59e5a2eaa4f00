import { line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { ofNumbers } from '../parts/table.tsx';
import type { ChartWords } from './chart.tsx';
import { Chart, HEIGHT, STEP } from './chart.tsx';

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
