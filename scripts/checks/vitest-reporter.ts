import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { TestCounts } from './closing-lines.ts';
import { closingLines, countSkipped, NO_REASON, noTests } from './closing-lines.ts';
import { isEveryday, RARE, SKIP_REASONS } from './test-tags.ts';

/** Says at the end how many unit tests ran and why others did not; unnamed skips fail the run. */
export function countingReporter(): Reporter {
  let vitest: Vitest;
  return {
    onInit: (started) => {
      vitest = started;
    },
    onTestRunEnd(modules: readonly TestModule[]) {
      // Where tests are chosen by their names, the others are skipped for that reason.
      if (vitest.config.testNamePattern !== undefined) return;
      const counts = noTests();
      for (const module of modules) {
        for (const test of module.children.allTests()) count(counts, test);
      }
      const without = process.env.TEST_WITHOUT_POSTGRES;
      if (without !== undefined) console.log(`Nothing ran on PostgreSQL: ${without}.`);
      const { lines, isRight } = closingLines('unit', counts);
      console.log(lines.join('\n'));
      if (!isRight) process.exitCode = 1;
    },
  };
}

function count(counts: TestCounts, test: TestCase): void {
  const result = test.result();
  if (result.state === 'passed') counts.passed += 1;
  else if (result.state === 'failed') counts.failed += 1;
  else if (isEveryday && test.tags.includes(RARE)) counts.rare += 1;
  else countSkipped(counts, reasonOf(test), `${test.module.moduleId} > ${test.fullName}`);
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  const named = SKIP_REASONS.find(({ name }) => test.tags.includes(name))?.description;
  return named ?? (result.state === 'skipped' ? result.note : undefined) ?? NO_REASON;
}
