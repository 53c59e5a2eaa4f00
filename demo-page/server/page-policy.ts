/**
 * What a merchant has to allow for the SDK, and nothing else: its script, its calls, its frame and
 * the one Trusted Types policy it may need.
 */
export function pageHeaders(addresses: {
  baseUrl: string;
  checkoutUrl: string;
}): Record<string, string> {
  const { baseUrl, checkoutUrl } = addresses;
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${baseUrl}`,
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${baseUrl}`,
      `frame-src ${checkoutUrl}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types checkout-sdk',
    ].join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}
