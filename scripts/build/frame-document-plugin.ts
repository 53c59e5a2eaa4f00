import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin, Rollup } from 'vite';
import { fillCardFields } from '../../hosted-frame/card-form/field-markup.ts';

/** What the minifier writes beside a `color-scheme` for `light-dark()`, which no frame uses. */
const UNUSED_VARIABLES = /--lightningcss-(?:light|dark):[^;}]*;?/g;

/** What a plugin does to some of the artefacts. */
function pluginFor(environments: readonly string[], name: string, does: Partial<Plugin>): Plugin {
  const applyToEnvironment: Plugin['applyToEnvironment'] = (one) => environments.includes(one.name);
  return { name, enforce: 'pre', applyToEnvironment, ...does };
}

/** So that a buyer can type one request sooner. The service allows script and styles by hash. */
export function inlineFrameDocuments(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'inline-frame-documents', {
    enforce: 'post',
    // After Vite's own last change of the scripts, such as that of dynamic imports.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const document = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'));
        if (document?.type !== 'asset') throw new Error('a frame document has no html');
        let html = String(document.source);
        for (const [fileName, file] of Object.entries(bundle)) {
          const tag = findTag(html, fileName);
          if (tag === null) {
            assertStandsAlone(file);
            continue;
          }
          delete bundle[fileName];
          html = html.replace(tag, '');
          if (file.type === 'chunk') {
            const code = file.code.trim().replaceAll('</script', '<\\/script');
            html = insertBefore('</body>', html, `<script type="module">${code}</script>`);
          } else {
            const styles = String(file.source).trim().replace(UNUSED_VARIABLES, '');
            html = insertBefore('</head>', html, `<style>${styles}</style>`);
          }
        }
        document.source = html.replace(/\n\s+/g, '\n');
      },
    },
  });
}

/** Writes the form of card.html into payment.html, and its fields from the table that it uses. */
export function cardFields(environments: readonly string[]): Plugin {
  const card = readFileSync(new URL('../../hosted-frame/card.html', import.meta.url), 'utf8');
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(card) ?? [];
  const fill = (html: string) => fillCardFields(html.replace('<card-form></card-form>', form));
  return pluginFor(environments, 'card-fields', {
    transformIndexHtml: { order: 'pre', handler: fill },
  });
}

/** A dynamic import, whole or of what its `await` takes out of it, as Vite wraps it. */
const WRAPPED_IMPORT =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await )?(import\("[^"]+"\))(?:;\s*return \{[^}]*\};\s*\})?, __VITE_PRELOAD__\)/g;

/** Vite's helper has nothing to do for chunks without dependencies, and costs half a kilobyte. */
export function plainDynamicImports(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'plain-dynamic-imports', {
    load: (id) =>
      id.endsWith('vite/preload-helper.js')
        ? 'export const __vitePreload = (load) => load();'
        : undefined,
    renderChunk: {
      order: 'pre',
      handler(code) {
        const plain = code.replace(WRAPPED_IMPORT, '$1');
        if (plain.includes('__VITE_PRELOAD__')) {
          throw new Error('vite wraps dynamic imports another way now');
        }
        return { code: plain, map: null };
      },
    },
  });
}

/**
 * As data, with what the frame reads of it: spacing rules, names and wrapper weigh as much again.
 */
