import { parseJson } from '../base/shared/parse-json.ts';
import type { NoticeReading } from './provider.ts';

/** The JSON of a notice; null where it is none. */
export function readNotice(rawBody: Uint8Array): unknown {
  return parseJson(Buffer.from(rawBody).toString('utf8'));
}

/** Those of these keys that are ours, each once; a party tells of others, made elsewhere, as well. */
export function ownKeys(keys: readonly (string | null | undefined)[]): string[] {
  const own = keys.filter((key) => typeof key === 'string' && /^[0-9a-f]{32}$/i.test(key));
  return [...new Set(own.map((key) => `${key}`.toLowerCase()))];
}

export function aboutPayins(keys: readonly (string | null | undefined)[]): NoticeReading {
  return { kind: 'about', attempts: ownKeys(keys).map((key) => ({ of: 'payin', key })) };
}
