import { expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { parseMetrics, total } from '../../testing/test-metrics.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { createPrometheus } from '../metrics/prometheus.ts';
import { createLedgerMonitor } from './ledger-monitor.ts';

type Checked = { companies: number; disagreement: string | null };

function monitor(check: () => Promise<Checked>) {
  const clock = { seconds: 0 };
  const { timers, run } = manualTimers();
  const metrics = createPrometheus({ ofProcess: false });
  const told: string[] = [];
  let checks = 0;
  const read = createLedgerMonitor({
    check: () => {
      checks += 1;
      return check();
    },
    metrics,
    now: () => new Date(clock.seconds * 1000),
    elapsedMs: () => clock.seconds * 1000,
    timers,
    onDisagreement: (sentence) => told.push(sentence),
    onError: () => told.push('error'),
  });
  const value = async (name: string, labels = {}) =>
    total(parseMetrics((await metrics.text()).text), name, labels);
  return { clock, read, run, told, value, checks: () => checks };
}

const AGREES = { companies: 1, disagreement: null };

it('checks at the first look, and again after a quarter of an hour', async () => {
  const { clock, read, value, checks } = monitor(async () => AGREES);
  expect(await value('ledger_check_agrees')).toBeNaN();
  await Promise.all([read(), read()]);
  expect([checks(), await value('ledger_check_agrees')]).toEqual([1, 1]);
  clock.seconds = 899;
  await read();
  expect(checks()).toBe(1);
  clock.seconds = 900;
  await read();
  expect([checks(), await value('ledger_check_timestamp_seconds')]).toEqual([2, 900]);
});

it('names the first row that disagrees', async () => {
  const { read, told, value } = monitor(async () => ({ companies: 1, disagreement: 'a row' }));
  await read();
  expect(told).toEqual(['a row']);
  expect(await value('ledger_checks_total', { result: 'disagrees' })).toBe(1);
  expect(await value('ledger_check_agrees')).toBe(0);
});

it('keeps what it knew where a check fails', async () => {
  const answers = [async () => AGREES, () => Promise.reject(new Error('no database'))];
  const { clock, read, told, value } = monitor(
    () => answers.shift()?.() ?? Promise.resolve(AGREES),
  );
  await read();
  clock.seconds = 900;
  await read();
  expect(told).toEqual(['error']);
  expect(await value('ledger_check_agrees')).toBe(1);
  expect(await value('ledger_check_timestamp_seconds')).toBe(0);
  expect(await value('ledger_checks_total', { result: 'failed' })).toBe(1);
});

it('keeps nobody waiting for a check that takes long, and starts no second one', async () => {
  const { promise, resolve: end } = deferred<Checked>();
  const { clock, read, run, value, checks } = monitor(() => promise);
  const first = read();
  run(5_000);
  await first;
  clock.seconds = 1_000;
  const second = read();
  expect(checks()).toBe(1);
  end(AGREES);
  await second;
  expect(await value('ledger_check_duration_seconds')).toBe(1_000);
});
