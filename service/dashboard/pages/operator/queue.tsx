import type { Child, FC } from 'hono/jsx';
import type { Column } from '../../framework/parts/table.tsx';
import { Table } from '../../framework/parts/table.tsx';

/** What waits for an operator, a row each, below what it means and how it ends; or that none does. */
export const Queue: FC<{
  /** Where on its page an address leads to it. */
  id: string;
  text: Readonly<Record<'title' | 'none' | 'hint', string>>;
  columns: readonly Column[];
  rows: readonly (readonly Child[])[];
}> = ({ id, text, columns, rows }) => (
  <>
    <h2 id={id}>{text.title}</h2>
    {rows.length === 0 ? (
      <p>{text.none}</p>
    ) : (
      <>
        <p class="hint">{text.hint}</p>
        <Table caption={text.title} columns={columns} rows={rows} />
      </>
    )}
  </>
);
