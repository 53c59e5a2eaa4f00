import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf, isTest } from '../check-imports.ts';

/** The files below a folder that may hold faults: no tests, and nothing that only they use. */
export function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\/testing\//.test(file) && !isTest(file))
    .sort();
}

/** That of its own name, then those of its folder that reach it within one import of the folder. */
export function testsBeside(root: string, file: string): string[] {
  const folder = posix.dirname(file);
  const beside = readdirSync(join(root, folder))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name));
  const importers = (target: string) =>
    beside.filter((one) => importedBy(root, one).includes(target));
  const direct = importers(file);
  const all = [...direct, ...direct.filter((one) => !TEST.test(one)).flatMap(importers)];
  const own = beside.filter((one) => one.replace(TEST, '') === file.replace(/\.tsx?$/, ''));
  return [...new Set([...own, ...all.filter((one) => TEST.test(one)).sort()])];
}

const TEST = /\.test\.tsx?$/;

function importedBy(root: string, file: string): string[] {
  return importsOf(file, readFileSync(join(root, file), 'utf8'))
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier }) => posix.join(posix.dirname(file), specifier));
}
