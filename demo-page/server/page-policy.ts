/**
 * What a merchant has to allow for the SDK, and nothing else: its script, its calls, its frame and
 * the one Trusted Types policy it may need. In direct mode the 3-D Secure provider's script runs in
 * the page, so its hosts are allowed there as well. Decision: banks' logos are shown where the
 * payment service serves them itself; of others the page shows a letter.
 */
export function pageHeaders(
  addresses: { baseUrl: string; checkoutUrl: string; bankUrl: string },
  isDirect: boolean,
): Record<string, string> {
  const { baseUrl, checkoutUrl } = addresses;
  const provider = isDirect ? ` ${addresses.bankUrl}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${baseUrl}${provider}`,
      "style-src 'self'",
      `img-src 'self' data: ${baseUrl}`,
      `connect-src 'self' ${baseUrl}${provider}`,
      `frame-src ${checkoutUrl}${provider}`,
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
