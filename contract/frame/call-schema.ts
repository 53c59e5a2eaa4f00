import * as z from 'zod/mini';

// Schemas of zod's core, without the methods that its classes hang on every schema: the frame calls
// `safeParse` and nothing else, and every byte is there before a buyer can type.

/** What `isValid` says of a value; `message` names what it must be. */
export function custom<Value>(
  isValid: (value: unknown) => boolean,
  message: string,
): z.core.$ZodCustom<Value, Value> {
  return z.core._custom<Value>(z.core.$ZodCustom, isValid, message);
}

export function optional<Schema extends z.core.$ZodType>(
  innerType: Schema,
): z.core.$ZodOptional<Schema> {
  const schema: z.core.$ZodType = new z.core.$ZodOptional({ type: 'optional', innerType });
  return schema as z.core.$ZodOptional<Schema>;
}

/** Entries that are not in `shape` are dropped. */
export function object<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.core.$ZodObject<Shape, z.core.$strip> {
  const schema: z.core.$ZodType = new z.core.$ZodObject({ type: 'object', shape });
  return schema as z.core.$ZodObject<Shape, z.core.$strip>;
}
