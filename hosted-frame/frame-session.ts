import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type { CallSchema } from '../contract/frame/call-schema.ts';
import type { PageCalls } from '../contract/frame/card-calls.ts';
import type { CallMap, Channel, Handlers } from '../contract/frame/channel.ts';
import { openChannel, toEnvelope } from '../contract/frame/channel.ts';
import { hello, readHandshake } from '../contract/frame/handshake.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import type { CheckoutConfig } from '../contract/published-types.ts';

/** Events are told, not asked: nobody waits longer than this for the page to take one. */
const NOTIFY_DEADLINE_MS = 5_000;

type LastWord = { type: 'bye' } | { type: 'flooded' };

/**
 * Accepts one connect message per load, only from `window.parent`, only with this load's nonce,
 * only from one of `config.origins` where it names any. Every refusal is silent: a stranger learns
 * nothing, not even that somebody listens. `first`: what the page asked in the frame's address. Its
 * answer goes with the hello; what happens meanwhile is told once somebody is connected.
 */
export function startFrameSession<Served extends CallMap, Event>(options: {
  view: Window;
  config: Pick<CheckoutConfig, 'origins'>;
  nonce: string;
  handlers: Handlers<Served>;
  first?: (() => Promise<unknown>) | undefined;
  onClose?: () => void;
}): { notify: (event: Event) => void } {
  const { view, config, nonce, handlers, first } = options;
  const unheard: (Event | LastWord)[] = [];
  let channel: Channel<PageCalls<Event | LastWord>> | null = null;

  function notify(event: Event | LastWord): void {
    if (channel === null) unheard.push(event);
    channel
      ?.call('notify', event, { deadlineMs: NOTIFY_DEADLINE_MS, phase: 'notify' })
      .catch(() => undefined);
  }

  function isRegistered(origin: string): boolean {
    return config.origins.length === 0 || config.origins.includes(origin);
  }

  function onMessage(event: MessageEvent): void {
    if (channel !== null) return;
    if (event.source !== view.parent) return;
    if (!isRegistered(event.origin)) return;
    if (readHandshake(event.data, { kind: 'connect', nonce }) !== 'match') return;
    const port = event.ports[0];
    if (port === undefined || event.ports.length !== 1) return;

    view.removeEventListener('message', onMessage);
    channel = openChannel<PageCalls<Event | LastWord>, Served>({
      port,
      calls: ['notify'],
      handlers,
      timers: systemTimers,
      onFlood: () => {
        notify({ type: 'flooded' });
        options.onClose?.();
      },
    });
    for (const event of unheard.splice(0)) notify(event);
  }

  function greet(answer?: unknown): void {
    view.parent.postMessage(hello(nonce, answer), parentOrigin(view));
  }

  function onPageHide(event: PageTransitionEvent): void {
    options.onClose?.();
    // A page in the back/forward cache comes back alive, port and all: no good-bye then.
    if (!event.persisted) notify({ type: 'bye' });
  }

  view.addEventListener('message', onMessage);
  view.addEventListener('pagehide', onPageHide);
  if (first && isRegistered(parentOrigin(view))) void toEnvelope(first).then(greet);
  else greet();
  return { notify };
}

/** As the browser reports it; empty where there is none, or it is sandboxed, `data:` or `file:`. */
export function parentOrigin(view: Window): string {
  if (view.parent === view) return '';
  const ancestor = view.location.ancestorOrigins?.[0];
  if (ancestor !== undefined) return ancestor === 'null' ? '' : ancestor;
  try {
    return new URL(view.document.referrer).origin;
  } catch {
    return '';
  }
}

/** Throws `INVALID_ARGUMENT`, which names the field that is wrong, not its value. */
export function parseArgument<Value>(schema: CallSchema<Value>, argument: unknown): Value {
  const parsed = schema(argument);
  if (parsed.issues === undefined) return parsed.value;
  const { issues: fields } = parsed;
  const path = fields[0]?.path || 'the argument';
  throw new CheckoutError(errorData('INVALID_ARGUMENT', `${path} is not valid`, { fields }));
}
