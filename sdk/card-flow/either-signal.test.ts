import { describe, expect, it } from 'vitest';
import { countListeners } from '../frame/frame-side.cases.ts';
import { eitherSignal } from './either-signal.ts';

describe('a signal made of several', () => {
  it('does not abort while none of them does', () => {
    const { signal } = eitherSignal(new AbortController().signal, undefined);
    expect(signal.aborted).toBe(false);
  });

  it.each([0, 1])('aborts with number %i', (which) => {
    const controllers = [new AbortController(), new AbortController()];
    const { signal } = eitherSignal(...controllers.map((controller) => controller.signal));
    controllers[which]!.abort();
    expect(signal.aborted).toBe(true);
  });

  it.each([0, 1])('is aborted from the start where number %i was', (which) => {
    const signals = [new AbortController().signal, new AbortController().signal];
    signals[which] = AbortSignal.abort();
    expect(eitherSignal(...signals).signal.aborted).toBe(true);
  });

  it('tells of it once, however many abort', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = eitherSignal(first.signal, second.signal);
    let told = 0;
    signal.addEventListener('abort', () => {
      told += 1;
    });
    first.abort();
    second.abort();
    expect(told).toBe(1);
  });

  it('aborts none of the others', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    eitherSignal(first.signal, second.signal);
    first.abort();
    expect(second.signal.aborted).toBe(false);
  });

  it('released listens to nobody any more', () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const { signal, release } = eitherSignal(controller.signal, undefined);
    expect(listeners.listening()).toBe(1);
    release();
    expect(listeners.listening()).toBe(0);
    controller.abort();
    expect(signal.aborted).toBe(false);
  });

  it('of no signals never aborts', () => {
    const { signal, release } = eitherSignal(undefined, undefined);
    release();
    expect(signal.aborted).toBe(false);
  });
});
