import * as z from 'zod/mini';

const COLOR = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\)|[a-z]{3,20})$/i;
const LENGTH = /^\d{1,3}(\.\d{1,3})?(px|rem|em)$/;
const FONT_NAMES = /^[\w\s,'"-]{1,200}$/;

const matching = (pattern: RegExp, message: string) =>
  z.optional(
    z.custom<string>((value) => typeof value === 'string' && pattern.test(value), message),
  );

const color = matching(COLOR, 'must be a plain CSS colour');
const length = matching(LENGTH, 'must be a length such as 12px or 0.5rem');

/**
 * The look of the card element: an allow-list, so that no page can draw over, load or leak through
 * style. `fontFamily` is a list of plain names; no `url(`, no `@import`, nothing else.
 * Source: design 2 ("color-scheme"), security case B15.
 */
export const appearanceSchema = z.object({
  /** One word, on the iframe and inside it. `auto` is resolved by the sdk before it is sent. */
  theme: z.optional(
    z.custom<'light' | 'dark' | 'auto'>(
      (value) => value === 'light' || value === 'dark' || value === 'auto',
      'must be light, dark or auto',
    ),
  ),
  variables: z.optional(
    z.object({
      colorPrimary: color,
      colorText: color,
      colorTextSecondary: color,
      colorBackground: color,
      colorBorder: color,
      colorDanger: color,
      fontFamily: matching(FONT_NAMES, 'must be a list of plain font names'),
      fontSize: length,
      borderRadius: length,
      borderWidth: length,
      spacing: length,
      fieldHeight: length,
    }),
  ),
});

export type Appearance = z.infer<typeof appearanceSchema>;
export type AppearanceVariables = NonNullable<Appearance['variables']>;
