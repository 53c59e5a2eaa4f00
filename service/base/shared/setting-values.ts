import { readFileSync } from 'node:fs';
import { failureCode } from './failure-code.ts';
import { SettingsError } from './settings-error.ts';

/** A port number; 0 leaves it to the system. */
export function port(name: string, text: string): number {
  const value = count(name, text);
  if (value > 65_535) throw new SettingsError(`${name} must be a port number from 0 to 65535.`);
  return value;
}

export function count(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new SettingsError(`${name} must be a whole number.`);
  return Number(text);
}

export function oneOf<Value extends string>(
  name: string,
  text: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new SettingsError(`${name} must be one of ${values.join(', ')}.`);
  return found;
}

export function origin(name: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const exact = text.replace(/\/$/, '');
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== exact) {
    throw new SettingsError(`${name} must be an origin such as https://pay.example.com.`);
  }
  return parsed.origin;
}

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
