import type { Child, FC } from 'hono/jsx';
import type { ActRow } from '../../../acts/act.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { Visit } from '../route.ts';
import type { RowPage } from '../row-page.ts';
import type { FieldProps, SelectProps } from './form.tsx';
import { Field, Select, SubmitButton, Unfold } from './form.tsx';
import { Live } from './live.tsx';
import { Empty, Pager, Table } from './table.tsx';

export const PAGE_SIZE = 50;
const LIVE_SECONDS = 15;

export type ListColumn<Row> = { name: string; isNumber?: boolean; cell: (row: Row) => Child };

/** References of shops are seldom longer. */
const USUAL_LENGTH = 24;

/**
 * Leads to each below `path`. A reference of a usual length stays on one line where there is room; a
 * longer one breaks anywhere.
 */
export function referenceColumn<Row extends { id: string; referenceId: string }>(
  name: string,
  path: string,
): ListColumn<Row> {
  return {
    name,
    cell: ({ id, referenceId }) => (
      <a href={`${path}/${id}`}>
        <span class={referenceId.length > USUAL_LENGTH ? 'long' : 'short'}>{referenceId}</span>
      </a>
    ),
  };
}

export type Filters = {
  /** Where it leads; the page itself where it is left out. */
  action?: string;
  class?: string;
  label?: string;
  fields: readonly (FieldProps | SelectProps)[];
  submit: string;
  /** The way to the whole list, which is shown where the page shows less. */
  clear?: { href: string; text: string } | null;
};

type ListPage<Row, Place> = {
  title: string;
  intro?: Child;
  filters: Filters | null;
  /** Ways on, between the filters and the rows. */
  actions?: Child;
  found: RowPage<Row, Place>;
  columns: readonly (ListColumn<Row> | null)[];
  /** Null where nothing is said of a list with nothing in it. */
  empty: { title: string; text?: string; more?: Child } | null;
  /** Said where a look was cut short, so that a page has few rows and another one follows. */
  goesOn?: string;
  /** The address of what follows a place, and of the beginning. */
  address: (after: Place | null) => string;
  isFirst: boolean;
  isLive?: boolean;
  /** Stands around the rows, such as a form that takes some of them. */
  around?: ((table: Child) => Child) | undefined;
  file?: { act: ActRow; href: string; text: string };
  isWrong?: boolean;
  below?: Child;
};

export function listPage<Row, Place>(visit: Visit, list: ListPage<Row, Place>): Promise<Response> {
  const { title, intro, filters, found, file, isWrong = false } = list;
  const hasFile = file?.act.permission && visit.may(file.act.permission);
  const body = (
    <>
      {intro}
      {filters === null ? null : (
        <FilterForm {...filters} unfold={isWrong ? null : unfoldOf(filters, visit)} />
      )}
      {list.actions}
      {list.isLive ? (
        <Live visit={visit} seconds={LIVE_SECONDS}>
          {rowsOf(visit, list)}
        </Live>
      ) : (
        rowsOf(visit, list)
      )}
      {hasFile && found.rows.length > 0 ? (
        <p class="actions">
          <ExportLink language={visit.language} href={file.href}>
            {file.text}
          </ExportLink>
        </p>
      ) : null}
      {list.below}
    </>
  );
  return visit.page(title, body, { status: isWrong ? 400 : 200 });
}

/** Nobody looks for what is wrong behind a button. */
function unfoldOf({ clear }: Filters, { language }: Visit): string {
  const { filters, filtersInUse } = WORDS[language];
  return clear ? filtersInUse : filters;
}

/** `unfold`: on a phone it is behind a button of that text. */
export function FilterForm({
  action,
  class: name = '',
  label,
  fields,
  submit,
  clear,
  unfold = null,
}: Filters & { unfold?: string | null }) {
  const folded = unfold === null ? {} : ({ id: 'filters', popover: 'auto' } as const);
  const form = (
    <form
      {...folded}
      class={`filters ${name}${unfold === null ? '' : ' folded'}`}
      method="get"
      action={action}
      aria-label={label}
    >
      {fields.map((field) => ('options' in field ? <Select {...field} /> : <Field {...field} />))}
      <SubmitButton>{submit}</SubmitButton>
      {clear ? <a href={clear.href}>{clear.text}</a> : null}
    </form>
  );
  return (
    <>
      {unfold === null ? null : <Unfold part="filters">{unfold}</Unfold>}
      {form}
    </>
  );
}

function rowsOf<Row, Place>(
  { language }: Visit,
  { title, found, columns, empty, goesOn, address, isFirst, around }: ListPage<Row, Place>,
): Child {
  const { rows, next } = found;
  const shown = columns.filter((column) => column !== null);
  const table = (
    <Table
      caption={title}
      columns={shown}
      rows={rows.map((row) => shown.map(({ cell }) => cell(row)))}
    />
  );
  return (
    <>
      {rows.length === 0 ? (
        empty === null ? null : (
          <Empty title={empty.title}>
            {empty.text === undefined ? null : <p>{empty.text}</p>}
            {empty.more}
          </Empty>
        )
      ) : (
        (around?.(table) ?? table)
      )}
      {goesOn !== undefined && next !== null && rows.length < PAGE_SIZE ? (
        <p class="hint">{goesOn}</p>
      ) : null}
      <Pager
        language={language}
        next={next === null ? null : address(next)}
        first={isFirst ? null : address(null)}
      />
    </>
  );
}

const WORDS = words({
  filters: ['Filtros', 'Filters'],
  filtersInUse: ['Filtros em uso', 'Filters in use'],
  lines: ['Linhas recebidas:', 'Lines received:'],
  whole: ['Arquivo completo. Linhas:', 'The file is whole. Lines:'],
  broken: [
    'O arquivo não veio inteiro, e nada foi salvo. Tente de novo.',
    'The file did not come whole, and nothing was saved. Try again.',
  ],
});

/** Leads to a file. The script tells how far it has come, and keeps none that breaks off. */
export const ExportLink: FC<{ language: Language; href: string; children: string }> = ({
  language,
  href,
  children,
}) => {
  const { lines, whole, broken } = WORDS[language];
  return (
    <>
      <a href={href} download="" data-lines={lines} data-whole={whole} data-broken={broken}>
        {children}
      </a>
      <span class="hint" aria-live="polite" />
    </>
  );
};
