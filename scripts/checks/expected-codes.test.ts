import { describe, expect, it } from 'vitest';
import { CODE_EXPECTED, CODE_OF_SUITE, codesNobodyExpected } from './expected-codes.ts';

const NAMED = {
  suite: 'codes',
  hasPassed: true,
  annotations: ['codes TIMEOUT', 'frames FRAME_LOST'].map((description) => ({
    type: CODE_OF_SUITE,
    description,
  })),
};
function expecting(suite: string, description: string, hasPassed = true) {
  return { suite, hasPassed, annotations: [{ type: CODE_EXPECTED, description }] };
}

describe('the codes of a whole run', () => {
  it('were all expected', () => {
    const tests = [NAMED, expecting('codes', 'TIMEOUT'), expecting('frames', 'FRAME_LOST')];
    expect(codesNobodyExpected(tests)).toEqual([]);
  });

  it('are named where nobody expected them, or only a test that failed', () => {
    const tests = [NAMED, expecting('frames', 'TIMEOUT', false)];
    expect(codesNobodyExpected(tests)).toEqual(['TIMEOUT (codes)', 'FRAME_LOST (frames)']);
  });

  it('are not looked for where a part of the suites ran', () => {
    expect(codesNobodyExpected([NAMED])).toEqual([]);
    expect(codesNobodyExpected([expecting('frames', 'TIMEOUT')])).toEqual([]);
  });
});
