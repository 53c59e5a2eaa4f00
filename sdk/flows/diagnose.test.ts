import { describe, expect, it } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import { configWith, POST_ORDER } from '../card-flow/config.cases.ts';
import { diagnose } from './diagnose.ts';
import { flowTools } from './flow-tools.cases.ts';

function frame(check: () => Promise<void> = async () => undefined) {
  return { check };
}
function account(change: Partial<CheckoutConfig>) {
  return flowTools({ getConfig: async () => configWith(POST_ORDER, change) });
}
function refused(...given: Parameters<typeof errorData<'NETWORK'>>) {
  return new CheckoutError(errorData(...given));
}
function failing(thrown: unknown) {
  return () => Promise.reject(thrown);
}

describe('a diagnosis', () => {
  it('where all is well says so of service, account and frame', async () => {
    expect(await diagnose(flowTools(), frame())).toEqual(
      ['service', 'account', 'frame'].map((check) => ({
        check,
        ok: true,
        code: null,
        message: 'works',
        details: {},
      })),
    );
  });

  it('of a service out of reach tells of the account that it is not known either', async () => {
    const getConfig = failing(refused('NETWORK', 'not reached', { phase: 'config' }));
    const [service, known, hosted] = await diagnose(flowTools({ getConfig }), frame());
    for (const found of [service, known]) {
      expect(found).toMatchObject({ ok: false, code: 'NETWORK', details: { phase: 'config' } });
    }
    expect(hosted).toMatchObject({ ok: true });
  });

  it.each([
    ['KYC_NOT_APPROVED', { canTransact: false, reason: 'KYC_NOT_APPROVED' }],
    ['COMPANY_BLOCKED', { canTransact: false, reason: 'COMPANY_BLOCKED' }],
    ['METHOD_NOT_ENABLED', { paymentMethods: ['pix'] }],
    ['METHOD_NOT_ENABLED', { paymentMethods: [] }],
  ] as const)('says %s of an account with %j', async (code, change) => {
    const [service, known, hosted] = await diagnose(
      account(change as Partial<CheckoutConfig>),
      frame(),
    );
    expect(known).toMatchObject({ check: 'account', ok: false, code });
    expect([service?.ok, hosted?.ok]).toEqual([true, true]);
  });

  it('of a blocked frame names the directive and the host to add', async () => {
    const host = 'https://checkout.test';
    const details = { cause: 'csp', directive: 'frame-src', host } as const;
    const blocked = errorData('FRAME_UNAVAILABLE', 'add it to frame-src', details);
    const check = failing(new CheckoutError(blocked));
    const [service, , hosted] = await diagnose(flowTools(), frame(check));
    expect(hosted).toEqual({
      check: 'frame',
      ok: false,
      code: 'FRAME_UNAVAILABLE',
      message: 'add it to frame-src',
      details,
    });
    expect(service).toMatchObject({ ok: true });
  });

  it.each([
    ['an error that is not ours', new TypeError('x is undefined')],
    ['no error at all', 'gone'],
    ['nothing', undefined],
  ])('never rejects, not even for %s', async (_what, thrown) => {
    const found = await diagnose(flowTools({ getConfig: failing(thrown) }), frame(failing(thrown)));
    expect(found.map(({ ok, code }) => ({ ok, code }))).toEqual(
      Array(3).fill({ ok: false, code: 'INTERNAL' }),
    );
  });
});
