import type { Child, FC } from 'hono/jsx';

/** In the place of a list with nothing in it: why, and what to do next. */
export const Empty: FC<{ title: string; children?: Child }> = ({ title, children }) => (
  <section class="empty">
    <h2>{title}</h2>
    {children}
  </section>
);
