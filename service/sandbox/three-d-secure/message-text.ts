import type * as z from 'zod/mini';

/** A message as it was received, or why it was none: for an Erro, never with its content. */
export type Received<Message> =
  | { isValid: true; message: Message }
  | { isValid: false; fields: string[] };

/** Reads a message from the JSON text another role sent. */
export function readMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): Received<z.infer<Schema>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold a card number.
    return { isValid: false, fields: ['message'] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { isValid: true, message: parsed.data };
  const fields = parsed.error.issues.map(({ path }) => String(path[0] ?? 'message'));
  return { isValid: false, fields: [...new Set(fields)] };
}

/** Base64url without padding, as browsers carry messages between the roles. */
export function toBase64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** Null for what is not base64url without padding of UTF-8 text. */
export function fromBase64Url(encoded: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) return null;
  const bytes = Buffer.from(encoded, 'base64url');
  // Refuses lengths and trailing bits that no encoder makes.
  if (bytes.toString('base64url') !== encoded) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
