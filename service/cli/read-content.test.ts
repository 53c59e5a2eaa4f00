import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { UsageError } from './command.ts';
import { readContent } from './read-content.ts';

describe('the value of an option that may stand elsewhere', () => {
  const folder = temporaryFolder('read-content');
  writeFileSync(join(folder, 'secret.txt'), 'a-secret\n');
  writeFileSync(join(folder, 'certificate.p12'), new Uint8Array([0, 255, 10]));

  const text = (value: string) => readContent({ name: 'secret', value, content: 'text' }, folder);
  const bytes = (value: string) => readContent({ name: 'file', value, content: 'bytes' }, folder);

  it('is itself, or in a file', () => {
    expect(text('a-secret')).toBe('a-secret');
    expect(text('@secret.txt')).toBe('a-secret');
    expect(text(`@${join(folder, 'secret.txt')}`)).toBe('a-secret');
  });

  it('is a file whose bytes stay as they are', () => {
    expect(bytes('certificate.p12')).toBe('AP8K');
    expect(bytes('@certificate.p12')).toBe('AP8K');
  });

  it.each(['@nothing-there', `@${folder}`])('is refused without its path: %s', (value) => {
    for (const read of [text, bytes]) {
      try {
        read(value);
        throw new Error('it was read');
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect(String(error)).toMatch(/The file of --\w+ cannot be read \((?:ENOENT|EISDIR)\)\.$/);
      }
    }
  });
});
