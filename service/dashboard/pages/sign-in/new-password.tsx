import type { FC } from 'hono/jsx';
import { Field } from '../../framework/parts/form.tsx';
import type { Language } from '../../words/words.ts';
import { SIGN_IN_WORDS } from './words.ts';

export type NewPasswordFault = 'notSame' | 'badPassword';

export const NewPasswordFields: FC<{
  label: string;
  language: Language;
  fault: NewPasswordFault | undefined;
}> = ({ label, language, fault }) => {
  const text = SIGN_IN_WORDS[language];
  return (
    <>
      <Field
        name="password"
        label={label}
        type="password"
        autocomplete="new-password"
        hint={text.passwordHint}
        error={fault === 'badPassword' ? text.badPassword : undefined}
        required
      />
      <Field
        name="repeat"
        label={text.repeat}
        type="password"
        autocomplete="new-password"
        error={fault === 'notSame' ? text.notSame : undefined}
        required
      />
    </>
  );
};
