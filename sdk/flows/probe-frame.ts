import type { FrameFailure } from '../frame/frame-failure.ts';

const PROBE_DEADLINE_MS = 2_500;

type Probed = Exclude<FrameFailure['cause'], 'csp'>;

const WHY: { readonly [cause in Probed]: string } = {
  network: 'could not be reached: check checkoutUrl, the network and blockers',
  http: 'answered with an error',
  refused: 'refuses this page or one around it: check origins, sandbox, COEP and extensions',
  unknown: 'did not answer',
};

/**
 * One small CORS request tells apart what a missed handshake cannot: nobody there, an error
 * answer, or a frame that does not want this page.
 */
export async function probeFrame(view: Window, checkoutUrl: string): Promise<FrameFailure> {
  let cause: Probed = 'network';
  const onViolation = () => {
    cause = 'unknown';
  };
  view.document.addEventListener('securitypolicyviolation', onViolation);
  try {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), PROBE_DEADLINE_MS);
    const { ok } = await view.fetch(`${checkoutUrl}/probe.txt`, { signal: controller.signal });
    clearTimeout(timer);
    cause = ok ? 'refused' : 'http';
  } catch {
    // Nobody there, or our own `connect-src` kept us from asking.
  }
  view.document.removeEventListener('securitypolicyviolation', onViolation);
  return { cause, why: WHY[cause] };
}
