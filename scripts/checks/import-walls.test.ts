import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Offence } from './check-imports.ts';
import {
  admits,
  importsOf,
  isTest,
  kindOf,
  layerOf,
  offencesOf,
  packageOf,
  reachedFrom,
  roomOf,
  targetsOf,
} from './check-imports.ts';
import { WALLS } from './import-walls.ts';
import { LAYERS, PACKAGES } from './layers.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  ...['contract', 'sdk', 'hosted-frame', 'demo-page', 'docs', 'service', 'simulators'],
  ...['scripts', 'bench', 'campaign'],
];
const TOOL = /^(scripts|bench|campaign)\//;

/** Every source file of the walled folders, by its path from the top. */
function readSources(): Map<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(folder, file.replaceAll('\\', '/')),
    ),
  ).filter((file) => (TOOL.test(file) ? /\.(ts|mjs)$/ : /\.tsx?$/).test(file));
  return new Map(files.sort().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

function show({ file, line, target }: Offence) {
  return `${file}:${line} imports ${target}`;
}

describe('the walls between folders', () => {
  const sources = readSources();
  const program = reachedFrom(['service/main.ts', 'service/run/programs/operator.ts'], sources);

  it('are kept by every import of every file', () => {
    const offences = [...sources].flatMap(([file, source]) => offencesOf(file, source));

    expect(offences.map(show)).toEqual([]);
  });

  it('stand around all of the folders they speak of', () => {
    for (const folder of FOLDERS) {
      expect([...sources.keys()].filter((file) => file.startsWith(`${folder}/`))).not.toEqual([]);
    }
    expect(program.size).toBeGreaterThan(50);
    expect(program).toContain('service/base/shared/db.ts');
    expect([...program].filter(isTest)).toEqual([]);
    expect([...program].filter((file) => layerOf(file) === 'testing')).toEqual([]);
    expect(
      [...program].filter((file) => !/^contract\//.test(file) && layerOf(file) === null),
    ).toEqual([]);
  });

  it('have at most 45 sources in a folder', () => {
    const counts = new Map<string, number>();
    for (const file of [...sources.keys()].filter((one) => !isTest(one))) {
      counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
    }
    // What only tests use is sorted by its names.
    counts.delete('service/testing');
    expect([...counts].filter(([, count]) => count > 45)).toEqual([]);
  });

  it('admit nothing that nobody imports', () => {
    const used = new Map(Object.keys(WALLS).map((room) => [room, new Set<string>()]));
    for (const [file, source] of sources) {
      const room = roomOf(file);
      if (room === null || isTest(file)) continue;
      const { may = [], mayNameTypesOf = [] } = WALLS[room] ?? {};
      for (const target of targetsOf(file, source)) {
        for (const name of [...may, ...mayNameTypesOf]) {
          if (admits(name, target, roomOf(target))) used.get(room)?.add(name);
        }
      }
    }

    const unused = Object.entries(WALLS).flatMap(([room, { may, mayNameTypesOf = [] }]) =>
      [...may, ...mayNameTypesOf]
        .filter((name) => !used.get(room)?.has(name))
        .map((name) => `${room} may import ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('let no layer of the service import what none of its files imports', () => {
    const used = new Set<string>();
    for (const [file, source] of sources) {
      const layer = layerOf(file);
      if (layer === null || isTest(file)) continue;
      for (const target of targetsOf(file, source)) {
        const to = layerOf(target);
        used.add(`${kindOf(layer)} may import ${to === null ? packageOf(target) : to}`);
        if (to !== null) used.add(`${kindOf(layer)} may import ${kindOf(to)}`);
      }
    }
    const admitted = [
      ...Object.entries(LAYERS).flatMap(([layer, { may }]) => may.map((to) => [layer, to])),
      ...Object.entries(PACKAGES).flatMap(([name, layers]) => layers.map((one) => [one, name])),
    ]
      .filter(([, to]) => to !== '*')
      .map(([layer, to]) => `${layer} may import ${to}`);
    expect(admitted.filter((one) => !used.has(one))).toEqual([]);
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

/** The line by which a file would import another, or a package. */
function importOf(file: string, target: string): string {
  if (!target.includes('.ts')) return `import { thing } from '${target}';`;
  const path = posix.relative(posix.dirname(file), target);
  return `import { thing } from '${path.startsWith('.') ? path : `./${path}`}';`;
}

describe('the checker', () => {
  // One of each kind: what a room admits is its row, and a row that nobody needs is found above.
  it.each([
    ['contract/money.ts', 'comlink'],
    ['contract/money.ts', 'sdk/init.ts'],
    ['contract/money.ts', 'node:crypto'],
    ['docs/samples/quick-start/checkout.ts', 'sdk/index.ts'],
    ['sdk/card-flow/prepare-card.ts', 'hosted-frame/card.ts'],
    ['sdk/init.ts', 'zod/mini'],
    ['sdk/react/index.ts', 'sdk/index.ts'],
    ['sdk/vue/index.ts', 'sdk/mount-card-element.ts'],
    ['hosted-frame/card-form/brand.ts', 'sdk/init.ts'],
    ['demo-page/main.ts', 'demo-page/server/settings.ts'],
    ['demo-page/server/routes.ts', 'service/domain/payins/payin.ts'],
    ['service/http/endpoint.ts', 'service/api/payin/payin.ts'],
    ['service/domain/payins/create-payin.ts', 'service/store/tables/payins/payin.ts'],
    ['service/domain/payins/create-payin.ts', 'service/testing/test-db.ts'],
    ['service/domain/payins/create-payin.ts', 'service/domain/payouts/payout.ts'],
    ['service/domain/payins/create-payin.ts', 'pg'],
    ['service/domain/ledger/ledger.ts', 'service/domain/payins/payin.ts'],
    ['service/providers/cielo/cielo.ts', 'service/providers/pagbank/api.ts'],
    ['service/unheard-of/thing.ts', 'contract/money.ts'],
    [
      'service/sandbox/three-d-secure/browser/sdk.ts',
      'service/sandbox/three-d-secure/authentications.ts',
    ],
    ['simulators/cielo/sale.ts', 'contract/money.ts'],
    ['simulators/cielo/sale.test.ts', 'service/domain/payins/payin.ts'],
    ['bench/lab.mjs', 'campaign/run.ts'],
    ['scripts/build/built.ts', 'service/run/app.ts'],
    ['sdk/init.test.ts', 'service/domain/payins/payin.ts'],
    ['sdk/init.ts', 'sdk/init.test.ts'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(offencesOf(file, importOf(file, specifier))).toHaveLength(1);
  });

  it.each([
    ['static', "import { thing } from '../../service/domain/payins/payin.ts';"],
    ['default', "import thing from '../../service/domain/payins/payin.ts';"],
    ['namespace', "import * as thing from '../../service/domain/payins/payin.ts';"],
    ['for its effects', "import '../../service/domain/payins/payin.ts';"],
    ['of a type', "import type { Thing } from '../../service/domain/payins/payin.ts';"],
    ['of an inline type', "import { type Thing } from '../../service/domain/payins/payin.ts';"],
    ['dynamic', "export const load = () => import('../../service/domain/payins/payin.ts');"],
    ['dynamic and computed', 'export const load = (name: string) => import(name);'],
    ['re-exported', "export { thing } from '../../service/domain/payins/payin.ts';"],
    ['re-exported whole', "export * from '../../service/domain/payins/payin.ts';"],
    ['re-exported as a type', "export type { Thing } from '../../service/domain/payins/payin.ts';"],
    ['inside a type', "export type Thing = import('../../service/domain/payins/payin.ts').Thing;"],
    ['inside typeof', "export type All = typeof import('../../service/domain/payins/payin.ts');"],
  ])('sees an import that is %s', (_kind, source) => {
    expect(offencesOf('sdk/init.ts', `// one line above\n${source}\n`)).toMatchObject([
      { file: 'sdk/init.ts', line: 2 },
    ]);
  });

  it('takes no text or comment for an import', () => {
    const source =
      "// import './x.ts'\nexport const text = \"import '../../service/domain/payins/payin.ts'\";";
    expect(importsOf('sdk/init.ts', source)).toEqual([]);
  });

  it.each([
    ['service/domain/payins/create-payin.ts', 'service/base/shared/db.ts'],
    ['service/domain/payins/create-payin.ts', 'service/domain/ledger/ledger.ts'],
    ['service/run/compose/dependencies.ts', 'service/store/engine/open-db.ts'],
    ['service/domain/payins/payin.test.ts', 'service/testing/test-db.ts'],
    ['service/providers/outgoing/client.test.ts', 'simulators/pix-bank/pix-bank.ts'],
    ['service/testing/test-pix-bank.ts', 'simulators/pix-bank/pix-bank.ts'],
    ['hosted-frame/card.ts', 'sdk/card-flow/prepare-card.ts'],
    ['contract/frame/channel.ts', 'comlink'],
  ])('lets %s import %s', (file, target) => {
    expect(offencesOf(file, importOf(file, target))).toEqual([]);
  });

  it('refuses to pass over a file it cannot read', () => {
    expect(() => importsOf('sdk/init.ts', 'import {')).toThrow('does not parse');
  });
});
