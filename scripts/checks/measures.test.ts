import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';
import { longFunctions, measure } from './measures.ts';

describe('the measures of the sources', () => {
  it('are within their caps', () => {
    const measures = measure(join(import.meta.dirname, '../..')) ?? [];
    expect(measures.filter(({ value, cap }) => value > cap)).toEqual([]);
  });

  it('are none where there is no git', () => {
    const folder = temporaryFolder('measures');
    expect(measure(folder)).toBeNull();
  });

  it.each([
    ['short', 99, 0],
    ['long', 100, 1],
  ])('tell a function that is %s', (_name, lines, found) => {
    const source = `export function act(): void {\n${'act();\n'.repeat(lines - 1)}}\n`;
    expect(longFunctions('act.ts', source)).toBe(found);
  });
});
