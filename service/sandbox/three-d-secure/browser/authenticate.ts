import type { BankCalls, Progress } from './bank-calls.ts';
import { createBankCalls } from './bank-calls.ts';
import type { BankFrame } from './bank-frame.ts';
import { openBankFrame } from './bank-frame.ts';
import { aborted, Failure } from './failure.ts';

export type AuthenticateOptions = {
  session: string;
  transactionId: string;
  windowSize: keyof typeof WINDOW_SIZES;
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  locale: string;
  /** The bank's window is in its container: make room. 0 by 0 means all there is. */
  onChallenge: (size: { width: number; height: number }) => void;
  onChallengeEnd: () => void;
  signal: AbortSignal;
};

const WINDOW_SIZES = {
  '01': [250, 400],
  '02': [390, 400],
  '03': [500, 600],
  '04': [600, 400],
  '05': [0, 0],
} as const;

const TITLES: Readonly<Record<string, string>> = {
  pt: 'Confirmação do banco',
  en: 'Bank confirmation',
  es: 'Confirmación del banco',
};

/** Source: EMV 3-D Secure 2.2; after it the bank decides without having seen the browser. */
const METHOD_LIMIT_MS = 10_000;

/** A frame's last word can get lost: another tab may have ended it, or its time be over. */
const ASK_AGAIN_MS = 4_000;

const METHOD_SANDBOX = 'allow-forms allow-scripts allow-same-origin';
const CHALLENGE_SANDBOX = `${METHOD_SANDBOX} allow-pointer-lock`;

/**
 * The authentication of one session with the bank at `bank`. What it resolves with is a hint: the
 * truth goes from server to server. Rejects with an Error whose `code` is `session_expired`,
 * `network`, `protocol` or `aborted`; leaves no frame, listener or timer either way.
 */
export function createAuthenticate(bank: string) {
  return async function authenticate(options: AuthenticateOptions): Promise<Progress> {
    const calls = createBankCalls(bank, options.session, options.signal);
    const { transactionId, method } = await calls.begin();
    if (transactionId !== options.transactionId) {
      throw new Failure('protocol', 'the session is of another transaction');
    }
    if (method !== null) await runMethod(bank, method, options);
    const { challenge, ...progress } = await calls.authenticate();
    return challenge === null ? progress : runChallenge(bank, challenge, { ...options, calls });
  };
}

/** Lets the bank see the browser. Whatever becomes of it never stops an authentication. */
async function runMethod(bank: string, path: string, options: AuthenticateOptions): Promise<void> {
  const frame = openBankFrame(options.methodContainer, {
    bank,
    path,
    title: titleOf(options.locale),
    sandbox: METHOD_SANDBOX,
  });
  const { element } = frame;
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, {
    position: 'fixed',
    width: '1px',
    height: '1px',
    visibility: 'hidden',
    pointerEvents: 'none',
  });
  await settle<void>(frame, options.signal, (resolve, _reject, timers) => {
    timers.push(window.setTimeout(resolve, METHOD_LIMIT_MS));
    frame.listen((event) => {
      if (event === 'method-done') resolve();
    });
    options.methodContainer.append(element);
  });
}

async function runChallenge(
  bank: string,
  path: string,
  options: AuthenticateOptions & { calls: BankCalls },
): Promise<Progress> {
  const { challengeContainer, windowSize, calls } = options;
  const frame = openBankFrame(challengeContainer, {
    bank,
    path,
    title: titleOf(options.locale),
    sandbox: CHALLENGE_SANDBOX,
  });
  const [width, height] = WINDOW_SIZES[windowSize] ?? WINDOW_SIZES['05'];
  Object.assign(frame.element.style, {
    display: 'block',
    margin: '0 auto',
    width: width === 0 ? '100%' : `${width}px`,
    height: height === 0 ? '100%' : `${height}px`,
    maxWidth: '100%',
    maxHeight: '100%',
  });
  try {
    return await settle<Progress>(frame, options.signal, (resolve, reject, timers) => {
      const ask = async () => {
        try {
          const progress = await calls.status();
          if (progress.transStatus !== 'C') resolve(progress);
        } catch (cause) {
          // The network may come back; the caller's deadline ends the waiting.
          if (!(cause instanceof Failure) || cause.code !== 'network') reject(cause);
        }
      };
      timers.push(window.setInterval(ask, ASK_AGAIN_MS));
      frame.listen((event) => {
        // That it is done is believed when the bank's server says so.
        if (event === 'challenge-done') ask();
      });
      challengeContainer.append(frame.element);
      options.onChallenge({ width, height });
    });
  } finally {
    options.onChallengeEnd();
  }
}

/** Runs `start` until it settles or the caller aborts; then frame, listeners and timers are gone. */
async function settle<Result>(
  frame: BankFrame,
  signal: AbortSignal,
  start: (
    resolve: (result: Result) => void,
    reject: (cause: unknown) => void,
    timers: number[],
  ) => void,
): Promise<Result> {
  const timers: number[] = [];
  let abort: () => void = () => undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      abort = () => reject(aborted());
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort);
      start(resolve, reject, timers);
    });
  } finally {
    signal.removeEventListener('abort', abort);
    // Timeouts and intervals share their numbers.
    for (const timer of timers) window.clearTimeout(timer);
    frame.remove();
  }
}

function titleOf(locale: string): string {
  return TITLES[locale.slice(0, 2)] ?? 'Confirmação do banco';
}
