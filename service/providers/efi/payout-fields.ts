import * as z from 'zod/mini';

/** What we read of Efí's answers about sent PIX, and no more. Source: see `payouts.ts`. */
const endToEndIdSchema = z.string().check(z.regex(/^[a-zA-Z0-9]{32}$/));

const toldSchema = z.object({
  idEnvio: z.string(),
  // Its schemas of 2026 have the one name, examples in its documentation the other.
  endToEndId: z.optional(endToEndIdSchema),
  e2eId: z.optional(endToEndIdSchema),
  valor: z.string().check(z.regex(/^\d{1,10}\.\d{2}$/)),
  status: z.enum(['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO']),
});

export const sentPixSchema = z.pipe(
  toldSchema,
  z.transform(({ endToEndId, e2eId, ...sent }, context) => {
    const id = endToEndId ?? e2eId;
    if (id !== undefined) return { ...sent, endToEndId: id };
    context.issues.push({ code: 'custom', message: 'has no end-to-end id', input: sent });
    return z.NEVER;
  }),
);

export type SentPix = z.infer<typeof sentPixSchema>;

const bucketSchema = z.object({ fichasDisponiveis: z.number() });

/** How many look-ups of keys are left: A of CPF, CNPJ and random keys, B of phones and e-mails. */
export const bucketsSchema = z.object({ baldeA: bucketSchema, baldeB: bucketSchema });
