import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import { LANGUAGES } from '../language.ts';
import {
  providerCommand,
  providerFacts,
  providerList,
  providerSettings,
} from './provider-tables.ts';

const PAGES = join(import.meta.dirname, '../pages');

/** The pages of providers in a language, as they are written. */
function pagesIn(language: string): string {
  return readdirSync(join(PAGES, language))
    .filter((file) => file.startsWith('provider-'))
    .map((file) => readFileSync(join(PAGES, language, file), 'utf8'))
    .join('\n');
}

describe.each(PROVIDER_DEFINITIONS)('the documentation of $name', (definition) => {
  const { name, settings, verified } = definition;

  it.each(LANGUAGES)('has its facts, its command and its settings in %s', (language) => {
    const pages = pagesIn(language);
    for (const part of ['providerFacts', 'providerCommand', 'providerSettings']) {
      expect(pages).toContain(`{% ${part} "${name}" %}`);
    }
    const listed = providerSettings(name, language);
    for (const { name: option, help } of settings) {
      expect(listed).toContain(`| \`--${option}\` |`);
      expect(listed).toContain(help[language].replaceAll('<', '&lt;'));
    }
  });

  it.each(LANGUAGES)('names in %s the hosts that have to be reachable', (language) => {
    const tokens = [{}, { 'access-token': 'APP_USR-' }, { 'access-token': 'TEST-' }];
    const hosts = tokens.flatMap((token) =>
      (['production', 'sandbox'] as const).flatMap((environment) =>
        Object.values(definition.hosts(token, environment) ?? {}),
      ),
    );
    const pages = pagesIn(language);
    const names = [...new Set(hosts)].map((host) => new URL(host).host);
    expect(names.filter((host) => !pages.includes(host))).toEqual([]);
  });

  it('says what was proved of it as the definition does', () => {
    for (const language of LANGUAGES) {
      expect(providerFacts(name, language)).toContain(`\`${verified}\`: `);
      expect(providerList(language)).toContain(`\`${name}\``);
    }
  });

  it('has every required setting in the command, and nothing it has not', () => {
    const given = [...providerCommand(name).matchAll(/ --([\w-]+)/g)].map(([, option]) => option);
    const options = given.filter((option) => option !== 'company' && option !== 'provider');
    const required = settings.filter(({ isRequired }) => isRequired).map((one) => one.name);
    expect(options).toEqual(expect.arrayContaining(required));
    expect(options.filter((one) => !settings.some(({ name: known }) => known === one))).toEqual([]);
  });
});

describe('a command', () => {
  it('takes a secret from a file, and a certificate by its path', () => {
    expect(providerCommand('inter')).toBe(`\`\`\`bash
npm run -s operator -- provider add \\
  --company acme --provider inter \\
  --client-id CLIENT_ID \\
  --client-secret @client-secret.txt \\
  --account-number ACCOUNT_NUMBER \\
  --pix-key PIX_KEY \\
  --merchant-city MERCHANT_CITY \\
  --certificate certificate.p12
\`\`\``);
  });

  it('is of a provider that is there', () => {
    expect(() => providerCommand('nobody')).toThrow('there is no provider named nobody');
  });
});

it('a cell shows what stands between angle brackets', () => {
  expect(providerSettings('cielo', 'en')).toContain('&lt;name>:&lt;value>');
});
