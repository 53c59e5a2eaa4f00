import { describe, expect, it } from 'vitest';
import { opened } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createLookUps } from './look-ups.ts';

const START = new Date('2027-03-01T12:00:00Z').getTime();
function at(seconds: number): Date {
  return new Date(START + seconds * 1_000);
}

describe.each(statementDatabases())('looks at what is stuck, on $engine', (database) => {
  const db = opened(database.openMigrated);

  const begin = async (id: string, seconds: number, evenEarly = false) =>
    createLookUps(db).begin({ companyId: 'a', id }, { now: at(seconds), evenEarly });

  it('come twice as late each time, up to an hour', async () => {
    const distances: number[] = [];
    let seconds = 0;
    for (let look = 0; look < 14; look += 1) {
      const lookUp = await begin('one', seconds);
      const due = ((lookUp?.dueAt.getTime() ?? 0) - START) / 1_000;
      distances.push(due - seconds);
      expect(await begin('one', due - 1)).toBeNull();
      seconds = due;
    }
    expect(distances).toEqual([
      15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600, 3_600, 3_600,
    ]);
  });

  it('are made by one of many who would make them', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin('two', 0)));
    expect(begun.filter((lookUp) => lookUp !== null)).toHaveLength(1);
  });

  it('may be made before they are due, where somebody asks for it', async () => {
    await begin('three', 0);
    expect(await begin('three', 1)).toBeNull();
    expect(await begin('three', 1, true)).toMatchObject({ dueAt: at(31) });
  });

  it('keep what they have shown until the next, and are forgotten with it', async () => {
    const lookUps = createLookUps(db);
    const four = { companyId: 'a', id: 'four' };
    await begin('four', 0);
    const shown = { dueAt: at(60), missedAt: at(0), watchedUntil: at(90) };
    await lookUps.put(four, shown);
    expect(await begin('four', 59)).toBeNull();
    expect(await begin('four', 60)).toEqual({ ...shown, dueAt: at(90) });
    await lookUps.end(four);
    expect(await begin('four', 61)).toEqual({ dueAt: at(76), missedAt: null, watchedUntil: null });
  });

  it('are forgotten once nobody has looked for long', async () => {
    await begin('five', 0);
    await createLookUps(db).forgetBefore('b', at(100));
    expect(await begin('five', 1)).toBeNull();
    await createLookUps(db).forgetBefore('a', at(15));
    expect(await begin('five', 1)).toBeNull();
    await createLookUps(db).forgetBefore('a', at(16));
    expect(await begin('five', 1)).not.toBeNull();
  });

  it('are not ended by one that another has overtaken', async () => {
    const lookUps = createLookUps(db);
    const seven = { companyId: 'a', id: 'seven' };
    const [older, newer] = [await begin('seven', 0), await begin('seven', 1, true)];
    if (older === null || newer === null) throw new Error('they were not begun');
    await lookUps.end(seven, older);
    expect(await begin('seven', 2)).toBeNull();
    await lookUps.end(seven, newer);
    expect(await begin('seven', 2)).toMatchObject({ dueAt: at(17) });
  });

  it('of what is watched are not forgotten, however long nobody has looked', async () => {
    const lookUps = createLookUps(db);
    await begin('six', 0);
    const watched = { dueAt: at(60), missedAt: at(0), watchedUntil: at(90) };
    await lookUps.put({ companyId: 'a', id: 'six' }, watched);
    await lookUps.forgetBefore('a', at(1_000));
    expect(await begin('six', 1_000)).toMatchObject({ watchedUntil: at(90) });
  });
});
