import type { FC } from 'hono/jsx';
import type { Act, Field as ActField, Fields, TextAct } from '../../../acts/act.ts';
import { nameOf } from '../../../acts/act.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { AuditSubjects } from '../../../domain/audit/audit-log.ts';
import { Field, Form, Select, SubmitButton } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { sayRule, whyRefused } from '../../words/say-refusal.ts';
import type { Language } from '../../words/words.ts';
import { LABELS, VALUES } from './words.ts';

/** A name of ours, one said here in both languages, or (`plain`) alike in each, as a party's. */
export type Label = LabelName | Readonly<Record<Language, string>> | { plain: string };

export function labelText(label: Label, language: Language): string {
  if (typeof label === 'string') return LABELS[language][label];
  return 'plain' in label ? label.plain : label[language];
}

/**
 * One value of an act as a form asks for it, in the text that the command line takes: one or (`isMany`)
 * any of its choices, else what is typed. `record`: what the facts of an account call it.
 */
export type FormField = {
  option: string;
  label: Label;
  record?: string;
  hint?: Label | undefined;
  choices?: readonly string[] | undefined;
  isMany?: boolean;
  type?: 'password' | 'file';
  isOptional?: boolean;
  /** Left empty it takes back what is there; others stay as they are. */
  isClearable?: boolean;
};

/** `danger`: hard to take back. `isNew`: its fields begin empty; its button says what it makes. */
export type ActForm<Answer = unknown> = {
  act: TextAct<Answer>;
  title: Label;
  fields: readonly FormField[];
  danger?: boolean;
  isNew?: boolean;
};

/** The facts of an account call a value as its label is called. */
type FieldText = Label | Pick<FormField, 'label' | 'record' | 'hint' | 'isClearable'>;

type LabelName = keyof (typeof LABELS)['en'];

function isLabelName(name: string): name is LabelName {
  return name in LABELS.en;
}

/**
 * The form of an act: a field for each of its values, but for a company that its address names.
 * `texts`: of those that no label of ours is named after.
 */
export function formOf<F extends Fields, Answer>(
  act: Act<F, Answer>,
  title: Label,
  texts: { readonly [Name in Exclude<keyof F & string, 'companyId' | LabelName>]: FieldText } & {
    readonly [Name in keyof F & string]?: FieldText;
  },
  more: Pick<ActForm, 'danger' | 'isNew'> = {},
): ActForm<Answer> {
  const said: Readonly<Record<string, FieldText | undefined>> = texts;
  const fields = Object.entries<ActField>(act.fields).flatMap(([key, value]): FormField[] => {
    const text = said[key] ?? (isLabelName(key) && key !== 'companyId' ? key : undefined);
    if (text === undefined) return [];
    const told = typeof text === 'object' && 'label' in text ? text : { label: text };
    const { label } = told;
    return [
      {
        option: nameOf(key),
        ...(typeof label === 'string' ? { record: label } : {}),
        choices: value.choices,
        isMany: value.isMany === true,
        isOptional: value.text.safeParse(undefined).success,
        ...told,
      },
    ];
  });
  return { act, title, fields, ...more };
}

/** `errors`: by the paths of values, in the language of the page. */
export type Refused = { act: TextAct; errors: Readonly<Record<string, string>> };

export function formPath(below: string, { act }: ActForm): string {
  return `${below}/${act.command.replace(' ', '-')}`;
}

export const ActForms: FC<{
  forms: readonly ActForm[];
  below: string;
  visit: Visit;
  record?: AuditSubjects;
  refused: Refused | null;
}> = ({ forms, below, ...more }) => (
  <>
    {forms.map((form) => (
      <ActFormView form={form} action={formPath(below, form)} {...more} />
    ))}
  </>
);

