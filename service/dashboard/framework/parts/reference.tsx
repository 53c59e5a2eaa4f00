import type { FC } from 'hono/jsx';

/** References of shops are seldom longer. */
const USUAL_LENGTH = 24;

/**
 * A reference of the merchant's own: one of a usual length stays on one line where there is room, a
 * longer one breaks wherever it has to.
 */
export const Reference: FC<{ children: string }> = ({ children }) => (
  <span class={children.length > USUAL_LENGTH ? 'long' : 'short'}>{children}</span>
);
