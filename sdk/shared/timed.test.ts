import { describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { LogEntry } from './client-settings.ts';
import { readClientSettings } from './client-settings.ts';
import { timed } from './timed.ts';

function settingsWith(logger: (entry: LogEntry) => void) {
  return readClientSettings(
    { publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test', logger },
    { checkoutUrl: 'https://checkout.test' },
  );
}

const secret = { number: '4111111111111111', cvv: '937' };

describe('timed', () => {
  it('tells phase and duration of what went well, and nothing of the result', async () => {
    const told: LogEntry[] = [];
    const work = Promise.resolve(secret);
    expect(
      await timed(
        settingsWith((entry) => told.push(entry)),
        'submit',
        work,
      ),
    ).toBe(secret);
    expect(told).toEqual([{ phase: 'submit', durationMs: expect.any(Number), code: null }]);
    expect(Number.isInteger(told[0]!.durationMs)).toBe(true);
  });

  it.each([
    [
      'an error of ours',
      new CheckoutError(errorData('TIMEOUT', secret.number, { phase: 'token', ...secret })),
      'TIMEOUT',
    ],
    ['an error of another', new Error(secret.number), 'INTERNAL'],
    ['a value that is no error', secret, 'INTERNAL'],
  ])('tells only the code of %s, and throws it on', async (_what, thrown, code) => {
    const told: LogEntry[] = [];
    const work = timed(
      settingsWith((entry) => told.push(entry)),
      'submit',
      Promise.reject(thrown),
    );
    await expect(work).rejects.toBe(thrown);
    expect(told).toEqual([{ phase: 'submit', durationMs: expect.any(Number), code }]);
    expect(JSON.stringify(told)).not.toMatch(/4111|"937"/);
  });

  it.each([
    ['well', async () => 'done', 'done'],
    ['badly', () => Promise.reject(new CheckoutError(errorData('NETWORK', 'no'))), 'NETWORK'],
  ])('is undisturbed by a logger that throws where work ends %s', async (_how, work, expected) => {
    const logger = vi.fn(() => {
      throw new Error('of the merchant');
    });
    const ended = timed(settingsWith(logger), 'submit', work()).catch(({ code }) => code);
    expect(await ended).toBe(expected);
    expect(logger).toHaveBeenCalledOnce();
  });
});
