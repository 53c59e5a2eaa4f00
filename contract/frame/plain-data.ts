/** Caps on one message; the largest honest one is a few hundred characters. */
const MAX_DEPTH = 8;
const MAX_NODES = 1_000;
const MAX_TEXT = 64 * 1024;

const FORBIDDEN_KEY = /^(__proto__|constructor|prototype)$/;

/**
 * What a message may carry, `undefined` too: within the caps, arrays without holes or other
 * properties, no prototype keys. Lengths are looked at before contents, so that a huge message
 * costs nothing.
 */
export function isPlain(value: unknown): boolean {
  let nodes = MAX_NODES;
  let text = MAX_TEXT;

  function check(part: unknown, depth: number): boolean {
    nodes -= 1;
    if (nodes < 0 || depth < 0) return false;
    if (typeof part === 'string') {
      text -= part.length;
      return text >= 0;
    }
    if (typeof part === 'number') return Number.isFinite(part);
    if (part === undefined || part === null || typeof part === 'boolean') return true;
    if (Array.isArray(part)) {
      if (part.length > nodes) return false;
      // A cloned array keeps what else was hung on it; its own `length` is the one key more.
      return (
        [...part.keys()].every((at) => Object.hasOwn(part, at) && check(part[at], depth - 1)) &&
        Reflect.ownKeys(part).length === part.length + 1
      );
    }
    if (!isRecord(part)) return false;
    return Reflect.ownKeys(part).every(
      (key) =>
        typeof key === 'string' &&
        !FORBIDDEN_KEY.test(key) &&
        check(key, depth) &&
        check(own(part, key), depth - 1),
    );
  }

  return check(value, MAX_DEPTH);
}

/** True for an object literal: no class, no Map, no function. */
export function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** An own property; a page that polluted `Object.prototype` adds nothing to it. */
export function own(record: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(record, name)?.value;
}
