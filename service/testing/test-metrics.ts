import { expect } from 'vitest';
import type { TestService } from './test-service.ts';
import { send } from './test-service.ts';

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The text format, strictly: each sample is announced with its type. Without the prefix of ours. */
export function parseMetrics(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  return text.split('\n').flatMap((line): Sample[] => {
    if (line === '' || line.startsWith('# HELP ')) return [];
    const type = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line);
    if (type !== null) {
      expect(types.has(String(type[1]))).toBe(false);
      types.set(String(type[1]), String(type[2]));
      return [];
    }
    const parsed = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (NaN|[+-]?Inf|[-+0-9.e]+)$/i.exec(line);
    if (parsed === null) throw new Error('a line is no sample');
    const [, name = '', labelled = '', value = ''] = parsed;
    expect(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, ''))).toBe(true);
    expect(name).toMatch(/^(checkout|process|nodejs)_/);
    const labels = [...labelled.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
    expect(labels.map(([whole]) => whole).join('')).toBe(labelled);
    return [
      {
        name: name.replace(/^checkout_/, ''),
        labels: Object.fromEntries(labels.map(([, key, text]) => [String(key), String(text)])),
        value: value === 'NaN' ? Number.NaN : Number(value),
      },
    ];
  });
}

/** What the internal port tells now. */
export async function scrape(service: Pick<TestService, 'metricsUrl'>): Promise<Sample[]> {
  const answer = await send(`${service.metricsUrl}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return parseMetrics(answer.text);
}

/** Of the series with these labels, all others summed over. */
export function total(samples: Sample[], name: string, labels: Record<string, string> = {}) {
  const series = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return series.reduce((sum, { value }) => sum + value, 0);
}
