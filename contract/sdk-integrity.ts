import * as z from 'zod/mini';

/** `GET /checkout/sdk/sri.json`: `path` is immutable, `integrity` (`sha384-…`) is of its bytes. */
export const sdkIntegritySchema = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ path: z.string(), integrity: z.string() })),
});

/** `GET /checkout/sdk/inventory.json`: what PCI DSS 6.4.3 asks to be kept of a page's scripts. */
export const sdkInventorySchema = z.object({
  version: z.string(),
  scripts: z.array(
    z.object({
      script: z.string(),
      purpose: z.string(),
      integrity: z.string(),
      date: z.iso.datetime(),
    }),
  ),
});
