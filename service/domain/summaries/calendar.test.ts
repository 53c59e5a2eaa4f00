import { describe, expect, it } from 'vitest';
import { lastDays } from './calendar.ts';

function told(now: string, count: number) {
  return lastDays(new Date(now), count).map(({ day, from, until }) =>
    [day, from.toISOString(), until.toISOString()].join(' '),
  );
}

describe('the last days', () => {
  it('end with the day it is in São Paulo, which begins at three in Greenwich', () => {
    expect(told('2026-11-23T02:59:59.999Z', 2)).toEqual([
      '2026-11-21 2026-11-21T03:00:00.000Z 2026-11-22T03:00:00.000Z',
      '2026-11-22 2026-11-22T03:00:00.000Z 2026-11-23T03:00:00.000Z',
    ]);
    expect(told('2026-11-23T03:00:00Z', 1)).toEqual([
      '2026-11-23 2026-11-23T03:00:00.000Z 2026-11-24T03:00:00.000Z',
    ]);
  });

  it('follow one another without a gap over months and years', () => {
    const days = lastDays(new Date('2027-01-15T12:00:00Z'), 30);
    expect(days.map(({ day }) => day).slice(0, 2)).toEqual(['2026-12-17', '2026-12-18']);
    expect(days.at(-1)?.day).toBe('2027-01-15');
    for (const [index, { from }] of days.entries()) {
      if (index > 0) expect(from).toEqual(days[index - 1]?.until);
    }
  });

  it('have the hours they had while there was summer time', () => {
    expect(told('2018-11-04T12:00:00Z', 2)).toEqual([
      '2018-11-03 2018-11-03T03:00:00.000Z 2018-11-04T03:00:00.000Z',
      // Clocks went from midnight to one o'clock: a day of 23 hours.
      '2018-11-04 2018-11-04T03:00:00.000Z 2018-11-05T02:00:00.000Z',
    ]);
    expect(told('2019-02-16T12:00:00Z', 1)).toEqual([
      // Back from midnight to eleven: a day of 25 hours.
      '2019-02-16 2019-02-16T02:00:00.000Z 2019-02-17T03:00:00.000Z',
    ]);
  });
});
