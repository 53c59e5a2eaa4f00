import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, isTest, type Offence, offencesOf, reachedFrom } from './import-walls.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['contract', 'sdk', 'hosted-frame', 'demo-page', 'docs', 'service'];

/** Every source file of the walled folders, by its path from the top. */
function readSources(): Map<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(folder, file.replaceAll('\\', '/')),
    ),
  ).filter((file) => file.endsWith('.ts'));
  return new Map(files.sort().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

const show = ({ file, line, target }: Offence) => `${file}:${line} imports ${target}`;

describe('the walls between folders', () => {
  const sources = readSources();
  const program = reachedFrom(['service/main.ts', 'service/compose-operator-program.ts'], sources);
  // What the service's programs do not reach is there for its tests, and is held to their rule.
  const isWalled = (file: string) =>
    isTest(file) || !file.startsWith('service/') || program.has(file);

  it('are kept by every import of every file', () => {
    const offences = [...sources]
      .filter(([file]) => isWalled(file))
      .flatMap(([file, source]) => offencesOf(file, source));

    expect(offences.map(show)).toEqual([]);
  });

  it('stand around all of the folders they speak of', () => {
    for (const folder of FOLDERS) {
      expect([...sources.keys()].filter((file) => file.startsWith(`${folder}/`))).not.toEqual([]);
    }
    expect(program.size).toBeGreaterThan(50);
    expect(program).toContain('service/store/db.ts');
    expect([...program].filter(isTest)).toEqual([]);
  });

  it('keep comlink out of what the card flow runs, by whatever way round', () => {
    const flow = [...sources.keys()].filter((file) => /^sdk\/card-flow\/.*\.ts$/.test(file));
    const seen = new Set<string>();
    const waiting = flow.filter((file) => !isTest(file));
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const source = sources.get(file);
      if (source === undefined || seen.has(file)) continue;
      seen.add(file);
      for (const { specifier, isTypeOnly } of importsOf(file, source)) {
        expect(isTypeOnly || specifier !== 'comlink', file).toBe(true);
        if (!isTypeOnly && specifier.startsWith('.'))
          waiting.push(posix.join(file, '..', specifier));
      }
    }
    expect(seen.size).toBeGreaterThan(flow.length / 2);
  });
});

