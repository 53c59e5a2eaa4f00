/** A type with nothing in it that only the library of a schema could tell. */
type WrittenOut<T> = T extends object ? { [Member in keyof T]: WrittenOut<T[Member]> } : T;

/**
 * For modules of types alone: the compiler writes out what a value is inferred to be, where it would
 * only name a type. So the package's declarations say what the schemas say, and need no library of
 * theirs. Never called, since no such module runs.
 */
export declare function writtenOut<T>(): WrittenOut<T>;
