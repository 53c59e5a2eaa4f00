import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSubscribers, reportLater } from './subscribers.ts';

type Events = { change: number; end: undefined };

afterEach(() => {
  vi.useRealTimers();
});

describe('subscribers', () => {
  it('hear the events they asked for, in the order they asked', () => {
    const heard: string[] = [];
    const { on, emit } = createSubscribers<Events>(vi.fn());
    on('change', (value) => heard.push(`first ${value}`));
    on('change', (value) => heard.push(`second ${value}`));
    emit('change', 1);
    emit('end', undefined);
    expect(heard).toEqual(['first 1', 'second 1']);
  });

  it('hear once, however often one handler was given', () => {
    const handler = vi.fn();
    const { on, emit } = createSubscribers<Events>(vi.fn());
    on('change', handler);
    on('change', handler);
    emit('change', 1);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('hear nothing after they unsubscribed, nor after all were dropped', () => {
    const [one, other] = [vi.fn(), vi.fn()];
    const { on, emit, clear } = createSubscribers<Events>(vi.fn());
    const stop = on('change', one);
    on('change', other);
    stop();
    stop();
    emit('change', 1);
    clear();
    emit('change', 2);
    expect(one).not.toHaveBeenCalled();
    expect(other).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('may unsubscribe and subscribe while they hear', () => {
    const late = vi.fn();
    const { on, emit } = createSubscribers<Events>(vi.fn());
    const stop = on('change', () => {
      stop();
      on('change', late);
    });
    emit('change', 1);
    expect(late).not.toHaveBeenCalled();
    emit('change', 2);
    expect(late).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('that throw are reported and stop nobody', () => {
    const report = vi.fn();
    const other = vi.fn();
    const { on, emit } = createSubscribers<Events>(report);
    const thrown = new Error('of the merchant');
    on('change', () => {
      throw thrown;
    });
    on('change', other);
    emit('change', 1);
    expect(report).toHaveBeenCalledExactlyOnceWith(thrown);
    expect(other).toHaveBeenCalledOnce();
  });
});

it('an error of the merchant is thrown in a turn of its own', () => {
  vi.useFakeTimers();
  const thrown = new Error('of the merchant');
  expect(() => reportLater(thrown)).not.toThrow();
  expect(() => vi.runOnlyPendingTimers()).toThrow(thrown);
});
