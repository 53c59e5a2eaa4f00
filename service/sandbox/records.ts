import type * as z from 'zod/mini';

/**
 * What the parties of the sandbox remember, by key: they play companies of their own, so their
 * memory outlives our process and is not our tables. Values may hold card numbers and proofs;
 * whoever implements this seals them.
 */
export interface SandboxState {
  read(key: string): Promise<string | null>;
  /** Keeps the value unless the key has one; gives the value that stays. Atomic. */
  keep(key: string, value: string): Promise<string>;
  /** Puts `next` in place of `expected`; false where the key holds anything else. Atomic. */
  replace(key: string, expected: string, next: string): Promise<boolean>;
}

/** Losing this often against other requests is no race any more. */
const MAX_TRIES = 100;

/** One kind of record in the state, read by its schema, changed by compare-and-set. */
export function createRecords<Schema extends z.ZodMiniType>(
  state: SandboxState,
  kind: string,
  schema: Schema,
) {
  type Value = z.infer<Schema>;
  const keyOf = (id: string) => `${kind}|${id}`;
  const parse = (text: string): Value => schema.parse(JSON.parse(text));
  return {
    async find(id: string): Promise<Value | null> {
      const text = await state.read(keyOf(id));
      return text === null ? null : parse(text);
    },

    async keep(id: string, value: Value): Promise<Value> {
      return parse(await state.keep(keyOf(id), JSON.stringify(value)));
    },

    /**
     * Puts what `change` makes of the value in its place, and gives it; where `change` answers null
     * the value stays. `isChanged` tells which. Null for an unknown id.
     */
    async change(
      id: string,
      change: (value: Value) => Value | null,
    ): Promise<{ value: Value; isChanged: boolean } | null> {
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
