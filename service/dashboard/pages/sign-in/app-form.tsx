import type { FC } from 'hono/jsx';
import { describeSecret } from '../../../domain/people/totp.ts';
import { CopiedAs, QrCode } from '../../framework/parts/copyable.tsx';
import { ButtonLink, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { CodeField } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

export const AppForm: FC<{
  visit: Visit;
  action: string;
  to: string;
  email: string;
  secret: Uint8Array;
  isWrong: boolean;
}> = ({ visit, action, to, email, secret, isWrong }) => {
  const words = SIGN_IN_WORDS[visit.language];
  const { uri, text } = describeSecret(secret, email);
  return (
    <Form action={action} visit={visit} class="card narrow">
      <input type="hidden" name="to" value={to} />
      <p>{words.setUpIntro}</p>
      <QrCode text={uri} label={words.qrCode} />
      <p>{words.typeSecret}</p>
      <CopiedAs language={visit.language} value={text}>
        <code class="secret">{text.match(/.{1,4}/g)?.join(' ')}</code>
      </CopiedAs>
      <CodeField
        label={words.firstCode}
        hint={words.firstCodeHint}
        inputmode="numeric"
        error={isWrong ? words.wrongFirstCode : undefined}
      />
      <SubmitButton>{words.goOn}</SubmitButton>
    </Form>
  );
};

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
