import type { Child, FC } from 'hono/jsx';
import type { RoutedMethod } from '../../../providers/definition.ts';
import type { Column } from '../../framework/parts/table.tsx';
import { Table } from '../../framework/parts/table.tsx';
import type { Language } from '../../words/words.ts';
import { LABELS, VALUES } from './words.ts';

export const Queue: FC<{
  id?: string;
  text: Readonly<Record<'title' | 'none', string>> & { hint?: string };
  columns: readonly Column[];
  rows: readonly (readonly Child[])[];
}> = ({ id, text, columns, rows }) => (
  <>
    <h2 id={id}>{text.title}</h2>
    {rows.length === 0 ? (
      <p>{text.none}</p>
    ) : (
      <>
        {text.hint === undefined ? null : <p class="hint">{text.hint}</p>}
        <Table caption={text.title} columns={columns} rows={rows} />
      </>
    )}
  </>
);

export const RouteList: FC<{
  text: Readonly<Record<'title' | 'none', string>>;
  routes: readonly { method: RoutedMethod; providers: readonly string[] }[];
  language: Language;
}> = ({ text, routes, language }) => (
  <Queue
    text={text}
    columns={[LABELS[language].method, LABELS[language].providers]}
    rows={routes.map(({ method, providers }) => [
      VALUES[language][method] ?? method,
      providers.join(','),
    ])}
  />
);
