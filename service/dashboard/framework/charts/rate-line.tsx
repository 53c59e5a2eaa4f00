import { line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { ofNumbers, Table } from '../parts/table.tsx';
import type { Place } from './chart.tsx';
import { Chart, HEIGHT, Levels, STEP } from './chart.tsx';

/** A rate from 0 to 1 at each place, drawn from 0 % to 100 %; null where there is none. */
export const RateLine: FC<{
  id: string;
  title: string;
  description: string;
  language: Language;
  rates: readonly (number | null)[];
  places: readonly Place[];
  placeName: string;
  rateName: string;
  format(rate: number): string;
}> = ({ id, title, description, language, rates, places, placeName, rateName, format }) => {
  const width = Math.max(places.length, 1) * STEP;
  // The end of a line is round, so that a day alone between two without is seen as a dot.
  const path = line<number | null>()
    .defined((rate) => rate !== null)
    .x((_, place) => place * STEP + STEP / 2)
    .y((rate) => HEIGHT * (1 - (rate ?? 0)))
    .digits(2);
  return (
    <Chart
      id={id}
      title={title}
      language={language}
      levels={[1, 0.5, 0].map(format)}
      places={places}
      table={
        <Table
          caption={title}
          columns={[placeName, ofNumbers(rateName)]}
          rows={places.map(({ label }, place) => {
            const rate = rates[place] ?? null;
            return [label, rate === null ? '–' : format(rate)];
          })}
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
        <path class="line" d={path(rates) ?? ''} />
        {places.map(({ label }, place) => {
          const rate = rates[place] ?? null;
          return rate === null ? null : (
            <rect class="hover" x={place * STEP} y={0} width={STEP} height={HEIGHT}>
              <title>{`${label}: ${format(rate)}`}</title>
            </rect>
          );
        })}
      </svg>
    </Chart>
  );
};
