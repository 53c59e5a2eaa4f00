import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'vite';
import { REFERENCE_STYLE } from '../service/api/reference/render/style.ts';

const SITE = join(import.meta.dirname, 'site');
const PICTURES = join(import.meta.dirname, 'pictures', 'dashboard');

/** In the order of the cascade: a later file may overrule an earlier one. */
const STYLES = [
  'base',
  'bar',
  'menu',
  'outline',
  'article',
  'diagram',
  'gallery',
  'try-it',
  'entrance',
];

/** `theme` runs before anything is painted, so it is a classic script; `gallery` is one as well. */
const SCRIPTS = [
  ['theme', 'iife'],
  ['site', 'es'],
  ['gallery', 'iife'],
  ['try-it', 'es'],
] as const;

export async function writeAssets(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  copyFileSync(join(SITE, 'icon.svg'), join(target, 'icon.svg'));
  cpSync(PICTURES, join(target, 'dashboard'), { recursive: true });
  const styles = STYLES.map((name) => readFileSync(join(SITE, 'styles', `${name}.css`), 'utf8'));
  writeFileSync(join(target, 'site.css'), [...styles, REFERENCE_STYLE].join('\n'));
  for (const [name, format] of SCRIPTS) await bundleScript(name, format, target);
}

async function bundleScript(name: string, format: 'iife' | 'es', target: string): Promise<void> {
  await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: target,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: join(SITE, `${name}.ts`),
        output: { format, entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  });
}
