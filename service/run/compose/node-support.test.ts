import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../settings.ts';
import { warnOfOldNode } from './node-support.ts';

/** What is said when a service of this mode starts on this day. */
function said(mode: Settings['mode'], version: string, day: string) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => lines.push(line) });
  warnOfOldNode(log, { mode, version, now: new Date(`${day}T23:59:59Z`) });
  return lines.map((line) => JSON.parse(line).supportEnded);
}

describe('the line of Node that the service runs on', () => {
  it.each([
    ['v20.20.2', '2026-04-30', []],
    ['v20.20.2', '2026-05-01', ['2026-04-30']],
    ['v22.23.3', '2026-11-26', []],
    ['v23.1.0', '2026-11-26', ['2025-06-01']],
    ['v24.21.0', '2026-11-26', []],
    ['v24.21.0', '2028-05-01', ['2028-04-30']],
    ['v31.0.0', '2030-01-01', []],
  ])('%s in production on %s: the log names the end of support %j', (version, day, ended) => {
    expect(said('production', version, day)).toEqual(ended);
  });

  it('is not spoken of in the sandbox', () => {
    expect(said('sandbox', 'v20.20.2', '2026-11-26')).toEqual([]);
  });
});
