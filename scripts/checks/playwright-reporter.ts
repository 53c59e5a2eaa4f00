import { basename } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { closingLines, countSkipped, NO_REASON, noTests } from './closing-lines.ts';
import { codesNobodyExpected } from './expected-codes.ts';

/** Says at the end how many end-to-end tests ran and why others did not; unnamed skips fail. */
export default class CountingReporter implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const counts = noTests();
    for (const test of this.tests) {
      const outcome = test.outcome();
      if (outcome === 'expected') counts.passed += 1;
      else if (outcome !== 'skipped') counts.failed += 1;
      else countSkipped(counts, reasonOf(test), test.titlePath().join(' > '));
    }
    const { lines, isRight } = closingLines('end-to-end', counts);
    const codes = isWhole() ? codesNobodyExpected(this.tests.map(asItRan)) : [];
    if (codes.length > 0) lines.unshift(`Codes that no test expected: ${codes.join(', ')}.`);
    console.log(lines.join('\n'));
    return isRight && codes.length === 0 ? {} : { status: 'failed' };
  }
}

/** Whether nothing was chosen by title; what is left to another command is no choice. */
function isWhole(): boolean {
  return !process.argv.some((one) => /^(-g|--grep|--last-failed|--shard)(=|$)/.test(one));
}

function asItRan(test: TestCase) {
  return {
    suite: basename(test.location.file, '.spec.ts'),
    hasPassed: test.outcome() === 'expected',
    annotations: test.results.flatMap((result) => result.annotations),
  };
}

function reasonOf({ annotations, results }: TestCase): string {
  const all = [...annotations, ...results.flatMap((result) => result.annotations)];
  const skip = all.find(({ type }) => type === 'skip' || type === 'fixme');
  return skip?.description ?? NO_REASON;
}
