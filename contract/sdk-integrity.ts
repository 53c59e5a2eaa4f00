import * as z from 'zod/mini';

/**
 * `GET /checkout/sdk/sri.json`: the scripts of this release, each with the immutable address it
 * keeps and the integrity hash (`sha384-…`) of exactly the bytes served there.
 */
export const sdkIntegritySchema = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ path: z.string(), integrity: z.string() })),
});
