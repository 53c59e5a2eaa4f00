import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAYMENT_METHODS } from '../../contract/payments/payment-method.ts';
import type { ProviderDefinition } from './definition.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from './registry.ts';

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(import.meta.dirname, name, 'definition.ts')));

function isDefinition(value: unknown): value is ProviderDefinition {
  return typeof value === 'object' && value !== null && 'identityOf' in value && 'create' in value;
}

/** The sources of a folder, and neither its tests nor what they share. */
function sourcesOf(folder: string): string[] {
  const path = join(import.meta.dirname, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.ts') && !/\.(test|cases)\.ts$/.test(file))
    .map((file) => readFileSync(join(path, file), 'utf8'));
}

/** The operators' page that shows a provider, in each language. */
function pagesOf(name: string): string[] {
  return ['en', 'pt'].map((language) => {
    const path = join(import.meta.dirname, '../../docs/pages', language);
    const pages = readdirSync(path)
      .filter((file) => file.startsWith('provider-'))
      .map((file) => readFileSync(join(path, file), 'utf8'))
      .filter((page) => page.includes(`{% providerFacts "${name}" %}`));
    expect(pages, `pages of ${name} in ${language}`).toHaveLength(1);
    return pages[0] ?? '';
  });
}

/** What a folder's file exports, alone or in lists. */
async function definitionsIn(folder: string): Promise<ProviderDefinition[]> {
  const exported: Record<string, unknown> = await import(`./${folder}/definition.ts`);
  return Object.values(exported).flat().filter(isDefinition);
}

/** The hosts that a definition names whatever its settings are; a test has no settings. */
function hostsOf(definition: ProviderDefinition, environment: 'production' | 'sandbox') {
  return Object.values(definition.hosts({}, environment) ?? {});
}

describe('the registry of providers', () => {
  it('holds what every folder defines, and nothing else', async () => {
    expect(folders).toContain('pix-bacen');
    const defined = (await Promise.all(folders.map(definitionsIn))).flat();
    expect(new Set(PROVIDER_DEFINITIONS)).toEqual(new Set(defined));
    expect(PROVIDER_DEFINITIONS).toHaveLength(defined.length);
  });

  it('finds each by its own name', () => {
    const names = PROVIDER_DEFINITIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const definition of PROVIDER_DEFINITIONS) {
      expect(findDefinition(definition.name)).toBe(definition);
    }
    expect(findDefinition('nobody')).toBeNull();
  });

  it.each(PROVIDER_DEFINITIONS)('can be typed by an operator: $name', (definition) => {
    const { name, title, methods, settings } = definition;
    expect(name).toMatch(/^[a-z][a-z0-9]{1,30}$/);
    expect(title).not.toBe('');
    expect(methods.length).toBeGreaterThan(0);
    for (const method of methods) expect([...PAYMENT_METHODS, 'PAYOUT']).toContain(method);
    const names = settings.map((setting) => setting.name);
    expect(new Set(names).size).toBe(names.length);
    const taken = ['company', 'provider', 'environment', 'actor', 'json', 'help'];
    for (const setting of settings) {
      expect(setting.name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(taken).not.toContain(setting.name);
      for (const help of Object.values(setting.help)) expect(help).toMatch(/^[^\n]+$/);
      expect(setting.help.pt).not.toBe(setting.help.en);
    }
  });

  it('has settings of one name read in one way, since they are one option of a command', () => {
    const ways = new Map<string, Set<boolean>>();
    for (const { name, isFile = false } of PROVIDER_DEFINITIONS.flatMap((one) => one.settings)) {
      ways.set(name, (ways.get(name) ?? new Set()).add(isFile));
    }
    expect([...ways].filter(([, kinds]) => kinds.size > 1)).toEqual([]);
  });

  it.each(PROVIDER_DEFINITIONS)('calls by https, tells production apart: $name', (definition) => {
    const production = hostsOf(definition, 'production');
    const sandbox = hostsOf(definition, 'sandbox');
    for (const host of [...production, ...sandbox]) {
      const { protocol, origin } = new URL(host);
      expect([protocol, origin]).toEqual(['https:', host]);
    }
    expect(production.filter((host) => sandbox.includes(host))).toEqual([]);
  });

  it.each(PROVIDER_DEFINITIONS)('names what is missing, quotes nothing: $name', (definition) => {
    const required = definition.settings.filter(({ isRequired }) => isRequired);
    const read = definition.schema.safeParse({});
    expect(read.success).toBe(required.length === 0);
    const named = read.success ? [] : read.error.issues.map(({ path }) => path[0]);
    const known = definition.settings.map(({ name }) => name);
    for (const path of named) expect(known).toContain(path);
  });

  it.each(folders)('says in its head what was proved, by what, when: %s', async (folder) => {
    const text = sourcesOf(folder).join('\n');
    const marks = new Set((await definitionsIn(folder)).map(({ verified }) => verified));
    const told = [...text.matchAll(/^ \* verified: ([a-z-]+)/gm)].map(([, mark]) => mark);
    expect(new Set(told)).toEqual(marks);
    expect(text).toMatch(/^ \* .*\bread 20\d\d-\d\d-\d\d/m);
  });

  it.each(PROVIDER_DEFINITIONS)('tells operators what is not proved: $name', ({ name }) => {
    const [english, portuguese] = pagesOf(name);
    expect(english).toMatch(/^## What is not proved$/m);
    expect(portuguese).toMatch(/^## O que não está provado$/m);
  });
});
