import { toErrorData } from '../../contract/errors/checkout-error.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

const PROBE_DEADLINE_MS = 2_500;

type Probed = Exclude<FrameFailure['cause'], 'csp'>;

const WHY: { readonly [cause in Probed]: string } = {
  network: 'could not be reached: check checkoutUrl, the network and blockers',
  http: 'answered with an error',
  refused:
    'refuses this page or one around it: check origins, sandbox, COEP, extensions and checkoutUrl',
  unknown: 'did not answer',
};

/**
 * One small request tells apart what a missed handshake cannot: nobody there, an error answer, or a
 * frame that does not want this page. It goes to the API, as the policy that we recommend forbids
 * a page to ask the frame's own host.
 */
export async function probeFrame(settings: ClientSettings): Promise<FrameFailure> {
  const { publicKey, apiBaseUrl: baseUrl } = settings;
  const fetch = window.fetch.bind(window);
  const request = createCheckoutRequest({ fetch, baseUrl, publicKey, watch: watchRequest });
  const deadlineMs = PROBE_DEADLINE_MS;
  const asked = request({ method: 'GET', path: 'config', deadlineMs, phase: 'handshake' });
  const cause = await asked.then(() => 'refused' as const, causeOf);
  return { cause, why: WHY[cause] };
}

function causeOf(thrown: unknown): Probed {
  const { code, details } = toErrorData(thrown);
  // Whoever refuses the key is there.
  if (code === 'UNAUTHORIZED') return 'refused';
  if (code !== 'NETWORK' && code !== 'TIMEOUT') return 'http';
  return 'cause' in details ? 'unknown' : 'network';
}
