import { expect, it } from 'vitest';
import { findCommand } from './commands.ts';
import { withLostFile } from './lost-file.ts';

const backup = findCommand('backup');
const answer = { content: { record: { rows: 3 } }, notes: ['Kept as the database.'], isBad: false };

it('leaves an answer as it is where the file is seen by whoever asked', () => {
  if (backup === undefined) throw new Error('there is no such command');
  const seen: string[] = [];
  const told = withLostFile(answer, backup, { file: '/data/today' }, (path) => {
    seen.push(path);
    return true;
  });
  expect(told).toBe(answer);
  expect(seen).toEqual(['/data/today']);
});

it('says that a file is lost which the service wrote for itself alone, and that it went wrong', () => {
  if (backup === undefined) throw new Error('there is no such command');
  const told = withLostFile(answer, backup, { file: '/tmp/today' }, () => false);
  expect(told).toMatchObject({ content: answer.content, isBad: true });
  expect(told.notes).toEqual([
    'Kept as the database.',
    expect.stringMatching(/^--file is not here: .*DATA_DIR/),
  ]);
});

it('looks for no file where none was named', () => {
  const list = findCommand('company list');
  if (list === undefined) throw new Error('there is no such command');
  expect(withLostFile(answer, list, {}, () => false)).toBe(answer);
});
