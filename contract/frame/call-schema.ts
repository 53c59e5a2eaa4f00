/**
 * A schema of a call's argument: zod's are such, and so are those below. The card frame parses a
 * handful of entries and every byte of it is there before a buyer can type, so it has no zod.
 * Source: Standard Schema 1.
 */
export type CallSchema<Value> = {
  readonly '~standard': {
    readonly validate: (argument: unknown) => Parsed<Value> | Promise<Parsed<Value>>;
  };
};
type Parsed<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
type Issue = { readonly message: string; readonly path?: readonly unknown[] | undefined };

/** One entry of an argument. `must` says what it has to be. */
type Entry<Value> = { isValid: (value: unknown) => value is Value; must: string };
type Shape = { [name: string]: Entry<unknown> };
type ValueOf<Of> = Of extends Entry<infer Value> ? Value : never;

export function entry<Value>(
  isValid: (value: unknown) => value is Value,
  must: string,
): Entry<Value> {
  return { isValid, must };
}

/** An object that has every entry of `shape`; what else it has is dropped. */
export function object<Of extends Shape>(
  shape: Of,
): CallSchema<{ [name in keyof Of]: ValueOf<Of[name]> }> {
  return toSchema(shape, false);
}

/** An object that may have any entry of `shape`; what else it has is dropped. */
export function partial<Of extends Shape>(
  shape: Of,
): CallSchema<{ [name in keyof Of]?: ValueOf<Of[name]> | undefined }> {
  return toSchema(shape, true);
}

function toSchema<Value>(shape: Shape, isPartial: boolean): CallSchema<Value> {
  function validate(argument: unknown): Parsed<Value> {
    if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) {
      return { issues: [{ message: 'must be an object' }] };
    }
    const value: { [name: string]: unknown } = {};
    const issues: Issue[] = [];
    for (const [name, { isValid, must }] of Object.entries(shape)) {
      const given: unknown = Reflect.get(argument, name);
      if (isPartial && given === undefined) continue;
      if (isValid(given)) value[name] = given;
      else issues.push({ message: must, path: [name] });
    }
    return issues.length > 0 ? { issues } : { value: value as Value };
  }
  return { '~standard': { validate } };
}
