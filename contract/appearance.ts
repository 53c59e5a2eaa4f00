import * as z from 'zod/mini';

const color = z
  .string()
  .check(
    z.regex(
      /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]{1,40}\)|[a-z]{3,20})$/i,
      'must be a plain CSS colour',
    ),
  );

const length = z
  .string()
  .check(z.regex(/^\d{1,3}(\.\d{1,3})?(px|rem|em)$/, 'must be a length such as 12px or 0.5rem'));

/**
 * The look of the card element: an allow-list, so that no page can draw over, load or leak through
 * style. `fontFamily` is a list of plain names; no `url(`, no `@import`, nothing else.
 * Source: design 2 ("color-scheme"), security case B15.
 */
export const appearanceSchema = z.object({
  /** One word, on the iframe and inside it. `auto` is resolved by the sdk before it is sent. */
  theme: z.optional(z.enum(['light', 'dark', 'auto'])),
  variables: z.optional(
    z.object({
      colorPrimary: z.optional(color),
      colorText: z.optional(color),
      colorTextSecondary: z.optional(color),
      colorBackground: z.optional(color),
      colorBorder: z.optional(color),
      colorDanger: z.optional(color),
      fontFamily: z.optional(
        z.string().check(z.regex(/^[\w\s,'"-]{1,200}$/, 'must be a list of plain font names')),
      ),
      fontSize: z.optional(length),
      borderRadius: z.optional(length),
      borderWidth: z.optional(length),
      spacing: z.optional(length),
      fieldHeight: z.optional(length),
    }),
  ),
});

export type Appearance = z.infer<typeof appearanceSchema>;
export type AppearanceVariables = NonNullable<Appearance['variables']>;
