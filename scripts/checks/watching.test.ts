import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../docs/language.ts';
import { slugOf } from '../../docs/parts/markdown.ts';
import { findCommand } from '../../service/cli/commands.ts';
import { createPrometheus } from '../../service/domain/metrics/prometheus.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNBOOKS = 'https://docs.example.com/docs/en/runbooks/#';

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Every metric there is, by the names of its series. */
async function seriesNames(): Promise<Set<string>> {
  const { text } = await createPrometheus({ ofProcess: true }).text();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
}

/** The metrics of the service, each with its labels, as its source makes them. */
function metricsOfService(): { name: string; labels: string[] }[] {
  const made = read('service/domain/metrics/prometheus.ts').matchAll(
    /= (?:counter|gauge|histogram)\(([\s\S]*?)\);/g,
  );
  return [...made].map(([, parts = '']) => {
    const [name = '', , ...labels] = [...parts.matchAll(/'([^']*)'/g)].map(
      ([, text]) => text ?? '',
    );
    return { name: `checkout_${name}`, labels };
  });
}

/** What a query asks for: words with an underscore outside of braces, brackets and strings. */
function metricsOf(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z]\w*_\w+\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'histogram_quantile');
}

const rules = read('deploy/prometheus/alerts.yml');
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: /^\w+/.exec(text)?.[0] ?? '', text }));
const tests = read('deploy/prometheus/alerts.test.yml').split(/^ {6}- eval_time: /m);

describe.each(alerts)('the alert $name', ({ name, text }) => {
  it('asks for metrics that are there', async () => {
    const query = /expr: (?:\|-\n)?([\s\S]*?)^ {8}for:/m.exec(text)?.[1] ?? '';
    const known = await seriesNames();
    // What Prometheus says of a target itself.
    const asked = query.startsWith('up{') ? ['up'] : metricsOf(query);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((metric) => metric !== 'up' && !known.has(metric))).toEqual([]);
  });

  it('says for how long, how urgent it is, in a sentence, and where its runbook is', () => {
    expect(text).toMatch(/^ {8}for: \d+[mh]$/m);
    expect(text).toMatch(/^ {8}labels: \{ severity: (?:critical|warning) \}$/m);
    expect(text).toMatch(/^ {10}summary: ".{20,}\."$/m);
    expect(text).toContain(`\n          runbook_url: ${RUNBOOKS}${slugOf(name)}\n`);
  });

  it('is tried by series that fire it, and by series that do not', () => {
    const tried = tests.filter((one) => one.includes(`alertname: ${name}\n`));
    expect(tried.some((one) => one.includes('exp_alerts: []'))).toBe(true);
    expect(tried.some((one) => one.includes('- exp_labels:'))).toBe(true);
  });
});

describe.each(LANGUAGES)('the runbooks in %s', (language) => {
  const sections = read(`docs/pages/${language}/runbooks.md`).split(/^## /m).slice(1);

  it('have a section for each alert, and no other', () => {
    const named = sections.map((section) => section.split('\n', 1)[0]);
    expect(alerts.length).toBeGreaterThan(15);
    expect(named).toEqual(alerts.map(({ name }) => name));
  });

  it('say what an alert means, what to look at, what to do, and when to tell others', () => {
    const lines = sections.map((section) => [...section.matchAll(/^- \*\*\S.*?:\*\* \S/gm)].length);
    expect(lines).toEqual(sections.map(() => 4));
  });

  it('name commands of the operator that are there, those with an ellipsis too', () => {
    const named = sections.flatMap((section) =>
      [...section.matchAll(/operator -- ((?:[a-z][\w-]* ?)+)/g)].map(([, words = '']) =>
        words.trim(),
      ),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => findCommand(name) === undefined)).toEqual([]);
  });
});

describe('the metrics of the service', () => {
  it.each(LANGUAGES)('are named with labels for operators in %s, and no other', (language) => {
    const rows = read(`docs/pages/${language}/operators.md`).matchAll(
      /^\| `([a-z_]+)` \| ((?:`\w+`(?:, )?)*) ?\| \S.+ \|$/gm,
    );
    const told = [...rows].map(([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/\w+/g)].map(([label]) => label),
    }));
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1;
    expect(told.sort(byName)).toEqual(metricsOfService().sort(byName));
  });

  it('are those that it tells', async () => {
    const { text } = await createPrometheus({ ofProcess: false, commit: 'abc' }).text();
    expect(text).toMatch(/^checkout_build_info\{version="\S+",commit="abc",node="v\S+"\} 1$/m);
    const told = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    expect(told.sort()).toEqual(
      metricsOfService()
        .map(({ name }) => name)
        .sort(),
    );
  });
});

type Target = { refId: string; expr: string };
type Panel = { id: number; type: string; title: string; targets?: Target[] };

describe('the dashboard for Grafana', () => {
  const dashboard: { schemaVersion: number; panels: Panel[] } = JSON.parse(
    read('deploy/grafana/checkout.json'),
  );
  const { panels } = dashboard;
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  it('has panels of their own ids, each with a title and a query', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const shown = panels.filter(({ type }) => type !== 'row');
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(({ title, targets }) => !title || !targets?.length)).toEqual([]);
  });

  it('asks for metrics that are there', async () => {
    const known = await seriesNames();
    const asked = queries.map(metricsOf);
    expect(asked.filter((names) => names.length === 0)).toEqual([]);
    expect(asked.flat().filter((name) => !known.has(name))).toEqual([]);
  });

  it('shows every metric of the service but those of its process', async () => {
    const { text } = await createPrometheus({ ofProcess: false }).text();
    const told = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    expect(told.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([]);
  });
});
