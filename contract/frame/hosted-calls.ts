import { entry, isObject, object, text } from './call-schema.ts';
import type { CardSubmitResult } from './card-calls.ts';

/** Room the page has for a challenge, in CSS pixels: the hidden frame itself cannot know. */
export type Viewport = { width: number; height: number };

/** An authentication to run: of a token before the order, or the open action of a payin. */
export type HostedAuthenticate = {
  token?: string | undefined;
  pending?: { [member: string]: unknown } | undefined;
  /** Who pays, as the page has them; read where the provider's script asks for them. */
  customer?: unknown;
  viewport: Viewport;
};

export function isViewport(value: unknown): value is Viewport {
  return isObject(value) && Number.isFinite(value.width) && Number.isFinite(value.height);
}

/** @internal */
export const hostedAuthenticateSchema = object(
  { viewport: entry(isViewport, 'must be a width and a height in CSS pixels') },
  {
    token: text(200),
    // What it has to have is read where it is used, which names what is missing.
    pending: entry(isObject, "must be the payin's answer"),
    customer: entry((_value): _value is unknown => true, ''),
  },
);

/** `referenceId`: what goes into `payinCard.threeDSecure` before the order. */
export type AuthenticationOutcome = { referenceId: string; status: 'AUTHENTICATED' | 'ATTEMPTED' };

/** `threeDS`: null where none was needed. */
export type HostedPrepareResult = CardSubmitResult & { threeDS: AuthenticationOutcome | null };

export type HostedCalls = {
  /** Antifraud, token and any pre-order 3-D Secure. Takes the page's own input with `viewport`. */
  prepare: { argument: unknown; result: HostedPrepareResult };
  authenticate: { argument: HostedAuthenticate; result: AuthenticationOutcome };
  /** The page's Escape key: the frame asks the buyer whether to give up. */
  askToClose: { argument: Record<string, never>; result: null };
  /** Has the antifraud's script see the device; answers once it has run. */
  device: { argument: { sessionId: string }; result: null };
  /** Answers where the frame would serve this page; changes nothing. */
  check: { argument: Record<string, never>; result: null };
  /** Ends what runs; an authentication ends as cancelled. */
  cancel: { argument: Record<string, never>; result: null };
};

/** `challenge`: CSS pixels of bank's window and our bar together; 0 by 0 is the whole screen. */
export type HostedEvent =
  | { type: 'challenge'; width: number; height: number }
  | { type: 'challenge-end' }
  | { type: 'flooded' }
  | { type: 'bye' };