describe('the checker', () => {
  it.each([
    ['contract/money.ts', 'comlink'],
    ['contract/money.ts', 'zod'],
    ['contract/money.ts', '../sdk/init.ts'],
    ['contract/money.ts', 'node:crypto'],
    ['contract/frame/channel.ts', '../../sdk/subscribers.ts'],
    ['docs/site/search.ts', '../build.ts'],
    ['docs/build.ts', '../service/app.ts'],
    ['docs/samples/quick-start/checkout.ts', '../../../sdk/index.ts'],
    ['sdk/card-flow/tokenize.ts', 'comlink'],
    ['sdk/card-flow/tokenize.ts', '../checkout-error.ts'],
    ['sdk/card-flow/tokenize.ts', '../../hosted-frame/card.ts'],
    ['sdk/init.ts', '../hosted-frame/frame-session.ts'],
    ['sdk/init.ts', '../service/payin.ts'],
    ['sdk/init.ts', 'node:fs'],
    ['sdk/init.ts', 'zod/mini'],
    ['sdk/init.ts', 'react'],
    ['sdk/init.ts', './testing/index.ts'],
    ['sdk/react/index.ts', '../index.ts'],
    ['sdk/react/index.ts', 'vue'],
    ['sdk/vue/index.ts', '../mount-card-element.ts'],
    ['sdk/custom-element/index.ts', 'comlink'],
    ['sdk/testing/index.ts', 'playwright'],
    ['sdk/testing/index.ts', 'comlink'],
    ['hosted-frame/card.ts', '../sdk/user-message.ts'],
    ['hosted-frame/card.ts', '../service/card-brand.ts'],
    ['hosted-frame/card-form/brand.ts', '../../sdk/init.ts'],
    ['demo-page/main.ts', '../sdk/index.ts'],
    ['demo-page/main.ts', '../contract/money.ts'],
    ['demo-page/main.ts', './server/settings.ts'],
    ['demo-page/server/routes.ts', '../money.ts'],
    ['demo-page/server/routes.ts', '../../contract/payin.ts'],
    ['demo-page/server/routes.ts', '../../service/payin.ts'],
    ['service/routes/payin.ts', '../providers/sandbox-acquirer/acquirer.ts'],
    ['service/routes/payin.ts', '../store/payin.ts'],
    ['service/routes/payin.ts', '../app.ts'],
    ['service/http/endpoint.ts', '../routes/payin.ts'],
    ['service/http/endpoint.ts', '../store/open-db.ts'],
    ['service/create-payin.ts', './routes/payin.ts'],
    ['service/create-payin.ts', './http/endpoint.ts'],
    ['service/create-payin.ts', './store/payin.ts'],
    ['service/create-payin.ts', './store/db.ts'],
    ['service/create-payin.ts', './providers/sandbox-acquirer/acquirer.ts'],
    ['service/create-payin.ts', './main.ts'],
    ['service/create-payin.ts', 'hono'],
    ['service/create-payin.ts', 'pg'],
    ['service/providers/sandbox-acquirer/acquirer.ts', '../other-acquirer/state.ts'],
    ['service/providers/sandbox-acquirer/acquirer.ts', '../../store/db.ts'],
    ['service/providers/sandbox-acquirer/acquirer.ts', '../../payin.ts'],
    ['service/providers/sandbox-acquirer/acquirer.ts', '../../routes/payin.ts'],
    ['service/providers/sandbox-3ds/acs.ts', './browser/sdk.ts'],
    ['service/providers/sandbox-3ds/acs.ts', '@hono/node-server'],
    ['service/providers/sandbox-3ds/browser/sdk.ts', '../acs.ts'],
    ['service/providers/sandbox-3ds/browser/sdk.ts', '../../../../contract/money.ts'],
    ['service/operator/commands.ts', '../routes/payin.ts'],
    ['service/operator/commands.ts', '../store/payin.ts'],
    ['service/operator/commands.ts', '../app.ts'],
    ['service/create-payin.ts', './operator/commands.ts'],
    ['service/store/payin.ts', '../http/endpoint.ts'],
    ['service/store/payin.ts', '../providers/sandbox-acquirer/state.ts'],
    ['service/store/payin.ts', '../app.ts'],
    ['sdk/init.test.ts', '../service/payin.ts'],
    ['hosted-frame/frame-session.test.ts', '../service/app.ts'],
    ['contract/money.test.ts', '../service/payin.ts'],
    ['sdk/init.ts', './init.test.ts'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(offencesOf(file, `import { thing } from '${specifier}';`)).toHaveLength(1);
  });

  it.each([
    ['static', "import { thing } from '../service/payin.ts';"],
    ['default', "import thing from '../service/payin.ts';"],
    ['namespace', "import * as thing from '../service/payin.ts';"],
    ['for its effects', "import '../service/payin.ts';"],
    ['of a type', "import type { Thing } from '../service/payin.ts';"],
    ['of an inline type', "import { type Thing } from '../service/payin.ts';"],
    ['dynamic', "export const load = () => import('../service/payin.ts');"],
    ['dynamic and computed', 'export const load = (name: string) => import(name);'],
    ['re-exported', "export { thing } from '../service/payin.ts';"],
    ['re-exported whole', "export * from '../service/payin.ts';"],
    ['re-exported as a type', "export type { Thing } from '../service/payin.ts';"],
    ['inside a type', "export type Thing = import('../service/payin.ts').Thing;"],
    ['inside typeof', "export type All = typeof import('../service/payin.ts');"],
  ])('sees an import that is %s', (_kind, source) => {
    expect(offencesOf('sdk/init.ts', `// one line above\n${source}\n`)).toMatchObject([
      { file: 'sdk/init.ts', line: 2 },
    ]);
  });

  it('takes no text or comment for an import', () => {
    const source = "// import './x.ts'\nexport const text = \"import '../service/payin.ts'\";";
    expect(importsOf('sdk/init.ts', source)).toEqual([]);
  });

  it.each([
    ['service/create-payin.ts', "import type { Db } from './store/db.ts';"],
    ['service/create-payin.ts', "import { type Db } from './store/db.ts';"],
    ['service/app.ts', "import { openDb } from './store/open-db.ts';"],
    ['service/payin.test.ts', "import { testDb } from './store/test-db.ts';"],
    ['hosted-frame/card.ts', "import { prepareCard } from '../sdk/card-flow/prepare-card.ts';"],
    ['contract/frame/channel.ts', "import { wrap } from 'comlink';"],
  ])('lets %s have: %s', (file, source) => {
    expect(offencesOf(file, source)).toEqual([]);
  });

  it('refuses to pass over a file it cannot read', () => {
    expect(() => importsOf('sdk/init.ts', 'import {')).toThrow('does not parse');
  });
});