export const ActFormView: FC<{
  form: ActForm;
  action: string;
  visit: Visit;
  record?: AuditSubjects;
  refused: Refused | null;
}> = ({ form, action, visit, record = {}, refused }) => {
  const title = labelText(form.title, visit.language);
  const isRefused = refused?.act === form.act;
  const errors = isRefused ? refused.errors : {};
  return (
    <details class="card command" open={isRefused}>
      <summary>{title}</summary>
      <Form
        action={action}
        visit={visit}
        isMultipart={form.fields.some(({ type }) => type === 'file')}
      >
        {Object.entries(errors)
          .filter(([path]) => !form.fields.some(({ option }) => isOf(path, option)))
          .map(([, message]) => (
            <p class="error">{message}</p>
          ))}
        {form.fields.map((field) => (
          <FieldView
            field={field}
            id={form.act.command}
            visit={visit}
            value={isRefused ? typed(visit, field) : shown(form.isNew ? {} : record, field)}
            error={errorOf(field, errors)}
          />
        ))}
        <div class="actions">
          <SubmitButton kind={form.danger ? 'danger' : 'primary'}>
            {isNamedByTitle(form) ? title : LABELS[visit.language].save}
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
};

function isNamedByTitle({ danger, isNew, fields }: ActForm): boolean {
  return danger === true || isNew === true || fields.length === 0;
}

const FieldView: FC<{
  field: FormField;
  id: string;
  visit: Visit;
  value: string;
  error: string | undefined;
}> = ({ field, id, visit, value, error }) => {
  const { language } = visit;
  const label = labelText(field.label, language);
  const hint = field.hint === undefined ? undefined : labelText(field.hint, language);
  const options = field.choices?.map((one) => ({
    value: one,
    label: VALUES[language][one] ?? one,
  }));
  const common = { name: field.option, of: id, label, hint, error };
  if (options === undefined) {
    return (
      <Field
        {...common}
        type={field.type ?? 'text'}
        value={field.type === undefined ? value : undefined}
        autocomplete={field.type === 'password' ? 'off' : undefined}
        required={!field.isOptional}
      />
    );
  }
  if (!field.isMany) return <Select {...common} value={value} options={options} />;
  return (
    <fieldset class="many">
      <legend>{label}</legend>
      {options.map((choice) => (
        <label>
          <input
            type="checkbox"
            name={field.option}
            value={choice.value}
            checked={value.split(',').includes(choice.value)}
          />
          {choice.label}
        </label>
      ))}
      {error === undefined ? null : <p class="error">{error}</p>}
    </fieldset>
  );
};

/** Leads on by what the act answers; what was refused is shown `again`. */
export async function actByForm<Answer>(
  form: ActForm<Answer>,
  visit: Visit,
  {
    besides = {},
    done,
    again,
  }: {
    besides?: Readonly<Record<string, string>>;
    done(answer: Answer): Promise<Response> | Response;
    again(refused: Refused): Promise<Response>;
  },
): Promise<Response> {
  const texts = await textsOf(form, visit);
  let answer: Answer;
  try {
    answer = await visit.actByText(form.act, { ...texts, ...besides });
  } catch (error) {
    return again(refusedBy(form.act, error, visit.language));
  }
  return done(answer);
}

/** Nothing for what was left empty. */
async function textsOf(form: ActForm, visit: Visit): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const field of form.fields) {
    if (field.isMany) {
      texts[field.option] = visit.formAll(field.option).join(',') || 'none';
      continue;
    }
    const value =
      field.type === 'file'
        ? Buffer.from((await visit.fileBytes(field.option)) ?? []).toString('base64')
        : visit.form[field.option]?.trim();
    if (value || (field.isClearable && value === '')) texts[field.option] = value;
  }
  return texts;
}

/** Refusals that are of no field, and that a form says as it says the others. */
const OF_THE_WHOLE: readonly string[] = ['ILLEGAL_TRANSITION', 'PROVIDER_ERROR'];

/** The refusal of an act as errors of its fields, or of none of them; anything else is thrown on. */
export function refusedBy(act: TextAct, error: unknown, language: Language): Refused {
  if (!(error instanceof ApiError)) throw error;
  if (OF_THE_WHOLE.includes(error.code)) {
    return { act, errors: { '': whyRefused(error, language) } };
  }
  if (error.details.length === 0) throw error;
  const errors = error.details.map((detail) => [detail.path, sayRule(detail, language)] as const);
  return { act, errors: Object.fromEntries(errors) };
}

function errorOf({ option }: FormField, errors: Refused['errors']): string | undefined {
  return Object.entries(errors).find(([path]) => isOf(path, option))?.[1];
}

function isOf(path: string, option: string): boolean {
  return path === option || path.startsWith(`${option}.`);
}

function typed(visit: Visit, field: FormField): string {
  return field.isMany ? visit.formAll(field.option).join(',') : (visit.form[field.option] ?? '');
}

function shown(record: AuditSubjects, field: FormField): string {
  const value = record[field.record ?? field.option];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? '' : String(value);
}
