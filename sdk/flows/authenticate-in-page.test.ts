import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreeDSState } from '../../contract/card/three-d-secure.ts';
import { toErrorData } from '../../contract/errors/checkout-error.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import { configWith, PENDING, POST_ORDER, SCRIPT_URL } from '../card-flow/config.cases.ts';
import {
  countListeners,
  installFrameWindows,
  installLateClose,
} from '../frame/frame-side.cases.ts';
import { authenticateInPage } from './authenticate-in-page.ts';
import { flowTools } from './flow-tools.cases.ts';

type Told = {
  session: string;
  transactionId: string;
  windowSize: string;
  locale: string;
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  onChallenge: (size: { width: number; height: number }) => void;
  onChallengeEnd: () => void;
  signal: AbortSignal;
};
type Script = (told: Told) => Promise<{ transStatus: string; cancelled: boolean }>;

const STATE: ThreeDSState = {
  id: 'tds_1',
  status: 'OPEN',
  reason: null,
  remainingMs: 900_000,
  payinId: 'pay_1',
};
const SESSIONS = 'https://api.test/checkout/three-d-secure-sessions';

let asked: string[];
let states: { read: Partial<ThreeDSState>; complete: Partial<ThreeDSState> };
let authenticate: ReturnType<typeof vi.fn<Script>>;
let loaded: string[];
let onWindow: ReturnType<typeof countListeners>;
let onDocument: ReturnType<typeof countListeners>;

beforeEach(() => {
  document.body.innerHTML = '<button id="pay">Pagar</button>';
  installFrameWindows();
  installLateClose();
  onWindow = countListeners(window);
  onDocument = countListeners(document);
  asked = [];
  loaded = [];
  states = { read: {}, complete: { status: 'AUTHENTICATED' } };
  authenticate = vi.fn<Script>(async () => ({ transStatus: 'Y', cancelled: false }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    asked.push(`${init.method} ${url.replace(SESSIONS, '')}${init.body ? ` ${init.body}` : ''}`);
    if (url === SESSIONS) return Response.json(PENDING, { status: 201 });
    if (!url.endsWith('/complete')) return Response.json({ ...STATE, ...states.read });
    const isFailed = String(init.body).includes('"failed"');
    const change = isFailed ? { status: 'FAILED', reason: 'error' } : states.complete;
    return Response.json({ ...STATE, ...change });
  });
  // Nothing is fetched by the test's DOM: the script comes when it is put into the page.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) comes(node);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(document.querySelectorAll('dialog, iframe, script')).toHaveLength(0);
  expect([onWindow.listening(), onDocument.listening()]).toEqual([0, 0]);
});

function comes(script: HTMLScriptElement): void {
  loaded.push(script.src);
  vi.stubGlobal('SandboxThreeDS', { authenticate });
  queueMicrotask(() => script.dispatchEvent(new Event('load')));
}

// A script is loaded once a document: each test has one of its own.
let scripts = 0;
function run(
  change: { signal?: AbortSignal; ending?: AbortSignal; config?: Partial<CheckoutConfig> } = {},
  subject: Parameters<typeof authenticateInPage>[1] | null = null,
) {
  scripts += 1;
  const sdkUrl = `${SCRIPT_URL}?v=${scripts}`;
  const config = configWith({ ...POST_ORDER, sdkUrl }, change.config);
  const tools = flowTools({
    getConfig: async () => config,
    ...(change.ending === undefined ? {} : { ending: change.ending }),
  });
  const pending = { ...PENDING, threeDSecureSdkUrl: sdkUrl };
  return authenticateInPage(tools, subject ?? { pending }, { signal: change.signal }).then(
    (outcome) => outcome,
    (thrown) => toErrorData(thrown),
  );
}

/** A script that waits for the buyer, as far as its challenge. */
function openChallenge() {
  let told: Told | undefined;
  authenticate.mockImplementation((options) => {
    told = options;
    options.challengeContainer.append(document.createElement('iframe'));
    options.onChallenge({ width: 500, height: 600 });
    return new Promise((_resolve, reject) => {
      options.signal.addEventListener('abort', () => {
        options.challengeContainer.replaceChildren();
        options.onChallengeEnd();
        reject(Object.assign(new Error('aborted'), { code: 'aborted' }));
      });
    });
  });
  return vi.waitUntil(() => told, { interval: 1, timeout: 30_000 });
}

