import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { failureCode } from '../base/shared/failure-code.ts';
import { UsageError } from './command.ts';

const INPUT = 0;

/**
 * A value, a file or the command's input, so that no secret stands in the command, which others can
 * read. Throws `UsageError`, without the path, for a file that cannot be read.
 */
export function readContent(
  { name, value, content }: { name: string; value: string; content: 'text' | 'bytes' },
  folder: string,
): string {
  const isAt = value.startsWith('@');
  if (value !== '-' && !isAt && content === 'text') return value;
  const path = isAt ? value.slice(1) : value;
  const bytes = read(name, value === '-' ? INPUT : resolve(folder, path));
  // Whoever writes a secret into a file ends it with a line.
  return content === 'bytes' ? bytes.toString('base64') : bytes.toString('utf8').trim();
}

function read(name: string, source: string | typeof INPUT): Buffer {
  try {
    return readFileSync(source);
  } catch (error) {
    throw new UsageError(`The file of --${name} cannot be read (${failureCode(error)}).`);
  }
}
