import type { Verdict } from './try-mutants.ts';

export function reportOf(verdicts: readonly Verdict[]): string {
  const places = [...new Set(verdicts.map(({ place }) => place))];
  const rows = places.map((place) => rowOf(place, verdicts));
  const survivors = verdicts.filter(({ fate }) => fate === 'alive' || fate === 'not covered');
  return [
    '| folder | mutants | killed | alive | not covered |',
    '|---|---|---|---|---|',
    ...rows,
    ...survivors.flatMap(survivorLines),
  ].join('\n');
}

function rowOf(place: string, verdicts: readonly Verdict[]): string {
  const here = verdicts.filter((verdict) => verdict.place === place);
  const number = (...fates: Verdict['fate'][]) =>
    here.filter(({ fate }) => fates.includes(fate)).length;
  const [byTime, alive] = [number('killed by time'), number('alive')];
  const killed = `${number('killed') + byTime}${byTime > 0 ? ` (${byTime} by time)` : ''}`;
  return `| ${place} | ${here.length} | ${killed} | ${alive} | ${number('not covered')} |`;
}

function survivorLines({ mutant, fate, tests }: Verdict): string[] {
  return [
    '',
    `${mutant.file}:${mutant.line} ${fate}`,
    `  ${mutant.was}  →  ${mutant.is}`,
    `  ${tests.length === 0 ? 'no test beside it' : tests.join(' ')}`,
  ];
}
