import { afterEach, describe, expect, it } from 'vitest';
import { playNotify } from '../../testing/play-notify.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { createSupervisor } from './supervisor.ts';

const WATCHED = { WATCHDOG_USEC: '60000000', WATCHDOG_PID: String(process.pid) };
const HALF_MS = 30_000;

describe('whoever supervises the process', () => {
  const played: { remove: () => void }[] = [];
  afterEach(() => {
    for (const notify of played.splice(0)) notify.remove();
  });

  function supervise(env: { [name: string]: string }, code = 0) {
    const notify = playNotify(code);
    played.push(notify);
    const clock = manualTimers();
    const errors: unknown[] = [];
    const supervisor = createSupervisor(
      { PATH: notify.path, ...env },
      { timers: clock.timers, onError: (error) => errors.push(error) },
    );
    return { supervisor, clock, errors, told: notify.told };
  }

  it('hears of the start, of each half of its time, and of the end', async () => {
    const { supervisor, clock, errors, told } = supervise({ NOTIFY_SOCKET: '@n', ...WATCHED });
    await supervisor.ready();
    expect(told()).toEqual(['READY=1']);
    await clock.round(HALF_MS);
    await clock.round(HALF_MS);
    await supervisor.stopping();
    await clock.round(HALF_MS);
    expect(told()).toEqual([
      ...['READY=1', 'WATCHDOG=1', 'WATCHDOG=1'],
      ...['STOPPING=1', 'WATCHDOG=1'],
    ]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['where the unit has no watchdog', {}],
    ['where another process is watched', { ...WATCHED, WATCHDOG_PID: '1' }],
  ])('hears no signs of life %s', async (_where, env) => {
    const { supervisor, clock, told } = supervise({ NOTIFY_SOCKET: '@n', ...env });
    await supervisor.ready();
    clock.run(HALF_MS);
    await supervisor.stopping();
    expect(told()).toEqual(['READY=1', 'STOPPING=1']);
  });

  it('is nobody where none is named', async () => {
    const { supervisor, errors, told } = supervise(WATCHED);
    await supervisor.ready();
    await supervisor.stopping();
    expect([told(), errors]).toEqual([[], []]);
  });

  it('is told again after it could not be told, and nothing ends by it', async () => {
    const { supervisor, clock, errors, told } = supervise({ NOTIFY_SOCKET: '@n', ...WATCHED }, 1);
    await supervisor.ready();
    await clock.round(HALF_MS);
    expect(told()).toEqual(['READY=1', 'WATCHDOG=1']);
    expect(errors).toHaveLength(2);
  });

  it('may have no systemd-notify', async () => {
    const { supervisor, errors } = supervise({ NOTIFY_SOCKET: '@n', PATH: '/nowhere' });
    await supervisor.ready();
    expect(errors).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });
});
