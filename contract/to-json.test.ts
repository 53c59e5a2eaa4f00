import { expect, it, onTestFinished, vi } from 'vitest';
import { toJson } from './to-json.ts';

it.each([Array.prototype, Object.prototype])(
  'writes a list as one whatever %o has',
  (prototype) => {
    Object.assign(prototype, { toJSON: () => 'text' });
    onTestFinished(() => void Reflect.deleteProperty(prototype, 'toJSON'));
    expect(toJson({ items: [[1]], at: new Date(0) })).toBe(
      '{"items":[[1]],"at":"1970-01-01T00:00:00.000Z"}',
    );
  },
);

it('names window.JSON where the page replaced it', () => {
  vi.stubGlobal('JSON', { encode: () => '' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const refusal = { code: 'UNSUPPORTED', details: { cause: 'page' } };
  expect(() => toJson({})).toThrow(expect.objectContaining(refusal));
});
