import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ON_THE_WAY_IN, PAGES, STATES } from '../../e2e/dashboard-addresses.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { SANDBOX_ACCOUNTS } from '../sandbox/sandbox-accounts.ts';
import type { OneOfEach } from '../testing/one-of-each.ts';
import { makeOneOfEach } from '../testing/one-of-each.ts';
import type { DashboardClient, TestDashboard } from '../testing/test-dashboard.ts';
import { startTestDashboard } from '../testing/test-dashboard.ts';
import { manualTimers } from '../testing/test-timers.ts';

const COMPANY = 'manual';

/** What is called the same in both languages: names and brands, and what stands as it is written. */
const SAME = [
  /^(PIX|Boleto|Open Finance|CNPJ|CPF|E-mail|Webhooks|3-D Secure|PostgreSQL|Id|sandbox(, PIX)?)$/,
  // Types of events, headers, settings of providers, and how long or how an answer came.
  /^(payin|payout|webhook)\.[\w*]+$/,
  /^X-Webhook-Id$/,
  /^(certificate|[a-z]+(-[a-z]+)+)$/,
  /^(HTTP \d{3}|\d+ ms)$/,
  // Of tests and of the sandbox.
  /marca|@|^Pessoa \d+$|^Rua das Flores/,
];
const NAMES: readonly string[] = [
  ...SANDBOX_ACCOUNTS.flatMap(({ publicKey, name, tradeName }) => [
    publicKey.replace('pk_test_', ''),
    name,
    tradeName ?? '',
  ]),
  ...PROVIDER_DEFINITIONS.flatMap(({ name, title }) => [name, title]),
];

let dashboard: TestDashboard;
let ids: OneOfEach;
let clients: Record<'owner' | 'operator' | 'nobody', () => DashboardClient>;

beforeAll(async () => {
  dashboard = await startTestDashboard({ timers: manualTimers().timers });
  const owner = await dashboard.signIn('owner', COMPANY);
  ids = await makeOneOfEach(dashboard, owner, 'marca');
  const operator = await dashboard.signIn('operator');
  // Whoever is nobody is somebody new with each page: a notice is shown once.
  clients = { owner: () => owner, operator: () => operator, nobody: () => dashboard.visitor() };
});
afterAll(() => dashboard.stop());

/** The texts of a page, those that only a screen reader tells too; no code and no data of forms. */
function textsOf(html: string): Set<string> {
  const shown = html
    .replaceAll(/<(code|pre|time|textarea)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(\w+)[^>]* lang="[^"]*"[^>]*>[^<]*<\/\1>/g, '');
  const named = [...shown.matchAll(/(?:aria-label|title|data-name|alt)="([^"]*)"/g)];
  const texts = [...shown.matchAll(/>([^<]+)</g)];
  return new Set([...named, ...texts].map(([, text = '']) => text.trim()));
}

describe.each(['owner', 'operator', 'nobody'] as const)('the pages for %s', (who) => {
  const paths: string[] =
    who === 'nobody' ? [...ON_THE_WAY_IN] : [...PAGES[who], ...STATES[who], '/prove'];

  async function textsIn(language: string, path: string): Promise<Set<string>> {
    const client = clients[who]();
    const headers = { 'accept-language': language };
    let answer = await client.get(path, headers);
    if (answer.location !== null) answer = await client.get(answer.location, headers);
    return textsOf(answer.html);
  }

  it('say nothing in the other language', async () => {
    const said: string[] = [];
    for (const path of paths) {
      const address = path.replaceAll(/:(\w+)/g, (_, name) =>
        name === 'company' ? COMPANY : (new Map(Object.entries(ids)).get(name) ?? 'x'),
      );
      const portuguese = await textsIn('pt-BR', address);
      const english = await textsIn('en', address);
      expect(`${path} has texts: ${portuguese.size > 3}`).toBe(`${path} has texts: true`);
      const both = [...portuguese].filter((text) => english.has(text));
      const odd = both.filter(
        (text) =>
          /\p{L}{2}/u.test(text) && !NAMES.includes(text) && !SAME.some((one) => one.test(text)),
      );
      said.push(...odd.map((text) => `${path}: ${text}`));
    }
    expect(said).toEqual([]);
  });
});
