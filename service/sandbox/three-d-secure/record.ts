import type * as z from 'zod/mini';
import type { SandboxThreeDSState } from './state.ts';

/** Losing this often against other requests is no race any more. */
const MAX_TRIES = 100;

/** One kind of record in the state, read by its schema, changed by compare-and-set. */
export type Records<Value> = {
  find(id: string): Promise<Value | null>;
  /** Keeps the value unless there is one; gives the one that stays. */
  keep(id: string, value: Value): Promise<Value>;
  /**
   * Puts what `change` makes of the value in its place, and gives it; where `change` answers null
   * the value stays. `isChanged` tells which. Null for an unknown id.
   */
  change(
    id: string,
    change: (value: Value) => Value | null,
  ): Promise<{ value: Value; isChanged: boolean } | null>;
};

export function createRecords<Schema extends z.ZodMiniType>(
  state: SandboxThreeDSState,
  kind: string,
  schema: Schema,
): Records<z.infer<Schema>> {
  const keyOf = (id: string) => `${kind}|${id}`;
  const parse = (text: string) => schema.parse(JSON.parse(text));
  return {
    async find(id) {
      const text = await state.read(keyOf(id));
      return text === null ? null : parse(text);
    },
    async keep(id, value) {
      return parse(await state.keep(keyOf(id), JSON.stringify(value)));
    },
    async change(id, change) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const text = await state.read(keyOf(id));
        if (text === null) return null;
        const value = parse(text);
        const next = change(value);
        if (next === null) return { value, isChanged: false };
        if (await state.replace(keyOf(id), text, JSON.stringify(next))) {
          return { value: next, isChanged: true };
        }
      }
      throw new Error('a record changes too often');
    },
  };
}
