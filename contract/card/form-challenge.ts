/** The bank shows it to who posts `creq` to `url`, https. Source: EMV 3-D Secure 2.2, the CReq. */
export type FormChallenge = { url: string; creq: string };

/** As it stands in `threeDSecureSession`. */
export function writeFormChallenge({ url, creq }: FormChallenge): string {
  return JSON.stringify({ url, creq });
}

/** Null for anything else: it came through the merchant's page. */
export function readFormChallenge(session: string): FormChallenge | null {
  try {
    const { url, creq } = JSON.parse(session) as Record<string, unknown>;
    if (typeof url !== 'string' || typeof creq !== 'string') return null;
    return url.startsWith('https://') ? { url, creq } : null;
  } catch {
    return null;
  }
}
