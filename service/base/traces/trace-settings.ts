import { origin } from '../shared/setting-values.ts';
import { SettingsError } from '../shared/settings-error.ts';

export type TraceSettings = {
  /** An origin; traces go to `/v1/traces` below it. */
  endpoint: string;
  /** Of all requests, from 0 to 1. */
  share: number;
};

/** Null where `OTEL_EXPORTER_OTLP_ENDPOINT` is not set. Throws `SettingsError`. */
export function readTraceSettings(
  read: (name: string) => string | undefined,
): TraceSettings | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const typed = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (endpoint === undefined) return null;
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(typed)) {
    throw new SettingsError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1.');
  }
  return { endpoint: origin('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint), share: Number(typed) };
}
