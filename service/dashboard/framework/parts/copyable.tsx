import type { Child, FC } from 'hono/jsx';
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
