import type { FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { moment } from './values.ts';

/** When something was, in a table: on one line where there is room for it. */
export const Moment: FC<{ at: Date; language: Language }> = ({ at, language }) => (
  <time datetime={at.toISOString()}>{moment(at, language)}</time>
);
