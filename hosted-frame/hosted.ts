import { object, text } from '../contract/frame/call-schema.ts';
import { noArgumentSchema } from '../contract/frame/card-calls.ts';
import type { HostedCalls, HostedEvent } from '../contract/frame/hosted-calls.ts';
import { hostedAuthenticateSchema } from '../contract/frame/hosted-calls.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import { toLocale } from '../contract/locale.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { createChallengeBar } from './challenge/challenge-bar.ts';
import { createHostedFlow } from './challenge/hosted-flow.ts';
import { stageRun } from './challenge/stage-run.ts';
import { serveSessions } from './device/device-channel.ts';
import { createDeviceRun } from './device/run-device.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import { refuseFrame } from './refuse-frame.ts';

const deviceSchema = object({ sessionId: text(200) });

const settings = readFrameSettings(window);
if (settings !== null) {
  if ('config' in settings) startHosted(settings);
  else refuseFrame(window, settings, ['prepare', 'authenticate', 'check']);
}

/** The hidden mode, and the home of every challenge. */
function startHosted({ publicKey, nonce, theme, config }: FrameSettings): void {
  const locale = toLocale(new URLSearchParams(location.hash.slice(1)).get('lang') ?? undefined);
  document.documentElement.dataset.theme = theme;
  const container = document.getElementById('stage') ?? document.body;
  const now = () => new Date();
  const bar = createChallengeBar({
    document,
    locale,
    now,
    timers: systemTimers,
    focusBank: () => container.querySelector('iframe')?.focus(),
  });
  const profile = createDeviceRun(window, { stageUrl: config.threeDSStageUrl, publicKey });
  if (config.capabilities.antifraud.device) serveSessions(window, profile);
  const flow = createHostedFlow({
    view: window,
    request: createCheckoutRequest({ fetch: fetch.bind(window), baseUrl: '', publicKey }),
    config,
    timers: systemTimers,
    now,
    profile,
    runFor: (viewport, cardOf) =>
      stageRun(
        {
          view: window,
          container,
          publicKey,
          config,
          locale,
          theme,
          timers: systemTimers,
          now,
          bar,
          notify: (event) => session.notify(event),
        },
        viewport,
        cardOf,
      ),
  });

  const session = startFrameSession<HostedCalls, HostedEvent>({
    view: window,
    config,
    nonce,
    onClose: () => flow.leave(),
    handlers: {
      prepare: async (argument) => {
        // The flow reads it member by member.
        parseArgument(noArgumentSchema, argument);
        return flow.prepare(Object(argument));
      },
      authenticate: async (argument) =>
        flow.authenticate(parseArgument(hostedAuthenticateSchema, argument)),
      askToClose: async (argument) => {
        parseArgument(noArgumentSchema, argument);
        bar.ask();
        return null;
      },
      device: async (argument) => {
        await profile(parseArgument(deviceSchema, argument).sessionId);
        return null;
      },
      check: async () => null,
      cancel: async () => {
        flow.cancel();
        return null;
      },
    },
  });
}
