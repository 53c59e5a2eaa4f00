import * as z from 'zod/mini';

/** No card data, keystrokes or stored identifiers; the offset is `Date.getTimezoneOffset()`. */
export const deviceSignalsSchema = z.object({
  language: z.string().check(z.maxLength(35)),
  timezone: z.string().check(z.maxLength(64)),
  timezoneOffsetMinutes: z.int().check(z.minimum(-1440), z.maximum(1440)),
  screenWidth: z.int().check(z.minimum(0), z.maximum(100_000)),
  screenHeight: z.int().check(z.minimum(0), z.maximum(100_000)),
  colorDepth: z.int().check(z.minimum(0), z.maximum(256)),
  touchPoints: z.int().check(z.minimum(0), z.maximum(256)),
});

export type DeviceSignals = z.infer<typeof deviceSignalsSchema>;

/** `POST /checkout/antifraud-sessions`: opens a session for the buyer's device. */
export const antifraudSessionRequestSchema = z.object({ signals: deviceSignalsSchema });

/** `skipped` where the account has no antifraud; then `sessionId` is null. */
export const antifraudResultSchema = z.object({
  skipped: z.boolean(),
  sessionId: z.nullable(z.string()),
});

export type AntifraudResult = z.infer<typeof antifraudResultSchema>;
