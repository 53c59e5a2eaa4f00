import * as z from 'zod/mini';
import { isCardNumber } from '../../contract/card-number.ts';
import { centavosSchema } from '../../contract/money.ts';

/**
 * One option of a command: how it is read, what it means, and whether the log may keep it.
 * `isFile`: a path, made absolute where it was typed. `mayBeRead`: `-` takes it from the input.
 * `content`: read where it was typed. Text may stand there itself, in a file named by `@path`, or in
 * the input (`-`); bytes are those of a file named by its path, or of the input, and become base64.
 */
export type OptionDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  schema: Schema;
  help: string;
  isLogged: boolean;
  isFile?: boolean;
  mayBeRead?: boolean;
  content?: 'text' | 'bytes';
};

export function logged<Schema extends z.ZodMiniType>(
  schema: Schema,
  help: string,
): OptionDefinition<Schema> {
  return { schema, help, isLogged: true };
}

/** What may name a person, a path or a secret: the log never hears of it. */
export function unlogged<Schema extends z.ZodMiniType>(
  schema: Schema,
  help: string,
  more: { isFile?: true; mayBeRead?: true; content?: 'text' | 'bytes' } = {},
): OptionDefinition<Schema> {
  return { schema, help, isLogged: false, ...more };
}

/**
 * Decision: an id never has eight digits in a row, nor does a name of an actor: what has may be a
 * card or a document in the wrong place, and both are kept in the log.
 */
export const companyIdOption = z
  .string()
  .check(
    z.regex(
      /^(?!.*\d{8})[a-z0-9]{1,40}$/,
      'must be 1 to 40 small letters and digits, and no eight digits in a row',
    ),
  );

export const OF_COMPANY = logged(companyIdOption, 'the id of the company');

export const actorSchema = z
  .string()
  .check(
    z.regex(/^(?!.*\d{8})[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits and any of . _ @ -'),
  );

function idOption(prefix: 'pay' | 'out' | 'evt', thing: string) {
  return z
    .string()
    .check(
      z.regex(new RegExp(`^${prefix}_[a-z0-9]{1,40}_[\\w-]{22}$`), `must be the id of a ${thing}`),
    );
}

export const payinIdOption = idOption('pay', 'payin');
export const payoutIdOption = idOption('out', 'payout');
export const eventIdOption = idOption('evt', 'webhook event');

/** The company that a public id carries. */
export function companyOf(id: string): string {
  return id.split('_')[1] ?? '';
}

function digits(message: string) {
  return z.pipe(z.string().check(z.regex(/^\d{1,12}$/, message)), z.transform(Number));
}

export const centavosOption = z.pipe(digits('must be a whole number of centavos'), centavosSchema);

export const limitOption = z._default(
  z.pipe(
    digits('must be a whole number from 1 to 1000'),
    z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1000, 'must be at most 1000')),
  ),
  50,
);

export function countOption(most: number) {
  return z.pipe(
    digits(`must be a whole number from 1 to ${most}`),
    z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(most, `must be at most ${most}`)),
  );
}

export const yesOrNoOption = z.pipe(
  z.enum(['yes', 'no'], 'must be yes or no'),
  z.transform((word) => word === 'yes'),
);

/** `a,b,c`; `none` for an empty list. */
export function listOption<Item extends z.ZodMiniType<unknown, string>>(item: Item) {
  return z.pipe(
    z.pipe(
      z.string().check(z.minLength(1, 'must be a list with commas, or none')),
      z.transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim()))),
    ),
    z.array(item),
  );
}

/** A moment in ISO 8601 with its zone, such as `2026-11-20T10:00:00Z`. */
export const momentOption = z.pipe(
  z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-20T10:00:00Z' }),
  z.transform((text) => new Date(text)),
);

export const pathOption = z
  .string()
  .check(z.minLength(1, 'must be a path'), z.maxLength(4096, 'must be a path'));

/** What somebody else calls a thing; never a card number. */
export const referenceOption = z.string().check(
  z.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits and any of . _ -'),
  z.refine((text) => !(text.match(/\d+/g) ?? []).some(isCardNumber), 'must be no number of a card'),
);
