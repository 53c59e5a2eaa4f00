import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings as readShopSettings } from '../../demo-page/server/settings.ts';
import { LANGUAGES } from '../../docs/language.ts';
import { providerCommand } from '../../docs/parts/provider-tables.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { readCommandLine } from '../../service/cli/command-line.ts';
import { PROVIDER_DEFINITIONS } from '../../service/providers/registry.ts';
import { readSettings } from '../../service/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = 'bench campaign contract demo-page deploy docs e2e hosted-frame scripts sdk'.split(
  ' ',
);
const files = [...FOLDERS, 'service'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  ),
);

const documents = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
  'bench/README.md',
  'campaign/README.md',
  'service/store/README.md',
  'service/store/migrations/README.md',
];

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** What a document links to in this repository, from its top. */
function linksOf(file: string): string[] {
  const links = [...read(file).matchAll(/\]\(([^)#\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^https?:/.test(link))
    .map((link) => normalize(join(dirname(file), link)));
}

describe.each(documents)('%s', (file) => {
  it('links to files that are there', () => {
    expect(linksOf(file).filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
  });

  it('names commands that are there', () => {
    const named = [...read(file).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name);
    expect(named.filter((name = '') => !(name in packageFile.scripts))).toEqual([]);
  });

  it('names files and folders that are there', () => {
    const named = [...read(file).matchAll(/`((?:\w[\w.-]*\/)+[\w.*-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => [...FOLDERS, 'service'].includes(path.split('/')[0] ?? ''));
    const isThere = (path: string) => {
      const pattern = path.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replace(/\/$/, '');
      return files.some((one) => new RegExp(`^${pattern}$`).test(one)) || FOLDERS.includes(pattern);
    };
    expect(named.filter((path) => !isThere(path) && path !== 'service/')).toEqual([]);
  });
});

describe('the README', () => {
  it('is at most 150 lines and 1,000 words', () => {
    const text = read('README.md').trim();
    expect(text.split('\n').length).toBeLessThanOrEqual(150);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_000);
  });

  it('names every folder of the service', () => {
    const folders = readdirSync(join(ROOT, 'service'), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const text = read('README.md');
    const ours = names.filter((name) => !['programs', 'testing'].includes(name));
    expect(ours.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
  });
});

it('docs/decisions.md has an entry for every file with a decision', () => {
  const mark = ['Decision', ':'].join('');
  const marked = files.filter(
    (file) => /\.(tsx?|mjs|html|css)$/.test(file) && read(file).includes(mark),
  );
  const listed = new Set(linksOf('docs/decisions.md'));
  expect(marked.length).toBeGreaterThan(50);
  expect(marked.filter((file) => !listed.has(file))).toEqual([]);
});

it('docs/settings.md lists the variables that service and shop read, and no other', () => {
  const asked = new Set<string>();
  const environment = new Proxy<{ [name: string]: string }>(
    {},
    {
      get(_, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readSettings(environment);
  readShopSettings(environment);
  const listed = read('docs/settings.md')
    .split('\n')
    .map((line) => line.split('|')[1] ?? '')
    .flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)])
    .map(([, name]) => name);
  const isPlain = (name: string) => asked.has(`CHECKOUT_${name}`);
  expect(listed.sort()).toEqual([...asked].filter(isPlain).sort());
  // Each by both of its names, and nothing else.
  expect(asked.size).toBe(2 * listed.length);
});

/** The operator's commands of a document, each as the words that a shell would give it. */
function operatorCommandsOf(text: string): string[][] {
  const shell = [...text.matchAll(/^(?:```bash\n[\s\S]*?^```|(?: {4}.*\n)+)/gm)].join('\n');
  const lines = shell.replaceAll(/\\\n\s*/g, ' ').matchAll(/npm run -s operator -- (.*)/g);
  return [...lines].map(([, line = '']) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
  );
}

describe('operators', () => {
  const pages = LANGUAGES.flatMap((language) =>
    readdirSync(join(ROOT, 'docs/pages', language))
      .filter((file) => /^(?:operators|providers?|runbooks)\b/.test(file))
      .map((file) => join('docs/pages', language, file)),
  );

  it.each(['docs/operating.md', ...pages])('find commands in %s with known options', (file) => {
    // One with an ellipsis is not whole.
    const commands = operatorCommandsOf(read(file)).filter(
      (words) => !words.some((word) => word.endsWith('...')),
    );
    expect(commands.length).toBeGreaterThan(1);
    for (const words of commands) {
      const line = readCommandLine(words, 'somebody');
      if (line.kind === 'help') continue;
      const { command, request } = line;
      const wrong = command.options.filter(
        ({ name, text }) => !text.safeParse(request.options[name]).success,
      );
      expect(wrong, words.join(' ')).toEqual([]);
    }
  });

  it.each(LANGUAGES)('are told in %s of metrics that are there', (language) => {
    const source = read('service/domain/metrics/prometheus.ts');
    const rows = read(`docs/pages/${language}/providers.md`).matchAll(/^\| `checkout_([a-z_]+)`/gm);
    const told = [...rows].map(([, name = '']) => name);
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });

  it.each(PROVIDER_DEFINITIONS)('are given a command for $name that can be read', ({ name }) => {
    const [words = []] = operatorCommandsOf(providerCommand(name));
    expect(readCommandLine(words, 'somebody')).toMatchObject({
      kind: 'run',
      request: { command: 'provider add', options: { company: 'acme', provider: name } },
    });
  });
});

describe('the conformance to WCAG 2.2', () => {
  const [english = [], portuguese = []] = ['en', 'pt'].map((language) => {
    const page = read(`docs/pages/${language}/accessibility.md`);
    const rows = page.matchAll(/^\| (\d\.\d\.\d+) .*\((A+)\) \| ([^|]+) \| (.*) \|$/gm);
    return [...rows].map(([, criterion = '', level, told = '', held = '']) => {
      const tests = [...held.matchAll(/`([\w/.-]+\.ts)` "([^"]+)"/g)];
      return {
        criterion,
        level,
        told,
        held,
        tests: tests.map(([, file = '', name = '']) => ({ file, name })),
      };
    });
  });

  it('is told of each criterion of the levels A and AA once, by the same tests in both languages', () => {
    expect(english.filter(({ level }) => level === 'A')).toHaveLength(31);
    expect(new Set(english.map(({ criterion }) => criterion)).size).toBe(55);
    const heldBy = (rows: typeof english) =>
      rows.map(({ criterion, level, tests }) => ({ criterion, level, tests }));
    expect(heldBy(portuguese)).toEqual(heldBy(english));
    const words = new Map(english.map(({ told }, place) => [told, portuguese[place]?.told]));
    expect(english.map(({ told }) => words.get(told))).toEqual(portuguese.map(({ told }) => told));
  });

  it.each(english)(
    'of $criterion is held by tests that are there, or by a reader',
    ({ told, held, tests }) => {
      if (/^(Supports|Partially)$/.test(told) && tests.length === 0)
        expect(held).toMatch(/^Read in the sources/);
      for (const { file, name } of tests) {
        const titles = read(file).matchAll(/(['"`])((?:(?!\1).)+)\1,\s*(?:async )?[({]/g);
        expect(
          [...titles].some(([, , title = '']) => title.includes(name)),
          name,
        ).toBe(true);
      }
    },
  );
});
