/**
 * One of the values we know, offered by an editor as it is typed, or one that is newer than these
 * types.
 *
 * Decision: brands, statuses and languages are open to more. A newer service may answer what these
 * types do not list, so a `switch` over them needs a `default`; and a page passes on the language
 * it has.
 */
export type KnownValue<Value extends string> = Value | (string & Record<never, never>);
