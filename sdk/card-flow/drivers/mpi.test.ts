import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeMpiSession } from '../../../contract/card/mpi-session.ts';
import { toErrorData } from '../../../contract/errors/checkout-error.ts';
import type { ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { mpiDriver } from './mpi.ts';

const DEVICE = { step: 'device', env: 'SDB', order: '1', referenceId: 'r', token: 't' } as const;
const CHALLENGE = writeMpiSession({
  ...{ step: 'challenge', order: '1', acsUrl: 'https://bank.test', pareq: 'p', transactionId: 'x' },
});
const CARD = {
  ...{ holderName: 'ANA SOUZA', number: '4000000000002503' },
  ...{ expirationMonth: '12', expirationYear: '2030' },
};
const ERROR = { code: 'THREEDS_FAILED', details: { reason: 'error' } };

type Config = Record<'onLoadComplete' | 'onReady' | 'onValidationRequired', () => void> & {
  onError: (told: object) => void;
  cardNumberReader: () => string;
};

let view: Window;
let told: string[];
let config: Config;
let controller: AbortController;
let script: Record<'load' | 'init' | 'updateCard' | 'challenge', (...given: unknown[]) => void>;

beforeEach(() => {
  // A document of its own, as the stage is: a script is loaded into one once.
  view = Object.create(window);
  told = [];
  controller = new AbortController();
  script = {
    load(given) {
      config = given as Config;
      config.onLoadComplete();
    },
    init: (...given) => {
      told.push(`init ${given}`);
      config.onReady();
    },
    updateCard: () => void told.push(`card ${config.cardNumberReader()}`),
    challenge: (...given) => {
      told.push(`challenge ${JSON.stringify(given)}`);
      config.onValidationRequired();
    },
  };
  Object.assign(view, { MPI: script });
});
afterEach(() => document.body.replaceChildren());

function start(change: Partial<ThreeDSDriverRun> = {}) {
  const run = mpiDriver('cielo').run({
    view,
    session: writeMpiSession(DEVICE),
    transactionId: 'tds_1',
    windowSize: '03',
    locale: 'pt-BR',
    methodContainer: document.createElement('div'),
    challengeContainer: document.createElement('div'),
    onChallenge: ({ width, height }) => void told.push(`shown ${width}x${height}`),
    onChallengeEnd: () => void told.push('end'),
    signal: controller.signal,
    proceed: async () => CHALLENGE,
    card: CARD,
    ...change,
  });
  return run.catch(toErrorData);
}

describe('the script of the MPI', () => {
  it('is led step by step, and given the number and no CVV', async () => {
    expect(await start()).toEqual({ outcome: 'done' });
    expect(config).toMatchObject({ Environment: 'SDB' });
    const shown = told.findIndex((one) => one.startsWith('challenge'));
    expect(told.toSpliced(shown, 1)).toEqual([
      ...['init r,t', `card ${CARD.number}`, 'shown 0x0', 'end'],
    ]);
    const [challenge, order] = JSON.parse(told[shown]?.replace('challenge ', '') ?? '');
    const named = { AcsUrl: 'https://bank.test', Pareq: 'p', TransactionId: 'x' };
    expect(challenge).toMatchObject(named);
    expect(order.OrderDetails).toEqual({
      OrderNumber: '1',
      CurrencyCode: '986',
      OrderChannel: 'S',
    });
    expect(JSON.stringify(told)).not.toMatch(/cvv|security/i);
    expect(config.cardNumberReader()).toBeUndefined();
  });

  it('is taken up again by the session of the bank, where a page was lost before', async () => {
    const session = JSON.stringify({ ...DEVICE, ...JSON.parse(CHALLENGE) });
    expect(await start({ session, proceed: async () => session })).toEqual({ outcome: 'done' });
    expect(told[0]).toBe('init r,t');
  });

  it.each([
    ['no card', { card: undefined }],
    ['no session', { session: 'abc' }],
    ['the session of the bank at its start', { session: CHALLENGE }],
    ['a session without a token', { session: JSON.stringify({ ...DEVICE, token: undefined }) }],
    ['no challenge where there is to be one', { proceed: async () => writeMpiSession(DEVICE) }],
  ])('is not shown to anybody with %s', async (_what, change) => {
    expect(await start(change)).toMatchObject(ERROR);
    expect(told.filter((one) => one.startsWith('shown'))).toEqual([]);
  });

  it.each<[string, object | undefined]>([
    ['nothing', undefined],
    ['half of it', { load: () => undefined }],
  ])('that defined %s is blocked', async (_what, MPI) => {
    Object.assign(view, { MPI });
    expect(await start()).toMatchObject({
      ...{ code: 'THREEDS_SDK_UNAVAILABLE', details: { cause: 'blocked' } },
    });
  });

  it('that fails before the bank was asked has failed; after it, the service is asked', async () => {
    script.init = () => config.onError({ ReturnCode: 'MPI901' });
    expect(await start()).toMatchObject(ERROR);
    script.init = () => config.onReady();
    script.challenge = () => config.onError({ ReturnCode: 'MPI902' });
    expect(await start()).toEqual({ outcome: 'done' });
  });

  it('leaves nothing of what it drew once nobody waits', async () => {
    script.challenge = () => {
      const cover = document.createElement('div');
      cover.append(document.createElement('iframe'));
      document.body.append(cover);
    };
    const run = start();
    await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    controller.abort();
    expect(await run).toMatchObject({ code: 'ABORTED' });
    expect(document.body.childElementCount).toBe(0);
  });
});
