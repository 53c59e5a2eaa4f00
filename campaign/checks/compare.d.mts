type Row = { [column: string]: string | number };

export function compareRows(compared: {
  book: readonly object[];
  told: readonly object[];
  rows: { [table: string]: readonly (Row | string)[] };
  findings: { [kind in 'lost' | 'doubled' | 'wrong']: (sentence: string) => void };
}): void;
