import type { FC } from 'hono/jsx';
import { CopiedAs } from '../../framework/parts/copyable.tsx';
import { ButtonLink } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { SIGN_IN_WORDS } from './words.ts';

/** New recovery codes, this once: to copy, print or download without any script. */
export const RecoveryCodes: FC<{ visit: Visit; codes: readonly string[]; to: string }> = ({
  visit,
  codes,
  to,
}) => {
  const text = SIGN_IN_WORDS[visit.language];
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div class="card narrow">
      <p>{text.saveCodesIntro}</p>
      <CopiedAs language={visit.language} value={codes.join('\n')}>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </CopiedAs>
      <div class="actions">
        <ButtonLink to={to}>{text.codesSaved}</ButtonLink>
        <a href={file} download={text.codesFile}>
          {text.download}
        </a>
      </div>
    </div>
  );
};
