import { raw } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import { inPieces } from '../../../base/shared/in-pieces.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { moment } from './values.ts';

const WORDS = words({
  next: ['Próxima página', 'Next page'],
  first: ['Voltar ao começo', 'Back to the first page'],
  pages: ['Paginação', 'Pages'],
});

export type Column = string | { name: string; isNumber?: boolean };

export function ofNumbers(name: string): Column {
  return { name, isNumber: true };
}

/**
 * On a phone each row is a card whose cells say what they are; the first cell is its heading. It is
 * written in pieces, however many rows there are.
 */
export const Table: FC<{
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly Child[])[];
}> = async ({ caption, columns, rows }) => {
  const headings = columns.map((one) =>
    typeof one === 'string' ? { name: one, isNumber: false } : one,
  );
  let body = '';
  for await (const cells of inPieces(rows)) {
    body += await (<Row cells={cells} headings={headings} />).toString();
  }
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {headings.map(({ name, isNumber }) => (
            <th scope="col" class={isNumber ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{raw(body)}</tbody>
    </table>
  );
};

const Row: FC<{
  cells: readonly Child[];
  headings: readonly { name: string; isNumber?: boolean }[];
}> = ({ cells, headings }) => (
  <tr>
    {cells.map((cell, place) => {
      const column = headings[place];
      const className = column?.isNumber ? 'number' : undefined;
      return place === 0 ? (
        <th scope="row" class={className} data-name={column?.name}>
          {cell}
        </th>
      ) : (
        <td class={className} data-name={column?.name}>
          {cell}
        </td>
      );
    })}
  </tr>
);

/** Those with a value; what there is nothing to say of is null and is left out. */
export const Facts: FC<{ facts: readonly (readonly [string, Child])[] }> = ({ facts }) => (
  <dl class="facts">
    {facts.map(([name, value]) =>
      value === null ? null : (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

export const Pager: FC<{ language: Language; next: string | null; first: string | null }> = ({
  language,
  next,
  first,
}) =>
  next === null && first === null ? null : (
    <nav class="pager" aria-label={WORDS[language].pages}>
      {first === null ? null : <a href={first}>{WORDS[language].first}</a>}
      {next === null ? null : (
        <a href={next} rel="next">
          {WORDS[language].next}
        </a>
      )}
    </nav>
  );

export type StateKind = 'good' | 'warn' | 'bad' | 'plain';

/** The colour only repeats what the word says. */
export const StateBadge: FC<{ kind: StateKind; children?: string }> = ({ kind, children }) => (
  <span class={`badge ${kind}`}>{children}</span>
);

export const Moment: FC<{ at: Date; language: Language }> = ({ at, language }) => (
  <time datetime={at.toISOString()}>{moment(at, language)}</time>
);

/** In the place of a list with nothing in it: why, and what to do next. */
export const Empty: FC<{ title: string; children?: Child }> = ({ title, children }) => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
