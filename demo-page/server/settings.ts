/** Where the shop listens and whom it talks to. `host` null: localhost, both families. */
export type Settings = {
  port: number;
  host: string | null;
  baseUrl: string;
  checkoutUrl: string;
  /** The 3-D Secure provider's origin, which direct mode has to allow in the page itself. */
  bankUrl: string;
};

export class SettingError extends Error {
  override name = 'SettingError';
}

/** Each by its name with `CHECKOUT_` before it, as the service reads them, or its plain name. */
export function readSettings(env: { [name: string]: string | undefined }): Settings {
  const given = (name: string) => env[`CHECKOUT_${name}`] || env[name];
  const port = (name: string, fallback: number) => readPort(name, given(name), fallback);
  const origin = (name: string, fallback: string) => readOrigin(name, given(name), fallback);
  return {
    port: port('SHOP_PORT', 4020),
    host: given('HOST') || null,
    baseUrl: origin('BASE_URL', 'http://127.0.0.1:4010'),
    checkoutUrl: origin('CHECKOUT_URL', 'http://127.0.0.1:4011'),
    bankUrl: `http://127.0.0.1:${port('BANK_PORT', 4013)}`,
  };
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new SettingError(`${name} must be a port number from 0 to 65535.`);
}

// Both addresses go into the page's policy as they are, so nothing but an origin may pass.
function readOrigin(name: string, value: string | undefined, fallback: string): string {
  const address = value || fallback;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && (address === url.origin || address === `${url.origin}/`)) return url.origin;
  throw new SettingError(`${name} must be an http or https origin such as ${fallback}.`);
}
