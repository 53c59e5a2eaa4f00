import { scaleLinear } from 'd3-scale';
import type { FC } from 'hono/jsx';

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
