import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isInstalled, runServer } from './run-server.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy/prometheus');

const answerSchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const rulesSchema = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) }),
    ),
  }),
});

export const isPrometheusInstalled = isInstalled('prometheus', '--version');

/** Prometheus by our example with its alerts, changed in nothing but whom it asks and how often. */
export async function startPrometheus(
  home: string,
  { port, metricsUrl }: { port: number; metricsUrl: string },
) {
  const example = readFileSync(join(DEPLOY, 'prometheus.yml'), 'utf8');
  const file = join(home, 'prometheus.yml');
  writeFileSync(
    file,
    example
      .replace('127.0.0.1:4014', new URL(metricsUrl).host)
      .replaceAll(': 15s', ': 1s')
      .replace('scrape_timeout: 10s', 'scrape_timeout: 1s'),
  );
  cpSync(join(DEPLOY, 'alerts.yml'), join(home, 'alerts.yml'));
  const url = `http://127.0.0.1:${port}`;
  const stop = await runServer(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(home, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    home,
    port,
  );
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/api/v1/${path}`)).json();
  return {
    stop,
    /** What a query gives now, by numbers alone; none where Prometheus does not answer yet. */
    async valuesOf(query: string): Promise<number[]> {
      const answer = answerSchema.safeParse(await ask(`query?query=${encodeURIComponent(query)}`));
      return answer.success ? answer.data.data.result.map(({ value }) => Number(value[1])) : [];
    },
    async healthOfAlerts(): Promise<Record<string, string>> {
      const { data } = rulesSchema.parse(await ask('rules'));
      const rules = data.groups.flatMap((group) => group.rules);
      return Object.fromEntries(rules.map(({ name, health }) => [name, health]));
    },
  };
}
