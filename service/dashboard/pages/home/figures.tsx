import type { Child, FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';

export const Figure: FC<{ name: string; value: string; children?: Child }> = ({
  name,
  value,
  children,
}) => (
  <div class="figure">
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {children === undefined ? null : <span>{children}</span>}
    </dd>
  </div>
);

export const Figures: FC<{ label: string; children?: Child }> = ({ label, children }) => (
  <dl class="figures" aria-label={label}>
    {children}
  </dl>
);

const DAY_FORMAT = { day: '2-digit', month: 'short', timeZone: 'UTC' } as const;

/** A day of the calendar, `YYYY-MM-DD`, as it stands below a drawing. */
export function dayLabel(day: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(language, DAY_FORMAT);
  return parts.format(new Date(`${day}T00:00:00Z`));
}

/** Whole per cent. */
export function percent(rate: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(
    rate,
  );
}

export function count(number: number, language: Language): string {
  return new Intl.NumberFormat(language).format(number);
}

export function shortMoney(centavos: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    minimumFractionDigits: 0,
    // Half of a level may end in a quarter.
    maximumFractionDigits: 2,
  }).format(centavos / 100);
}
