import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languageOf } from './highlight.ts';

/** The line that starts or ends a named part of a sample, in a comment of any language. */
const MARK = /^\s*(?:\/\/|#|<!--)\s*part(?::\s*([\w-]+)| end)\s*(?:-->)?\s*$/;

/**
 * A sample's file as Markdown: whole, or the part of this name. The same files are run by the
 * tests, so what a page shows is what was run. Throws where file or part does not exist.
 */
export function sample(folder: string, file: string, part?: string): string {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  const shown = part === undefined ? lines.filter((line) => !MARK.test(line)) : partOf(lines, part);
  if (shown.length === 0) throw new Error(`the sample ${file} has no part named ${part}`);
  const name = part === undefined ? basename(file) : '';
  return `\`\`\`\`${languageOf(file)} ${name}\n${outdent(shown).join('\n')}\n\`\`\`\`\n`;
}

function partOf(lines: readonly string[], part: string): string[] {
  let isInside = false;
  return lines.filter((line) => {
    const mark = MARK.exec(line);
    if (mark) isInside = mark[1] === part;
    return isInside && !mark;
  });
}

function outdent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent));
}
