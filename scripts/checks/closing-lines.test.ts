import { describe, expect, it } from 'vitest';
import { closingLines, countSkipped, NO_REASON, noTests } from './closing-lines.ts';

describe('the end of a test run', () => {
  it('says how many ran, which were skipped and why', () => {
    const counts = { ...noTests(), passed: 12, failed: 1, rare: 30 };
    countSkipped(counts, 'there is no curl on this machine', 'a sample');
    countSkipped(counts, 'there is no curl on this machine', 'another');
    const { lines, isRight } = closingLines('unit', counts);
    expect(isRight).toBe(true);
    expect(lines).toEqual([
      'Skipped, 2: there is no curl on this machine.',
      'Left to `npm run test:all`: 30.',
      'unit: 12 passed, 1 failed, 2 skipped',
    ]);
  });

  it('is wrong where a test was skipped without a reason, and names it', () => {
    const counts = { ...noTests(), passed: 12 };
    countSkipped(counts, NO_REASON, 'refunds > are made once');
    const { lines, isRight } = closingLines('unit', counts);
    expect(isRight).toBe(false);
    expect(lines[0]).toBe('Skipped, and no reason is named: refunds > are made once');
  });

  it('is wrong where no test ran', () => {
    expect(closingLines('unit', { ...noTests(), rare: 3 }).isRight).toBe(false);
  });
});
