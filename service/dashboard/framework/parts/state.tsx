import type { FC } from 'hono/jsx';

export type StateKind = 'good' | 'warn' | 'bad' | 'plain';

/** A state in a word; its colour only repeats what the word says. */
export const StateBadge: FC<{ kind: StateKind; children?: string }> = ({ kind, children }) => (
  <span class={`badge ${kind}`}>{children}</span>
);
