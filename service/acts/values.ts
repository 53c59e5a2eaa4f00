import * as z from 'zod/mini';
import { isCardNumber } from '../../contract/card/card-number.ts';
import { must, mustMatch, textMatching } from '../../contract/errors/broken-rule.ts';
import { centavosSchema } from '../../contract/money.ts';

/**
 * `typed` reads a value as code has it, `text` as a command line or form writes it. `choices`: all
 * that its text, or each text of a list (`isMany`), may be.
 */
export type Value<Output = unknown, Given = Output> = {
  typed: z.ZodMiniType<Output, Given>;
  text: z.ZodMiniType<Output>;
  choices?: readonly string[];
  isMany?: true;
};

export function plain<Output>(schema: z.ZodMiniType<Output, Output>): Value<Output> {
  return { typed: schema, text: schema };
}

export function oneOf<const Name extends string>(choices: readonly Name[]): Value<Name> {
  return { ...plain(z.enum(choices)), choices };
}

export function written<Output>(
  read: z.ZodMiniType<unknown>,
  typed: z.ZodMiniType<Output, Output>,
): Value<Output> {
  return { typed, text: z.pipe(read, typed as z.ZodMiniType<Output, unknown>) };
}

export function optional<Output, Given>({
  typed,
  text,
  ...more
}: Value<Output, Given>): Value<Output | undefined, Given | undefined> {
  return { ...more, typed: z.optional(typed), text: z.optional(text) };
}

export function orElse<Output extends number | boolean>(
  { typed, text }: Value<Output>,
  fallback: Output,
): Value<Output, Output | undefined> {
  return { typed: z._default(typed, () => fallback), text: z._default(text, () => fallback) };
}

/** Decision: eight digits in a row may be a card or document, and the log keeps ids and actors. */
const noPersonalNumber = must<string, 'personal_number'>(
  (text) => !/\d{8}/.test(text),
  'personal_number',
);

function characters(pattern: RegExp, allowed: string, max: number) {
  return mustMatch(pattern, 'characters', { allowed, min: 1, max });
}

export const COMPANY_ID = plain(
  z.string().check(...characters(/^[a-z0-9]{1,40}$/, 'a-z 0-9', 40), noPersonalNumber),
);

const ACTOR = characters(/^[\w.@-]{1,64}$/, 'A-Z a-z 0-9 . _ @ -', 64);
export const actorSchema = z.string().check(...ACTOR, noPersonalNumber);

export function idOf(prefix: string, rest: string): Value<string> {
  const id = new RegExp(`^${prefix}_${rest}$`);
  return plain(textMatching(id, 'begins_with', { prefixes: `${prefix}_` }));
}

const OF_COMPANY = '[a-z0-9]{1,40}_[\\w-]{22}';
export const PAYIN_ID = idOf('pay', OF_COMPANY);
export const PAYOUT_ID = idOf('out', OF_COMPANY);
export const PAGE_ID = idOf('pag', OF_COMPANY);
export const EVENT_ID = idOf('evt', OF_COMPANY);

export function companyOf(id: string): string {
  return id.split('_')[1] ?? '';
}

/** The number that so many digits write, at most. */
export function wholeNumber(max: number) {
  const digits = textMatching(new RegExp(`^\\d{1,${max}}$`), 'digits', { min: 1, max });
  return z.pipe(digits, z.transform(Number));
}

export const CENTAVOS = written(wholeNumber(12), centavosSchema);

export function countTo(most: number) {
  return written(wholeNumber(12), z.int().check(z.minimum(1), z.maximum(most)));
}

export const LIMIT = orElse(countTo(1000), 50);

export const YES_OR_NO: Value<boolean> = {
  ...written(
    z.pipe(
      z.enum(['yes', 'no']),
      z.transform((word) => word === 'yes'),
    ),
    z.boolean(),
  ),
  choices: ['yes', 'no'],
};

/** The texts of `a,b,c`; `none` for an empty list. */
export const commaList = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim()))),
);

export function listOf<Item>(
  { typed, choices }: Value<Item>,
  ...checks: z.core.$ZodCheck<Item[]>[]
): Value<Item[]> {
  const list = written(commaList, z.array(typed).check(...checks));
  return choices === undefined ? list : { ...list, choices, isMany: true };
}

export const MOMENT = written(
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text) => new Date(text)),
  ),
  z.date(),
);

export const LAST_FOUR = plain(textMatching(/^\d{4}$/, 'digits', { min: 4, max: 4 }));

export const DAY = plain(z.iso.date());

export const FILE_PATH = plain(z.string().check(z.minLength(1), z.maxLength(4096)));

export const RECEIVER_URL = plain(z.string().check(z.maxLength(2048)));

/** What somebody else calls a thing; never a card number. */
export const FOREIGN_REFERENCE = plain(
  z.string().check(
    ...characters(/^[\w.-]{1,64}$/, 'A-Z a-z 0-9 . _ -', 64),
    must((text) => !(text.match(/\d+/g) ?? []).some(isCardNumber), 'personal_number'),
  ),
);
