import { readFileSync } from 'node:fs';
import { failureCode } from './failure-code.ts';
import { SettingsError } from './settings-error.ts';

/** `<name>_FILE` keeps a setting out of an environment that others can look at. */
export function secretSetting(
  name: string,
  read: (name: string) => string | undefined,
): string | undefined {
  const fileName = `${name}_FILE`;
  const file = read(fileName);
  if (file === undefined) return read(name);
  if (read(name) !== undefined) {
    throw new SettingsError(`${name} and ${fileName} must not both be set.`);
  }
  const value = contentOf(fileName, file).trim();
  if (value === '') throw new SettingsError(`${fileName} names an empty file.`);
  return value;
}

function contentOf(fileName: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(
      `${fileName} names a file that cannot be read (${failureCode(error)}).`,
    );
  }
}
