import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { Handlers } from '../../contract/frame/channel.ts';
import type { HostedCalls, HostedEvent } from '../../contract/frame/hosted-calls.ts';
import { PENDING } from '../card-flow/config.cases.ts';
import {
  ACCOUNT,
  connectFrameSide,
  countListeners,
  GOOD_HOSTED_FRAME,
  installFrameWindows,
} from '../frame/frame-side.cases.ts';
import type { CheckoutClient } from '../index.ts';
import { init } from '../index.ts';

const INPUT = {
  amount: 15_990,
  referenceId: 'order-1',
  installments: 2,
  card: { holderName: 'Ana Souza', number: '4111111111111111', expiry: '01/30', cvv: '937' },
};

let client: CheckoutClient;
let onWindow: ReturnType<typeof countListeners>;

beforeEach(() => {
  document.body.innerHTML = '';
  installFrameWindows();
  onWindow = countListeners(window);
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network here'));
  client = init(ACCOUNT);
});

afterEach(async () => {
  client.destroy();
  vi.restoreAllMocks();
  await vi.waitFor(() => expect(document.body.children).toHaveLength(0), {
    interval: 1,
    timeout: 30_000,
  });
  expect(onWindow.listening()).toBe(0);
});

function frames() {
  return [...document.querySelectorAll<HTMLIFrameElement>('dialog iframe')];
}

/** Waits for the hidden frame and serves it; a test spoils a call. */
async function frameComes(spoilt: Partial<Handlers<HostedCalls>> = {}) {
  const iframe = await vi.waitUntil(() => frames()[0], { interval: 1, timeout: 30_000 });
  const asked: unknown[] = [];
  const handlers = { ...GOOD_HOSTED_FRAME, ...spoilt };
  const side = connectFrameSide<HostedCalls, HostedEvent>(iframe, {
    ...handlers,
    prepare: async (argument) => {
      asked.push(argument);
      return handlers.prepare(argument);
    },
  });
  return { iframe, side, asked };
}

function codeOf(prepared: Promise<unknown>): Promise<unknown> {
  return prepared.then(
    () => 'resolved',
    (error) => (error instanceof CheckoutError ? error.code : error),
  );
}

describe('prepareCardPaymentHosted', () => {
  it('has the same answer as direct mode', async () => {
    const prepared = client.prepareCardPaymentHosted(INPUT);
    await frameComes();
    expect(await prepared).toEqual({
      payinCard: { token: 'tok_1', installments: 2 },
      antifraud: { skipped: false, sessionId: 'afs_1' },
      card: { token: 'tok_1', brand: 'visa', last4: '1111' },
      threeDS: { skipped: true, status: null },
    });
  });

  it('hands the card over the port alone: no address and no attribute holds it', async () => {
    // A nonce by chance may hold the digits of a CVV.
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes);
    onTestFinished(() => random.mockRestore());
    const prepared = client.prepareCardPaymentHosted(INPUT);
    const { iframe, asked } = await frameComes();
    await prepared;
    expect(asked).toMatchObject([INPUT]);
    expect(iframe.src).toContain(`nonce=${'A'.repeat(22)}`);
    expect(iframe.referrerPolicy).toBe('strict-origin');
    expect(`${iframe.src}${document.documentElement.outerHTML}`).not.toMatch(/4111|937|Ana/);
  });

  it('runs calls one after the other, also after one failed', async () => {
    const log: string[] = [];
    const answers = [
      async () => {
        throw new CheckoutError(errorData('INVALID_DATA', 'card.number is not valid'));
      },
      GOOD_HOSTED_FRAME.prepare,
    ];
    const calls = [client.prepareCardPaymentHosted(INPUT), client.prepareCardPaymentHosted(INPUT)];
    const codes = Promise.all(calls.map(codeOf));
    await frameComes({
      prepare: async (argument) => {
        log.push('begins');
        await Promise.resolve();
        log.push('ends');
        return answers.shift()!(argument);
      },
    });
    expect(await codes).toEqual(['INVALID_DATA', 'resolved']);
    expect(log).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('rejects with words for the buyer and nothing of the card', async () => {
    const prepared = client.prepareCardPaymentHosted(INPUT);
    const failed = prepared.catch((error) => error);
    await frameComes({
      prepare: async () => {
        throw new Error('4111111111111111 937');
      },
    });
    const error = await failed;
    expect(error).toMatchObject({ code: 'INTERNAL', userMessage: expect.stringMatching(/./) });
    expect(`${error.message}${JSON.stringify(error.details)}${error.cause}`).not.toMatch(
      /4111|937/,
    );
  });

  it('aborted on its way rejects and ends the work in the frame', async () => {
    const cancel = vi.fn(async () => null);
    const controller = new AbortController();
    const { signal } = controller;
    const code = codeOf(client.prepareCardPaymentHosted({ ...INPUT, signal }));
    const { asked } = await frameComes({ cancel, prepare: () => new Promise(() => undefined) });
    await vi.waitUntil(() => asked.length === 1, { interval: 1, timeout: 30_000 });
    controller.abort();
    expect(await code).toBe('ABORTED');
    await vi.waitUntil(() => cancel.mock.calls.length === 1, { interval: 1, timeout: 30_000 });
  });

  it.each([undefined, null])('leaves it to the frame to refuse the input %j', async (input) => {
    const prepared = codeOf(client.prepareCardPaymentHosted(input as unknown as typeof INPUT));
    const refused = new CheckoutError(errorData('INVALID_ARGUMENT', 'no card'));
    const { asked } = await frameComes({ prepare: () => Promise.reject(refused) });
    expect(await prepared).toBe('INVALID_ARGUMENT');
    expect(asked).toEqual([{ viewport: expect.anything() }]);
  });
});

describe('a hosted challenge after the order, whose client is destroyed', () => {
  const PAYIN = { id: 'pay_1', ...PENDING };

  /** Serves the hidden frame, and resolves once the challenge is under way in it. */
  async function challengeRuns(): Promise<void> {
    const { promise: begun, resolve: begin } = deferred();
    await frameComes({
      authenticate: () => {
        begin();
        return new Promise(() => undefined);
      },
    });
    await begun;
  }

  it('rejects with DESTROYED, and leaves no frame', async () => {
    const code = codeOf(client.handlePendingThreeDS(PAYIN, { hosted: true }));
    await challengeRuns();
    client.destroy();
    expect(await code).toBe('DESTROYED');
    expect(document.querySelectorAll('dialog, iframe')).toHaveLength(0);
  });

  it('rejects with DESTROYED before its frame has come', async () => {
    const code = codeOf(client.handlePendingThreeDS(PAYIN, { hosted: true }));
    await vi.waitUntil(() => frames()[0], { interval: 1, timeout: 30_000 });
    client.destroy();
    expect(await code).toBe('DESTROYED');
  });

  it('still says of processCardPayment which payin exists', async () => {
    const paid = client.processCardPayment({
      ...INPUT,
      customer: {} as Parameters<CheckoutClient['processCardPayment']>[0]['customer'],
      items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
      isPhysicalProduct: false,
      endpoint: async () => PAYIN,
    });
    const told = paid.catch((error: unknown) => error);
    await challengeRuns();
    client.destroy();
    expect(await told).toMatchObject({
      code: 'DESTROYED',
      outcome: 'unknown',
      details: { payinId: 'pay_1' },
    });
  });
});