function dialog() {
  return document.querySelector('dialog')!;
}
function press(text: string) {
  const buttons = [...dialog().querySelectorAll('button')];
  buttons.find((button) => !button.hidden && button.textContent === text)!.click();
}

describe('an authentication in the page', () => {
  it('runs the script of the service and gives the service’s verdict', async () => {
    expect(await run()).toEqual({ referenceId: 'tds_1', status: 'AUTHENTICATED' });
    expect(loaded).toEqual([`${SCRIPT_URL}?v=${scripts}`]);
    expect(asked).toEqual(['GET /tds_1', 'POST /tds_1/complete {"outcome":"done"}']);
    expect(authenticate.mock.calls[0]?.[0]).toMatchObject({
      session: 'session-1',
      transactionId: 'transaction-1',
      locale: 'pt-BR',
    });
  });

  it('hands the script a place in the page for its frames', async () => {
    authenticate.mockImplementation(async ({ methodContainer, challengeContainer }) => {
      expect(methodContainer.isConnected && challengeContainer.isConnected).toBe(true);
      expect(dialog().open).toBe(false);
      return { transStatus: 'Y', cancelled: false };
    });
    expect(await run()).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it.each([
    [1280, 800, '03'],
    [390, 844, '05'],
    [1280, 600, '05'],
  ])('in a window of %i by %i asks for size %s', async (innerWidth, innerHeight, size) => {
    vi.stubGlobal('innerWidth', innerWidth);
    vi.stubGlobal('innerHeight', innerHeight);
    await run();
    expect(authenticate.mock.calls[0]?.[0].windowSize).toBe(size);
  });
});

describe('a challenge in the page', () => {
  it('is shown in the dialog and gone with its end', async () => {
    document.querySelector<HTMLElement>('#pay')!.focus();
    authenticate.mockImplementation(async (options) => {
      options.onChallenge({ width: 500, height: 600 });
      expect(dialog().open).toBe(true);
      options.onChallengeEnd();
      expect(dialog().open).toBe(false);
      return { transStatus: 'Y', cancelled: false };
    });
    await run();
    expect(document.activeElement?.id).toBe('pay');
  });

  it('cancelled by our button ends the script and is reported as cancelled', async () => {
    states.complete = { status: 'FAILED', reason: 'cancelled' };
    const outcome = run();
    const { signal } = await openChallenge();
    press('Sair');
    expect(signal.aborted).toBe(false);
    press('Cancelar pagamento');
    expect(await outcome).toMatchObject({
      code: 'THREEDS_FAILED',
      details: { reason: 'cancelled' },
    });
    expect(signal.aborted).toBe(true);
    expect(asked).toContain('POST /tds_1/complete {"outcome":"cancelled"}');
  });

  it.each(['signal', 'ending'] as const)('ends with the %s of its caller', async (which) => {
    const controller = new AbortController();
    const outcome = run({ [which]: controller.signal });
    const { signal } = await openChallenge();
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'ABORTED' });
    expect(signal.aborted).toBe(true);
    await vi.waitUntil(() => asked.some((call) => call.includes('cancelled')), {
      interval: 1,
      timeout: 30_000,
    });
  });
});

it('a script that is not there since the Trusted Types of the page refuse it is told with the directive', async () => {
  vi.stubGlobal('trustedTypes', {
    createPolicy() {
      throw new TypeError('not listed');
    },
  });
  expect(await run()).toMatchObject({
    code: 'THREEDS_SDK_UNAVAILABLE',
    details: { cause: 'csp', directive: 'trusted-types' },
  });
});

describe('nothing is begun', () => {
  it('after an abort', async () => {
    expect(await run({ signal: AbortSignal.abort() })).toMatchObject({ code: 'ABORTED' });
    expect([asked, loaded]).toEqual([[], []]);
  });

  it('for a client that is gone', async () => {
    expect(await run({ ending: AbortSignal.abort() })).toMatchObject({ code: 'ABORTED' });
    expect([asked, loaded]).toEqual([[], []]);
  });
});

it('a token before the order gets a session of its own', async () => {
  const outcome = run({}, { token: 'tok_1' });
  // Its script's address is the service's; ours names a test's own, so it is refused.
  expect(await outcome).toMatchObject({ details: { cause: 'refused' } });
  expect(asked[0]).toBe('POST  {"token":"tok_1"}');
});
