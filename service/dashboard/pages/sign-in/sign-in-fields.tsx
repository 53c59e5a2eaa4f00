import type { FC } from 'hono/jsx';
import type { FieldProps } from '../../framework/parts/form.tsx';
import { Field } from '../../framework/parts/form.tsx';
import type { Language } from '../../words/words.ts';
import { SIGN_IN_WORDS } from './words.ts';

type OwnField = Pick<FieldProps, 'label' | 'hint' | 'error'>;

export const PasswordField: FC<OwnField & { name?: string; isNew?: boolean }> = ({
  name = 'password',
  isNew = false,
  ...field
}) => (
  <Field
    {...field}
    name={name}
    type="password"
    autocomplete={isNew ? 'new-password' : 'current-password'}
    required
  />
);

/** A code of an app, or one for recovery, which is longer. */
export const CodeField: FC<OwnField & Pick<FieldProps, 'inputmode' | 'autofocus'>> = (field) => (
  <Field
    {...field}
    name="code"
    autocomplete="one-time-code"
    maxlength={20}
    spellcheck={false}
    required
  />
);

export type NewPasswordFault = 'notSame' | 'badPassword';

export const NewPasswordFields: FC<{
  label: string;
  language: Language;
  fault: NewPasswordFault | undefined;
}> = ({ label, language, fault }) => {
  const text = SIGN_IN_WORDS[language];
  return (
    <>
      <PasswordField
        label={label}
        hint={text.passwordHint}
        error={fault === 'badPassword' ? text.badPassword : undefined}
        isNew
      />
      <PasswordField
        name="repeat"
        label={text.repeat}
        error={fault === 'notSame' ? text.notSame : undefined}
        isNew
      />
    </>
  );
};
