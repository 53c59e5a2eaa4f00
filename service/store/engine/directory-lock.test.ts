import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram, ChildProgram } from '../../testing/child-program.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';

describe('the lock of a data directory', () => {
  let program: string;
  let folder: string;
  let path: string;

  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/lock-holder.ts', import.meta.url));
  });
  beforeEach(() => {
    folder = temporaryFolder('payments-lock');
    path = join(folder, 'database.lock');
  });

  const holder = (): { pid: number; startTime: string | null; bootId: string | null } =>
    JSON.parse(readFileSync(path, 'utf8'));

  it('is a file while held, and nothing once released', () => {
    const lock = lockDirectory(path);
    expect(holder().pid).toBe(process.pid);
    expect(readdirSync(folder)).toEqual(['database.lock']);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes the directory it is in', () => {
    path = join(folder, 'deep', 'data', 'database.lock');
    const lock = lockDirectory(path);
    expect(existsSync(path)).toBe(true);
    lock.release();
  });

  it('is refused to the process that has it', () => {
    const lock = lockDirectory(path);
    expect(() => lockDirectory(path)).toThrow('DATA_DIR is already in use by this process.');
    lock.release();
    lockDirectory(path).release();
  });

  it('is refused to the process that has it by another way to the same directory', () => {
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    const lock = lockDirectory(path);
    expect(() => lockDirectory(join(link, 'database.lock'))).toThrow('in use by this process');
    lock.release();
    rmSync(link);
  });

  it('is held by a second copy of this module in the same process', () => {
    const lock = lockDirectory(path);
    const text = readFileSync(path, 'utf8');
    lock.release();
    writeFileSync(path, text);
    expect(() => lockDirectory(path)).toThrow(`DATA_DIR is in use by process ${process.pid}.`);
  });

  it('is not removed by a release that comes after somebody else has taken it', () => {
    const lock = lockDirectory(path);
    writeFileSync(path, '{"pid":1,"startTime":null,"bootId":null}');
    lock.release();
    expect(existsSync(path)).toBe(true);
  });

  it('is refused while another process that holds it lives', async () => {
    const other = new ChildProgram(program, path);
    await other.untilLines(1);
    expect(() => lockDirectory(path)).toThrow(DirectoryInUse);
    expect(() => lockDirectory(path)).toThrow(`DATA_DIR is in use by process ${other.pid}.`);
    await other.end();
    expect(existsSync(path)).toBe(false);
    lockDirectory(path).release();
  });

  it('is taken over from a process that was killed', async () => {
    const other = new ChildProgram(program, path);
    await other.untilLines(1);
    await other.kill();
    expect(existsSync(path)).toBe(true);
    const lock = lockDirectory(path);
    expect(holder().pid).toBe(process.pid);
    lock.release();
  });

  it('is taken over from a process that has ended and that its parent has not noted yet', async () => {
    // The shell becomes a program that asks after no child; until it has, it would ask itself.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 601'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [said] = await once(parent.stdout, 'data');
    const pid = Number(String(said));
    const nameOf = (of: number | undefined) => readFileSync(`/proc/${of}/comm`, 'utf8').trim();
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    while (nameOf(parent.pid) !== 'sleep') await new Promise(setImmediate);
    process.kill(pid, 'SIGKILL');
    while (stat()?.[0] !== 'Z') await new Promise(setImmediate);
    const held = lockDirectory(path);
    const { bootId } = holder();
    held.release();
    writeFileSync(path, JSON.stringify({ pid, startTime: stat()?.[19], bootId }));

    const lock = lockDirectory(path);

    expect(holder().pid).toBe(process.pid);
    lock.release();
  });

  describe('beside a living process', () => {
    let other: ChildProgram;
    beforeEach(async () => {
      other = new ChildProgram(program, path);
      await other.untilLines(1);
    });
    afterEach(() => other.kill());

    it.each<[string, 'stale' | 'held', (own: typeof holder) => object | string]>([
      ['its pid, start time and boot', 'held', (own) => own()],
      [
        'its pid and boot, from where no start time is known',
        'held',
        (own) => ({ ...own(), startTime: null }),
      ],
      ['its pid, of another start time', 'stale', (own) => ({ ...own(), startTime: '1' })],
      ['its pid, of another boot', 'stale', (own) => ({ ...own(), bootId: 'another' })],
      ['a pid of nobody', 'stale', (own) => ({ ...own(), pid: spawnSync('true').pid })],
      [
        'our own pid, as after the restart of a container',
        'stale',
        (own) => ({ ...own(), pid: process.pid }),
      ],
      [
        'our own pid, from where no start time is known',
        'stale',
        (own) => ({ ...own(), pid: process.pid, startTime: null }),
      ],
      ['no content', 'held', () => ''],
      ['the content of another program', 'held', () => '4242\n'],
      ['a pid that is none', 'held', (own) => ({ ...own(), pid: -1 })],
    ])('a lock with %s is %s', (_name, outcome, content) => {
      const text = content(holder);
      writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
      if (outcome === 'held') {
        expect(() => lockDirectory(path)).toThrow(/^DATA_DIR .*\.$/);
        expect(readdirSync(folder)).toEqual(['database.lock']);
      } else {
        lockDirectory(path).release();
        expect(readdirSync(folder)).toEqual([]);
      }
    });
  });

  it('goes to one of many that find it stale at once', async () => {
    const dead = { pid: spawnSync('true').pid, startTime: '1', bootId: 'another' };
    writeFileSync(path, JSON.stringify(dead));
    const many = Array.from({ length: 6 }, () => new ChildProgram(program, path));
    await Promise.all(many.map((one) => one.untilLines(1)));
    const answers = many.map(({ lines }) => lines[0]);
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(5);
    await Promise.all(many.map((one) => one.end()));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over although a process was killed while it took it over', () => {
    const dead = { pid: spawnSync('true').pid, startTime: '1', bootId: 'another' };
    writeFileSync(path, JSON.stringify(dead));
    writeFileSync(`${path}.takeover`, JSON.stringify(dead));
    lockDirectory(path).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
