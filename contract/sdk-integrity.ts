import * as z from 'zod/mini';

/** `GET /checkout/sdk/sri.json`: `path` is immutable, `integrity` (`sha384-…`) is of its bytes. */
export const sdkIntegritySchema = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ path: z.string(), integrity: z.string() })),
});
