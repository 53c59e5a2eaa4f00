import { describe, expect, it } from 'vitest';
import type { Db } from '../base/shared/db.ts';
import { testDatabases } from './test-db.ts';

function run(db: Db, name: string, text: string) {
  return db.query({ name, text, values: [] });
}

describe.each(testDatabases())('a test database of the $engine engine', ({ openEmpty }) => {
  it('is empty, whatever the one before it had', async () => {
    const first = await openEmpty();
    await run(first, '', 'CREATE TABLE things (id integer)');
    await run(first, 'list_things', 'SELECT id FROM things');
    await first.close();

    const second = await openEmpty();
    await expect(run(second, '', 'SELECT id FROM things')).rejects.toMatchObject({ code: '42P01' });
    // The same statement over a table of another shape, as after a changed migration.
    await run(second, '', 'CREATE TABLE things (id text)');
    expect(await run(second, 'list_things', 'SELECT id FROM things')).toEqual([]);
    await second.close();
  });

  it('is apart from another one that is open', async () => {
    const [one, other] = await Promise.all([openEmpty(), openEmpty()]);
    await run(one, '', 'CREATE TABLE things (id integer)');
    await expect(run(other, '', 'SELECT id FROM things')).rejects.toMatchObject({ code: '42P01' });
    await Promise.all([one.close(), other.close()]);
  });
});
