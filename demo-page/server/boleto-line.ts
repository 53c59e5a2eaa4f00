const DAY_MS = 24 * 60 * 60 * 1000;

/** Since this day the factor of the due date counts again from 1000. Source: Febraban. */
const FACTOR_1000 = Date.UTC(2025, 1, 22);

/** The 47 digits in the groups they are printed and typed in; any other text as it is. */
export function printLine(line: string): string {
  return line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );
}

/** The due day that a digitable line names, `YYYY-MM-DD`; null where it names none. */
export function dueDayOf(line: string): string | null {
  const factor = Number(/^\d{33}(\d{4})\d{10}$/.exec(line)?.[1] ?? 0);
  if (factor < 1000) return null;
  return new Date(FACTOR_1000 + (factor - 1000) * DAY_MS).toISOString().slice(0, 10);
}