export function leanCardSchemes(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'lean-card-schemes', {
    load(id) {
      if (!id.endsWith('credit-card-type/dist/lib/card-types.js')) return undefined;
      const schemes: typeof import('credit-card-type/dist/lib/card-types.js') = createRequire(
        import.meta.url,
      )(id);
      const lean = Object.values(schemes).map(({ niceType, type, patterns, lengths, code }) => [
        type,
        { niceType, type, patterns, lengths, code: { size: code.size } },
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(lean))}`;
    },
  });
}

/**
 * What is left of each part besides calls with plain data: our guard lets none of the rest through.
 */
const UNUSED_IN_COMLINK: readonly (readonly [part: RegExp, rest: string])[] = [
  // What it serves besides calls, and how it would ask the other side for that.
  ...['GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE'].map(
    (verb) => [new RegExp(`case "${verb}"[\\s\\S]*?break;\\n`), ''] as const,
  ),
  ...['set', 'apply', 'construct'].map(
    (trap) => [new RegExp(`^ {8}${trap}\\([\\s\\S]*?^ {8}\\},\\n`, 'm'), ''] as const,
  ),
  [/if \(prop === "then"\) \{[\s\S]*?\n {12}\}\n/, ''],
  // Values that travel in another form than plain. What is thrown travels in none.
  [/\["proxy", proxyTransferHandler\],\s*\["throw", throwTransferHandler\],/, ''],
  [/for \(const \[name, handler\] of transferHandlers\) \{[\s\S]*?\n {4}\}\n/, ''],
  [/case "HANDLER"[\s\S]*?deserialize\(value\.value\);\n/, ''],
  [/transferCache\.get\(value\) \|\| \[\]/, '[]'],
  [/returnValue = \{ value, \[throwMarker\]: 0 \};/, 'return;'],
  [/\.catch\(\(value\) => \{\s*return \{ value, \[throwMarker\]: 0 \};\s*\}\)/, ''],
  [/\.catch\(\(error\) => \{[\s\S]*?\n {8}\}\);/, '.catch(() => {});'],
  // The guard hands on whole messages: calls of one segment, and answers to calls that wait.
  [/if \(!ev \|\| !ev\.data\) \{\s*return;\s*\}/, ''],
  [/if \(!data \|\| !data\.id\) \{\s*return;\s*\}/, ''],
  [
    /Object\.assign\(\{ path: \[\] \}, ev\.data\);/,
    'ev.data;\n        if (type !== "APPLY") return;',
  ],
  [/const argumentList = \(ev\.data.*\n/, ''],
  [/const parent = path\.slice.*;\n/, ''],
  [/const rawValue = path\.reduce.*;\n/, ''],
  [
    /switch \(type\) \{\s*case "APPLY"[^;]*rawValue\.apply\(parent, argumentList\);\s*\}\s*break;\s*default:\s*return;\s*\}/,
    'returnValue = obj[path[0]](ev.data.argumentList[0].value);',
  ],
  [
    /switch \(value\.type\) \{\s*case "RAW"[^:]*:\s*return value\.value;\s*\}/,
    'return value.value;',
  ],
  // What a port of two asks need not be told apart from all else in the world.
  [/new Array\(4\)[\s\S]*?\.join\("-"\)/, 'Math.random().toString(36)'],
  // Nothing is transferred, and the guard has started the port.
  [
    /if \(ep\.start\) \{\s*ep\.start\(\);\s*\}\s*(?=ep\.postMessage\(Object\.assign\(\{ id \}, msg)/,
    '',
  ],
  [
    /const \[wireValue, transferables\] = toWireValue\(returnValue\);\s*ep\.postMessage\(.*, transferables\);/,
    'ep.postMessage({ id, type: "RAW", value: returnValue });',
  ],
  // Nothing that listens or serves here throws.
  [
    /try \{\s*resolver\(data\);\s*\}\s*finally \{\s*(pendingListeners.*)\s*\}/,
    'resolver?.(data); $1',
  ],
  [/if \(!resolver\) \{\s*return;\s*\}/, ''],
  [
    /let returnValue;\s*try \{\s*(returnValue = .*)\s*\}\s*catch \(value\) \{\s*return;\s*\}/,
    'const $1',
  ],
  [/Promise\.resolve\(returnValue\)/, 'returnValue'],
  [/if \(ep\.start\) \{\s*ep\.start\(\);\s*\}/, ''],
  [/ep = globalThis, allowedOrigins = \["\*"\]/, 'ep'],
  // What is asked is one name below the one thing that is wrapped.
  [/\(ep, target\)/, '(ep)'],
  [/, \[\], target\);/, ');'],
  [/, target = function \(\) \{ \}\)/, ')'],
  [/new Proxy\(target,/, 'new Proxy(() => {},'],
  [/, path = \[\]\) \{/, ') {'],
  [
    /createProxy\(ep, pendingListeners, \[\.\.\.path, prop\]\);/,
    '(value) => requestResponseMessage(ep, pendingListeners, prop, value).then(fromWireValue);',
  ],
  [/msg, transfers\) \{/, 'prop, value) {'],
  [
    /Object\.assign\(\{ id \}, msg\), transfers/,
    '{ id, type: "APPLY", path: [prop], argumentList: [{ type: "RAW", value }] }',
  ],
  // A channel that is closed asks nothing more.
  [/^ *throwIfProxyReleased\(isProxyReleased\);\n/gm, ''],
  [/let isProxyReleased = false;\n/, ''],
  [/isProxyReleased = true;\n/, ''],
  // A port has no origin, and its end is told by nobody: we close it ourselves.
  [/if \(!isAllowedOrigin\([\s\S]*?\n {8}\}\n/, ''],
  [/if \(type === "RELEASE"[\s\S]*?\n {12}\}\n(?= {8}\}\))/, ''],
  [/unregisterProxy\(proxy\);\s*releaseEndpoint\(ep\);\n/, ''],
  [/ {4}registerProxy\(proxy, ep\);\n/, ''],
  [/const proxyFinalizers = [\s\S]*?\n {4}\}\);\n/, ''],
  [/const proxyCounter = new WeakMap\(\);\n/, ''],
];

/** Comlink without what nobody can use: every byte is there before a buyer can type. */
export function leanComlink(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'lean-comlink', {
    transform(code, id) {
      if (!id.endsWith('comlink/dist/esm/comlink.mjs')) return undefined;
      let lean = code;
      for (const [part, rest] of UNUSED_IN_COMLINK) {
        if (!part.test(lean)) throw new Error(`comlink is written another way now: no ${part}`);
        lean = lean.replace(part, rest);
      }
      return { code: lean, map: null };
    },
  });
}

/** A frame passes codes on; the page has the table of what each means. */
export function bareErrorCodes(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'bare-error-codes', {
    load: (id) =>
      id.replace(/\?\w+$/, '').endsWith('/contract/errors/checkout-error-code.ts')
        ? 'export const isCheckoutErrorCode = () => true; export const classOf = () => ({});'
        : undefined,
  });
}

const ADVICE_COLUMNS = {
  card: /^ {4}card: .+,\n/gm,
  sentence: /^ {4}(?:'pt-BR'|en|es): '.+',\n/gm,
};

export function leanAdvice(
  environments: readonly string[],
  column: keyof typeof ADVICE_COLUMNS,
): Plugin {
  return pluginFor(environments, `lean-advice-${column}`, {
    transform(code, id) {
      if (!id.endsWith('/contract/errors/checkout-error-code.ts')) return undefined;
      const lean = code.replace(ADVICE_COLUMNS[column], '');
      if (lean === code) throw new Error(`the table of advice has no column ${column} now`);
      return { code: lean, map: null };
    },
  });
}

export function flattenDocuments(environments: readonly string[]): Plugin {
  return pluginFor(environments, 'flatten-documents', {
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.html')) continue;
        file.fileName = file.fileName.slice(file.fileName.lastIndexOf('/') + 1);
      }
    },
  });
}

/** The document, as an inline script, has no address to import shared modules from. */
export function chunkApart(environments: readonly string[], entry: string, mark = '?copy'): Plugin {
  return pluginFor(environments, `chunk-apart-${mark}`, {
    async resolveId(source, importer, options) {
      const isInside = importer?.endsWith(mark);
      if (!isInside && !source.endsWith(entry)) return null;
      const from = importer?.replace(mark, '');
      const resolved = await this.resolve(source, from, { ...options, skipSelf: true });
      return resolved === null ? null : { ...resolved, id: resolved.id + mark };
    },
  });
}

/** The entry has no address of its own any more, so no chunk may import from it. */
function assertStandsAlone(file: Rollup.OutputChunk | Rollup.OutputAsset): void {
  if (file.type !== 'chunk' || file.imports.length === 0) return;
  throw new Error(`${file.fileName} imports ${file.imports.join(', ')}, which is inlined`);
}

function findTag(html: string, fileName: string): string | null {
  const file = fileName.replaceAll('.', '\\.');
  const pattern = `<script[^>]*src="[^"]*${file}"[^>]*></script>|<link[^>]*href="[^"]*${file}"[^>]*>`;
  return new RegExp(pattern).exec(html)?.[0] ?? null;
}

function insertBefore(mark: string, html: string, text: string): string {
  return html.replace(mark, () => `${text}${mark}`);
}
