import type { SqlValue, Statement } from '../../base/shared/db.ts';

/** A part of the text itself, with the parameters of the values that it brings. */
class Text {
  readonly write: (parameterOf: (value: SqlValue) => string) => string;

  constructor(write: Text['write']) {
    this.write = write;
  }
}

export type Asking<Answer> = (
  texts: TemplateStringsArray,
  ...parts: readonly (SqlValue | Text)[]
) => Answer;

/** Such as a list of columns: never what somebody has given. */
export function raw(text: string | number): Text {
  return new Text(() => String(text));
}

/** For `id = ${among(ids)}`: one parameter, however many there are. */
export function among(texts: readonly string[]): Text {
  return new Text(
    (parameterOf) =>
      `ANY (ARRAY(SELECT json_array_elements_text(${parameterOf(JSON.stringify(texts))}::json)))`,
  );
}

/**
 * A statement whose values stand where they are used: sql('user_find')`... WHERE id = ${id}`.
 * `first`: its `$1`, `$2` and so on, which the text may name more than once. The company is among
 * them: the check of all statements looks for `company_id = $1`.
 */
export function sql(name: string, ...first: readonly SqlValue[]): Asking<Statement> {
  return (texts, ...parts) => {
    const values = [...first];
    const parameterOf = (value: SqlValue) => `$${values.push(value)}`;
    const shown = parts.map((part) =>
      part instanceof Text ? part.write(parameterOf) : parameterOf(part),
    );
    return { name, text: joined(texts, shown), values };
  };
}

/** What each place in the code wrote last: most write the same text ever again, with other values. */
const LAST = new WeakMap<TemplateStringsArray, { shown: readonly string[]; text: string }>();

function joined(texts: TemplateStringsArray, shown: readonly string[]): string {
  const last = LAST.get(texts);
  if (last?.shown.every((part, nth) => part === shown[nth])) return last.text;
  const text = String.raw({ raw: texts }, ...shown);
  LAST.set(texts, { shown, text });
  return text;
}
