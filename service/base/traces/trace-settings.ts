import { secretSetting } from '../shared/setting-values.ts';
import { SettingsError } from '../shared/settings-error.ts';

export type TraceSettings = {
  /** Without a slash at its end; traces go to `/v1/traces` below it. */
  endpoint: string;
  /** What the collector wants beside the spans, such as a key of its own. */
  headers: Readonly<Record<string, string>>;
  share: number;
};

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS';

/** Null where `OTEL_EXPORTER_OTLP_ENDPOINT` is not set. Throws `SettingsError`. */
export function readTraceSettings(
  read: (name: string) => string | undefined,
): TraceSettings | null {
  const endpoint = read(ENDPOINT);
  const typed = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const headers = secretSetting(HEADERS, read) ?? '';
  if (endpoint === undefined) return null;
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(typed)) {
    throw new SettingsError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.');
  }
  return { endpoint: toEndpoint(endpoint), headers: toHeaders(headers), share: Number(typed) };
}

function toEndpoint(text: string): string {
  const { protocol, username, search, hash, origin, pathname } = URL.canParse(text)
    ? new URL(text)
    : new URL('about:blank');
  if (!/^https?:$/.test(protocol) || `${username}${search}${hash}` !== '') {
    throw new SettingsError(
      `${ENDPOINT} must be an address such as https://otlp.example.com/otlp.`,
    );
  }
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** `name=value,name=value`, the values percent-encoded. Source: OpenTelemetry, OTLP exporter. */
function toHeaders(text: string): Record<string, string> {
  if (text === '') return {};
  const pairs = text.split(',').map((pair) => {
    const [, name, value] = /^\s*([\w-]{1,64})=((?:%[0-9a-f]{2}|[!-~ ])+)$/i.exec(pair) ?? [];
    const isHeader = name !== undefined && value !== undefined;
    return isHeader ? [name.toLowerCase(), decoded(value.trim())] : [];
  });
  if (pairs.some(([, value = '']) => !/^[ -~]+$/.test(value))) {
    throw new SettingsError(`${HEADERS} must be a list such as api-key=text, percent-encoded.`);
  }
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
