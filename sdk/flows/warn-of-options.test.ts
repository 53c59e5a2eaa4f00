import type { Mock } from 'vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWarnOfOptions } from './warn-of-options.ts';

let warn: Mock<Console['warn']>;

beforeEach(() => {
  warn = vi.spyOn(window.console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Call = Parameters<ReturnType<typeof createWarnOfOptions>>[0];

describe('an option that nobody knows', () => {
  it.each<[Call, string, string]>([
    ['init', 'publickey', 'there is no option publickey: did you mean publicKey?'],
    ['init', 'public_key', 'there is no option public_key: did you mean publicKey?'],
    ['init', 'apiBaseURL', 'there is no option apiBaseURL: did you mean apiBaseUrl?'],
    ['init', 'apiKey', 'there is no option apiKey'],
    ['mountCardElement', 'ammount', 'there is no option ammount: did you mean amount?'],
    [
      'mountCardElement',
      'maxInstalments',
      'there is no option maxInstalments: did you mean maxInstallments?',
    ],
    ['mountCardElement', 'onSuccess', 'there is no option onSuccess'],
    ['mountCardElement', 'onChange', "there is no option onChange: use element.on('change', …)"],
    [
      'mountCardElement',
      'onLoadError',
      "there is no option onLoadError: use element.on('loaderror', …)",
    ],
    ['mountPixElement', 'onPayed', 'there is no option onPayed: did you mean onPaid?'],
    ['mountPixElement', 'publicKey', 'there is no option publicKey'],
    ['init', 'locale', 'locale is none of pt-BR, en, es, so pt-BR is shown'],
  ])('of %s, %s, is told as "%s %s"', (call, name, told) => {
    createWarnOfOptions()(call, [name]);
    expect(warn.mock.calls).toEqual([[`checkout: ${call}: ${told}`]]);
  });

  it('is told once a client, however often it is given', () => {
    const warnOfOptions = createWarnOfOptions();
    warnOfOptions('mountCardElement', ['ammount', 'colour']);
    warnOfOptions('mountCardElement', ['colour', 'ammount']);
    expect(warn).toHaveBeenCalledTimes(2);
    createWarnOfOptions()('mountCardElement', ['colour']);
    expect(warn).toHaveBeenCalledTimes(3);
  });

  it('is told with forty letters of its name at most', () => {
    createWarnOfOptions()('init', ['x'.repeat(5_000)]);
    expect(warn.mock.calls).toEqual([[`checkout: init: there is no option ${'x'.repeat(40)}`]]);
  });
});
