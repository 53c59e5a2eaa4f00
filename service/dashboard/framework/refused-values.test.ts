import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../../e2e/dashboard-addresses.ts';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import type { OneOfEach } from '../../testing/one-of-each.ts';
import { makeOneOfEach } from '../../testing/one-of-each.ts';
import { opened } from '../../testing/opened.ts';
import { saidInBoth, textsOf } from '../../testing/page-texts.ts';
import type { DashboardClient } from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const COMPANY = 'manual';

/** One or the other is refused by whatever reads it. */
const BAD: readonly string[] = [
  '',
  'x',
  '\u0001',
  '-1',
  '99999',
  '99999+1',
  '1:1:buyer',
  '2:9999:buyer',
  '4:199:nobody',
  '4:1:buyer,3:1:buyer',
  'https://x.example/path',
  'ç'.repeat(300),
];

/** What they do takes no text that could be wrong, or takes it away from the walk itself. */
const OTHERS = /^\/(sign-out|language|samples)/;

let ids: OneOfEach;
let clients: Record<'owner' | 'operator', DashboardClient>;

const dashboard = opened(() => startTestDashboard({ timers: manualTimers().timers }));
beforeAll(async () => {
  const owner = await dashboard.signIn('owner', COMPANY);
  ids = await makeOneOfEach(dashboard, owner, 'marca');
  clients = { owner, operator: await dashboard.signIn('operator') };
});

type FoundForm = { action: string; hidden: Record<string, string>; typed: string[] };

/** The forms of a page that are posted, and that somebody types something into. */
function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, tag = '', inside = '']) => {
      const action = /action="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
      if (!/method="post"/i.test(tag) || OTHERS.test(action)) return [];
      const fields = [...inside.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([field]) => ({
        name: / name="([^"]*)"/.exec(field)?.[1] ?? '',
        value: / value="([^"]*)"/.exec(field)?.[1] ?? '',
        isHidden: field.includes('type="hidden"'),
      }));
      const hidden = fields.filter(({ isHidden, name }) => isHidden && name !== '_token');
      const typed = fields.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
      if (typed.length === 0) return [];
      return [
        { action, hidden: Object.fromEntries(hidden.map((one) => [one.name, one.value])), typed },
      ];
    },
  );
}

async function answerOf(client: DashboardClient, form: FoundForm, bad: string, language: string) {
  const headers = { 'accept-language': language };
  const values = Object.fromEntries(form.typed.map((name) => [name, bad]));
  const answer = await client.post(form.action, { ...values, ...form.hidden }, headers);
  return answer.location === null ? answer : await client.get(answer.location, headers);
}

describe.each(['owner', 'operator'] as const)('the forms of %s', (who) => {
  const paths = [
    ...PAGES[who].filter((path) => !path.endsWith(':provider')),
    ...(who === 'operator'
      ? PROVIDER_DEFINITIONS.map(({ name }) => `/providers/new?provider=${name}`)
      : []),
  ];

  /** A third of the values at each form, another third at the next. */
  const walk = async (turn: number) => {
    const client = clients[who];
    const said: string[] = [];
    const seen = new Set<string>();
    let refusals = 0;
    for (const path of paths) {
      const address = path.replaceAll(/:(\w+)/g, (_, name) =>
        name === 'company' ? COMPANY : (new Map(Object.entries(ids)).get(name) ?? 'x'),
      );
      for (const form of formsOf((await client.get(address)).html)) {
        if (seen.has(form.action)) continue;
        seen.add(form.action);
        for (const [nth, bad] of BAD.entries()) {
          if ((nth + seen.size) % 3 !== turn) continue;
          const portuguese = await answerOf(client, form, bad, 'pt-BR');
          const english = await answerOf(client, form, bad, 'en');
          if (portuguese.status >= 400) refusals += 1;
          const both = saidInBoth(textsOf(portuguese.html), textsOf(english.html));
          const odd = both.filter((text) => !BAD.includes(text));
          said.push(...odd.map((text) => `${form.action} ${bad.slice(0, 20)}: ${text}`));
        }
      }
    }
    expect([...new Set(said)]).toEqual([]);
    expect(seen.size).toBeGreaterThan(10);
    expect(refusals).toBeGreaterThan(25);
  };

  for (const [turn, tags] of [[], ['rare'], ['rare']].entries()) {
    it(`say in the language of their page what is wrong: ${turn + 1} of 3`, { tags }, () =>
      walk(turn),
    );
  }
});
