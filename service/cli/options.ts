import * as z from 'zod/mini';
import {
  CENTAVOS,
  COMPANY_ID,
  countTo,
  EVENT_ID,
  FILE_PATH,
  FOREIGN_REFERENCE,
  LIMIT,
  MOMENT,
  PAYIN_ID,
  PAYOUT_ID,
  YES_OR_NO,
} from '../acts/values.ts';

export { actorSchema, companyOf } from '../acts/values.ts';

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

export const companyIdOption = COMPANY_ID.text;
export const OF_COMPANY = logged(companyIdOption, 'the id of the company');
export const payinIdOption = PAYIN_ID.text;
export const payoutIdOption = PAYOUT_ID.text;
export const eventIdOption = EVENT_ID.typed;
export const centavosOption = CENTAVOS.text;
export const limitOption = LIMIT.text;
export const yesOrNoOption = YES_OR_NO.text;
export const momentOption = MOMENT.text;
export const pathOption = FILE_PATH.text;
export const referenceOption = FOREIGN_REFERENCE.text;

/** `a,b,c`; `none` for an empty list. */
export function listOption<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.pipe(
      z.string().check(z.minLength(1, 'must be a list with commas, or none')),
      z.transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim()))),
    ),
    z.array(item) as z.ZodMiniType<z.output<Item>[], string[]>,
  );
}

export function countOption(most: number) {
  return countTo(most).text;
}
