import type { Child, FC } from 'hono/jsx';

export const Figure: FC<{ name: string; value: string; children?: Child }> = ({
  name,
  value,
  children,
}) => (
  <div class="figure">
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {children === undefined ? null : <span>{children}</span>}
    </dd>
  </div>
);

export const Figures: FC<{ label: string; children?: Child }> = ({ label, children }) => (
  <dl class="figures" aria-label={label}>
    {children}
  </dl>
);
