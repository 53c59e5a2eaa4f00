/** No library: its bytes would delay the first field. What is no entry of a schema is dropped. */
export type CallSchema<Value> = (argument: unknown) => Parsed<Value>;

type Parsed<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
/** An empty `path` is the argument itself. */
type Issue = { readonly path: string; readonly message: string };

/** One entry of an argument. `must` says what it has to be. */
type Entry<Value> = { isValid: (value: unknown) => value is Value; must: string };
type Shape = { [name: string]: Entry<unknown> };
type ValueOf<Of> = Of extends Entry<infer Value> ? Value : never;
type Required<Of extends Shape> = { [name in keyof Of]: ValueOf<Of[name]> };
type Optional<Of extends Shape> = { [name in keyof Of]?: ValueOf<Of[name]> | undefined };

export function entry<Value>(
  isValid: (value: unknown) => value is Value,
  must: string,
): Entry<Value> {
  return { isValid, must };
}

export function text(maxLength: number): Entry<string> {
  return entry(
    (value): value is string => typeof value === 'string' && value.length <= maxLength,
    `must be a text of at most ${maxLength} characters`,
  );
}

export function object<Of extends Shape, May extends Shape = Record<never, never>>(
  shape: Of,
  optional?: May,
): CallSchema<Required<Of> & Optional<May>> {
  return (argument) => {
    if (!isObject(argument)) return { issues: [{ path: '', message: 'must be an object' }] };
    const value: { [name: string]: unknown } = {};
    const issues: Issue[] = [];
    for (const [name, { isValid, must }] of Object.entries({ ...shape, ...optional })) {
      const given = argument[name];
      if (given === undefined && !Object.hasOwn(shape, name)) continue;
      if (isValid(given)) value[name] = given;
      else issues.push({ path: name, message: must });
    }
    return issues.length > 0 ? { issues } : { value: value as Required<Of> & Optional<May> };
  };
}

export function partial<Of extends Shape>(shape: Of): CallSchema<Optional<Of>> {
  return object({}, shape);
}

export function isObject(value: unknown): value is { [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
