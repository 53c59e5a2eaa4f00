import type { FrameRefusal } from '../contract/checkout-config.ts';
import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type { CallMap, Handlers } from '../contract/frame/channel.ts';
import { startFrameSession } from './frame-session.ts';
import type { RefusedFrame } from './frame-settings.ts';

const REFUSALS: { [code in FrameRefusal['refused']]: string } = {
  UNAUTHORIZED: 'this public key is unknown or was revoked',
  ORIGIN_NOT_REGISTERED: "this page's origin is not registered for this public key",
};

/** Says why there is nothing here. It may be any page, and there is nothing else to ask. */
export function refuseFrame<Call extends string>(
  view: Window,
  { nonce, refused }: RefusedFrame,
  calls: readonly Call[],
): void {
  async function refuse(): Promise<never> {
    throw new CheckoutError(errorData(refused, REFUSALS[refused], { phase: 'config' }));
  }
  const handlers = Object.fromEntries(calls.map((call) => [call, refuse]));
  startFrameSession<CallMap, { type: string }>({
    view,
    config: { origins: [] },
    nonce,
    handlers: handlers as Handlers<CallMap>,
  });
}
