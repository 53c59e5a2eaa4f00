import { expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { NO_TRACES } from '../../base/traces/traces.ts';
import type { PayoutAcquirer, TransferCheck } from '../../providers/payout-acquirer.ts';
import { parseMetrics, total } from '../../testing/test-metrics.ts';
import { testProvider } from '../../testing/test-provider.ts';
import { measureProvider } from './measure-provider.ts';
import { createPrometheus } from './prometheus.ts';

const TRANSFER = {
  companyId: 'shop',
  amount: 1,
  pixKey: 'a@b.example',
  pixKeyType: 'EMAIL' as const,
  beneficiaryDocument: null,
};

/** An acquirer whose check is scripted, on a clock that moves 250 ms with every look at it. */
function measure(check: NonNullable<PayoutAcquirer['check']>) {
  const metrics = createPrometheus({ ofProcess: false });
  let elapsedMs = 0;
  const { payouts } = measureProvider(
    testProvider({
      payouts: {
        check,
        send: async () => ({ kind: 'unavailable' }),
        find: async () => ({ kind: 'not_found' }),
      },
    }),
    {
      metrics,
      traces: NO_TRACES,
      log: { info: () => undefined, debug: () => undefined },
      elapsedMs: () => {
        elapsedMs += 250;
        return elapsedMs;
      },
    },
  );
  const told = async (name: string, labels: Record<string, string>) =>
    total(parseMetrics((await metrics.text()).text), name, labels);
  return { payouts, told };
}

it('tells the kind of an answer and how long it took', async () => {
  const { payouts, told } = measure(async () => ({ kind: 'beyond_limits' }));
  const answer = await payouts?.check?.(TRANSFER, new AbortController().signal);
  expect(answer).toEqual({ kind: 'beyond_limits' });
  const labels = { verb: 'check_transfer', outcome: 'beyond_limits' };
  expect(await told('acquirer_calls_total', labels)).toBe(1);
  const { verb } = labels;
  expect(await told('acquirer_call_duration_seconds_sum', { verb })).toBe(0.25);
});

it('passes a failure on, and tells it', async () => {
  const { payouts, told } = measure(() => Promise.reject(new Error('broken')));
  await expect(payouts?.check?.(TRANSFER, new AbortController().signal)).rejects.toThrow('broken');
  expect(await told('acquirer_calls_total', { outcome: 'failed' })).toBe(1);
});

it('tells one that nobody waits for any more once, when it is given up', async () => {
  const { promise: late, resolve: answer } = deferred<TransferCheck>();
  const { payouts, told } = measure(() => late);
  const controller = new AbortController();
  const asked = payouts?.check?.(TRANSFER, controller.signal);
  controller.abort();
  expect(await told('acquirer_calls_total', { outcome: 'timeout' })).toBe(1);
  answer({ kind: 'payable' });
  await asked;
  expect(await told('acquirer_calls_total', {})).toBe(1);
});
