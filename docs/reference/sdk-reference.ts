import type { Declaration } from './declarations.ts';

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
