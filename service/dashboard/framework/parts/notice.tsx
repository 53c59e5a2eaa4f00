import type { Child, FC } from 'hono/jsx';

/** What was done, or what is wrong, above the page's content. A screen reader says it at once. */
export const Notice: FC<{ kind: 'good' | 'warn' | 'bad'; children?: Child }> = ({
  kind,
  children,
}) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);
