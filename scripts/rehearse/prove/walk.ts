import { randomBytes } from 'node:crypto';
import { inEnglish } from '../../../service/base/shared/error-detail.ts';
import { realTimers } from '../../../service/base/shared/periodic.ts';
import { UsageError } from '../../../service/cli/command.ts';
import type {
  ProviderDefinition,
  ProviderEnvironment,
  RoutedMethod,
} from '../../../service/providers/definition.ts';
import type { ProviderOverride } from '../../../service/providers/registered/read-settings.ts';
import { readSettings } from '../../../service/providers/registered/read-settings.ts';
import type { NoticePlace } from './notice-place.ts';
import type { Call } from './recorder.ts';
import { createRecorder } from './recorder.ts';
import type { Hands, Step } from './steps.ts';
import { NotTried, walkAll } from './steps.ts';

/** `method`: null for what is of no one method. */
export type StepTold = {
  step: string;
  method: RoutedMethod | null;
  ended: 'done' | 'failed' | 'not tried';
  why: string | null;
  calls: Call[];
};

/** What a walk leaves behind: no secret, no person and no id, but the form of what was said. */
export type Transcript = {
  provider: string;
  environment: ProviderEnvironment;
  on: string;
  steps: StepTold[];
};

export type Proving = {
  definition: ProviderDefinition;
  typed: Readonly<Record<string, string>>;
  environment: ProviderEnvironment;
  hands: Hands;
  /** Where a simulator is, and its time; else the real party, by the clock of this machine. */
  override?: ProviderOverride;
  clock?: { now: () => number };
  /** Where its notices arrive, given where it can be reached. */
  notices?: NoticePlace | null;
  tell?: (step: StepTold) => void;
};

/** Walks every step before a party, as the service would ask it. Throws `UsageError` for settings. */
export async function walkProvider(proving: Proving): Promise<Transcript> {
  const { definition, typed, environment, hands, override = {}, clock = Date } = proving;
  const { notices = null, tell } = proving;
  const read = readSettings(definition, typed, { environment, override });
  if (read.kind === 'fault') {
    throw new UsageError(`--${read.setting ?? 'provider'} ${inEnglish(read.fault)}.`);
  }
  const agent = read.connect();
  const recorder = createRecorder(read.hosts);
  let time = clock.now();
  const now = () => time;
  const pass = async () => {
    await hands.pass();
    time = clock.now();
  };
  const provider = definition.create(read.settings, {
    ...{ account: 'proof', environment, hosts: read.hosts, dispatcher: recorder.over(agent) },
    ...{ timers: realTimers, now, noticesAddress: notices?.address ?? null },
    ...{ randomBytes: (size: number) => randomBytes(size), log: () => undefined },
  });
  const steps: StepTold[] = [];
  const stepsOf =
    (method: RoutedMethod | null): Step =>
    async (step, work) => {
      time = clock.now();
      const { result, ...end } = await endOf(work);
      const told = { step, method, ...end, calls: recorder.take() };
      steps.push(told);
      tell?.(told);
      return result;
    };
  notices?.readBy(provider.notices, recorder.hear);
  try {
    await walkAll({ provider, hands, notices, now, pass, stepsOf }, definition.methods);
  } finally {
    await agent.destroy();
  }
  const on = new Date(clock.now()).toISOString().slice(0, 10);
  const transcript = { provider: definition.name, environment, on, steps };
  const { payer, payoutKey } = hands;
  const cards = [hands.cardThatIs('approved'), hands.cardThatIs('refused')];
  mustHoldNothingOf(
    transcript,
    textsOf([typed, payer, payoutKey?.pixKey, cards.map((of) => of?.card)]),
  );
  return transcript;
}

type End<Result> = Pick<StepTold, 'ended' | 'why'> & { result?: Result };

async function endOf<Result>(work: () => Promise<Result>): Promise<End<Result>> {
  try {
    return { ended: 'done', why: null, result: await work() };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it threw no error';
    if (error instanceof NotTried) return { ended: 'not tried', why };
    // Sentences of ours name no value; what a library says may.
    return { ended: 'failed', why: /\d{4}|@|:\/\//.test(why) ? 'an answer that is not read' : why };
  }
}

function textsOf(given: unknown): string[] {
  if (typeof given === 'string') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(textsOf) : [];
}

/** A last look: whatever was given must not be in what is written. */
function mustHoldNothingOf(transcript: Transcript, given: readonly string[]): void {
  const text = JSON.stringify(transcript);
  const within = (value: string) => JSON.stringify(value).slice(1, -1);
  // Shorter ones, such as the name of a city, stand in words of the protocol by chance.
  const found = given.some((value) => value.length >= 8 && text.includes(within(value)));
  if (found) throw new Error('the transcript holds what was given: it is not written');
}
