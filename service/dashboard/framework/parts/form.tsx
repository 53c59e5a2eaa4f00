import type { Child, FC } from 'hono/jsx';
import type { Visit } from '../route.ts';

export const Form: FC<{
  action: string;
  visit: Pick<Visit, 'formToken'>;
  class?: string | undefined;
  /** What a screen reader calls it. */
  label?: string | undefined;
  isMultipart?: boolean;
  children?: Child;
}> = ({ action, visit, class: className, label, isMultipart, children }) => (
  <form
    method="post"
    action={action}
    class={className}
    aria-label={label}
    enctype={isMultipart ? 'multipart/form-data' : undefined}
  >
    <input type="hidden" name="_token" value={visit.formToken} />
    {children}
  </form>
);

export type FieldProps = {
  name: string;
  /** Which of several forms on one page it is in, where they have fields of one name. */
  of?: string | undefined;
  label: string;
  value?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'number' | 'url' | 'file';
  autocomplete?: string | undefined;
  inputmode?: 'numeric' | 'decimal' | 'email' | undefined;
  maxlength?: number | undefined;
  required?: boolean;
  readonly?: boolean;
  autofocus?: boolean;
  spellcheck?: boolean;
};

export const Field: FC<FieldProps> = ({ name, of, label, hint, error, type = 'text', ...more }) => (
  <div class="field">
    <label for={idOf('field', name, of)}>{label}</label>
    <input
      id={idOf('field', name, of)}
      name={name}
      type={type}
      aria-describedby={describedBy({ name, of, hint, error })}
      aria-invalid={error === undefined ? undefined : 'true'}
      {...more}
    />
    <FieldNotes name={name} of={of} hint={hint} error={error} />
  </div>
);

type Option = { value: string; label: string };
export type SelectProps = Pick<FieldProps, 'name' | 'of' | 'label' | 'value' | 'hint' | 'error'> & {
  options: readonly Option[];
};

export function choices<Value extends string>(
  none: string,
  values: readonly Value[],
  nameOf: (value: Value) => string,
): readonly Option[] {
  return [{ value: '', label: none }, ...values.map((value) => ({ value, label: nameOf(value) }))];
}

export const Select: FC<SelectProps> = ({ name, of, label, value, options, hint, error }) => (
  <div class="field">
    <label for={idOf('field', name, of)}>{label}</label>
    <select
      id={idOf('field', name, of)}
      name={name}
      aria-describedby={describedBy({ name, of, hint, error })}
      aria-invalid={error === undefined ? undefined : 'true'}
    >
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
    <FieldNotes name={name} of={of} hint={hint} error={error} />
  </div>
);

/** `danger`: what it does cannot be taken back. */
export const SubmitButton: FC<{
  kind?: 'primary' | 'quiet' | 'danger';
  name?: string;
  value?: string;
  children?: Child;
}> = ({ kind = 'primary', name, value, children }) => (
  <button type="submit" class={kind} name={name} value={value}>
    {children}
  </button>
);

/** One button below what comes of pressing it; `children` is what is asked besides. */
export const ActCard: FC<{
  title: string;
  text?: string;
  action: string;
  visit: Pick<Visit, 'formToken'>;
  danger?: boolean;
  children?: Child;
}> = ({ title, text, action, visit, danger, children }) => (
  <section class="card">
    <h2>{title}</h2>
    {text === undefined ? null : <p>{text}</p>}
    <Form action={action} visit={visit}>
      {children}
      <SubmitButton kind={danger ? 'danger' : 'primary'}>{title}</SubmitButton>
    </Form>
  </section>
);

export const Consent: FC<{ name: string; children?: string }> = ({ name, children }) => (
  <p>
    <label>
      <input type="checkbox" name={name} value="yes" required /> {children}
    </label>
  </p>
);

type Notes = Pick<FieldProps, 'name' | 'of' | 'hint' | 'error'>;

const FieldNotes: FC<Notes> = ({ name, of, hint, error }) => (
  <>
    {hint === undefined ? null : (
      <p class="hint" id={idOf('hint', name, of)}>
        {hint}
      </p>
    )}
    {error === undefined ? null : (
      <p class="error" id={idOf('error', name, of)}>
        {error}
      </p>
    )}
  </>
);

function describedBy({ name, of, hint, error }: Notes): string | undefined {
  const ids = [
    ...(error === undefined ? [] : [idOf('error', name, of)]),
    ...(hint === undefined ? [] : [idOf('hint', name, of)]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

function idOf(what: 'field' | 'hint' | 'error', name: string, of: string | undefined): string {
  return [what, ...(of === undefined ? [] : [of.replaceAll(/\W+/g, '-')]), name].join('-');
}

/** A screen reader says it at once. */
export const Notice: FC<{ kind: 'good' | 'warn' | 'bad'; children?: Child }> = ({
  kind,
  children,
}) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

/** On a phone it opens a part that is folded there; a browser without popovers folds nothing. */
export const Unfold: FC<{ part: string; children?: Child }> = ({ part, children }) => (
  <button type="button" class="unfold" popovertarget={part}>
    {children}
  </button>
);

/** A way on from a page, on a line of its own. */
export const Way: FC<{ to: string; children?: Child }> = ({ to, children }) => (
  <p class="actions">
    <a href={to}>{children}</a>
  </p>
);

/** A way on that most people come to a page for: it looks like a button. */
export const ButtonLink: FC<{ to: string; children?: Child }> = ({ to, children }) => (
  <a class="button" href={to}>
    {children}
  </a>
);
