import type { FlowTools } from './flow-tools.ts';

/** Directive to sources, as a page's policy needs them besides its own. */
export type PolicyDirectives = { [directive: string]: string[] };

/**
 * The exact directives a page needs. `hosted`: the card element and `prepareCardPaymentHosted`;
 * `direct`: besides, `prepareCardPayment` and `handlePendingThreeDS` in the page itself.
 * Source: spec, SDK rule 1.
 */
export async function contentSecurityPolicy(
  { settings, getConfig, sdkUrl }: FlowTools,
  mode: 'hosted' | 'direct',
): Promise<PolicyDirectives> {
  const api = new URL(settings.apiBaseUrl).origin;
  const hosted: PolicyDirectives = {
    'script-src': sdkUrl === null ? [] : [new URL(sdkUrl || api).origin],
    'frame-src': [settings.checkoutUrl],
    'connect-src': [api],
  };
  if (mode === 'hosted') return hosted;
  const { threeDS } = (await getConfig()).capabilities;
  if (!threeDS.enabled) return { ...hosted, 'trusted-types': ['checkout-sdk'] };
  const { script, connect, frame } = threeDS.hosts;
  return {
    'script-src': unique([...(hosted['script-src'] ?? []), ...script]),
    'frame-src': unique([settings.checkoutUrl, ...frame]),
    'connect-src': unique([api, ...connect]),
    'trusted-types': ['checkout-sdk'],
  };
}

function unique(sources: string[]): string[] {
  return [...new Set(sources)];
}
