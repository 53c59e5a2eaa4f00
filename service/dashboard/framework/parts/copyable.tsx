import type { Child, FC } from 'hono/jsx';
import encodeQr from 'qr';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const WORDS = words({ copy: ['Copiar', 'Copy'], copied: ['Copiado', 'Copied'] });

/** A text that is taken elsewhere; the script puts a button beside it that copies it as it is. */
export const Copyable: FC<{ language: Language; isSecret?: boolean; children: string }> = ({
  language,
  isSecret = false,
  children,
}) => {
  const { copy, copied } = WORDS[language];
  return (
    <div class="copyable" data-copy={copy} data-copied={copied}>
      {isSecret ? (
        <code class="secret">{children}</code>
      ) : (
        <pre class="wire" tabindex={0}>
          {children}
        </pre>
      )}
    </div>
  );
};

/** The same beside what is not shown as it is taken, such as a secret in groups of four. */
export const CopiedAs: FC<{ language: Language; value: string; children: Child }> = ({
  language,
  value,
  children,
}) => {
  const { copy, copied } = WORDS[language];
  return (
    <div class="copyable" data-copy={copy} data-copied={copied} data-value={value}>
      {children}
    </div>
  );
};

/** A text as a QR code that a phone reads from a dark page as well: dark squares on white. */
export const QrCode: FC<{ text: string; label: string }> = ({ text, label }) => {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shape-rendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={rows.map(drawRow).join('')} fill="#000" />
    </svg>
  );
};

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('');
}
