/** An address that may be asked, without a user or a password in it; null for anything else. */
export function toHttpUrl(address: unknown, base?: string): URL | null {
  if (typeof address !== 'string') return null;
  try {
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url : null;
  } catch {
    return null;
  }
}
