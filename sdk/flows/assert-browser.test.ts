import { expect, it, vi } from 'vitest';
import { assertBrowser } from './assert-browser.ts';

it('names an older browser, what it lacks and what is supported, to the console too', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => assertBrowser(window)).not.toThrow();
  const older = { Object: {}, Array, MessageChannel, navigator: { userAgent: 'Old/1' } };
  const refusal = { code: 'UNSUPPORTED', details: { phase: 'script', cause: 'browser' } };
  expect(() => assertBrowser(older)).toThrow(expect.objectContaining(refusal));
  const told = /^Old\/1 has no Object\.hasOwn, Proxy: .* Safari 15\.4, or later$/;
  expect(error.mock.calls).toEqual([[expect.stringMatching(told)]]);
  error.mockRestore();
});
