import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** What an editor shows, as Markdown: functions first, then the types they take and give. */
export function sdkReference(declarations: readonly Declaration[]): string {
  const isType = ({ text }: Declaration) => /^export (declare )?(type|interface) /.test(text);
  const functions = declarations.filter((declaration) => !isType(declaration));
  const client = declarations.filter(({ name }) => /^(CheckoutClient|CardElement)$/.test(name));
  const rest = declarations.filter((one) => isType(one) && !client.includes(one));
  return [...functions, ...client, ...rest].map(entry).join('\n');
}

function entry({ name, comment, text }: Declaration): string {
  const [prose = '', example] = comment.split(/^@example\s*$/m);
  const code = [fence(plain(text))];
  if (example) code.push(fence(example.trim()));
  return [`## \`${name}\``, publicProse(prose), ...code].join('\n\n');
}

function fence(code: string): string {
  return `\`\`\`\`typescript\n${code}\n\`\`\`\`\n`;
}

/** Where a rule comes from is of use to who changes the code, not to who calls it. */
function publicProse(prose: string): string {
  return prose
    .replace(/\s*Source: [\s\S]*$/, '')
    .replace(/\s*\(spec, [^)]*\)/g, '')
    .trim();
}

/** A declaration as one would write it: no `declare`, names instead of the paths they come from. */
function plain(text: string): string {
  return text
    .replace(/^export declare /, 'export ')
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/^( {4})+/gm, (indent) => '  '.repeat(indent.length / 4))
    .replace(/\s*Source: [^*]*?\.(?=\s*\*)/g, '');
}

/** One exported name of the sdk as its declaration file has it. */
type Declaration = { name: string; comment: string; text: string };

/** In the order of `sdk/index.ts`: what the reference says is what a merchant's editor says. */
export function readDeclarations(root: string): Declaration[] {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-declarations-'));
  try {
    const project = ['-p', join(root, 'sdk/tsconfig.package.json'), '--outDir', folder];
    execFileSync(join(root, 'node_modules/.bin/tsc'), project);
    return exportsOf(join(folder, 'sdk/index.d.ts'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What one declaration file exports, followed into the files it exports from. */
function exportsOf(file: string): Declaration[] {
  const source = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.source) {
      const from = join(dirname(file), node.source.value.replace(/\.ts$/, '.d.ts'));
      const names = node.specifiers.map(({ exported }) => nameOf(exported));
      const found = exportsOf(from);
      return names.map((name) => {
        const declaration = found.find((one) => one.name === name);
        if (!declaration) throw new Error(`${name} is not declared in ${from}`);
        return declaration;
      });
    }
    const { declaration } = node;
    if (!declaration) return [];
    const comment = comments.findLast(
      ({ end }) => end <= node.start && source.slice(end, node.start).trim() === '',
    );
    const text = source.slice(node.start, node.end);
    return [{ name: declaredName(declaration), comment: textOfComment(comment?.value), text }];
  });
}

type Named = { type: string; name?: unknown; value?: unknown };

function nameOf(node: Named): string {
  return String(node.name ?? node.value);
}

function declaredName(declaration: { id?: unknown; declarations?: unknown }): string {
  const { id, declarations } = declaration;
  const [first] = Array.isArray(declarations) ? declarations : [];
  const named: unknown = id ?? first?.id;
  if (typeof named === 'object' && named !== null && 'name' in named) return String(named.name);
  throw new Error('a declaration without a name');
}

function textOfComment(value = ''): string {
  return value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}
