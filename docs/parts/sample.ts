import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from './highlight.ts';

/** The line that starts or ends a named part of a sample, in a comment of any language. */
const MARK = /^\s*(?:\/\/|#|<!--)\s*part(?::\s*([\w-]+)| end)\s*(?:-->)?\s*$/;

/** A comment at the end of a line, or one that is the line. */
const COMMENT = /^(.*?(?:^|\s)(?:\/\/|#|<!--|\/\*\*) )(.*?)((?: -->| \*\/)?)$/;

/** What stands in the place of a comment; undefined where there is nothing for it. */
export type Comments = (comment: string) => string | undefined;

/**
 * Whole, or the part of this name. The tests run the same files: a page shows what was run, with
 * comments in its language. Throws where file, part or a comment's words do not exist.
 */
export function sample(
  folder: string,
  file: string,
  {
    part,
    comments = (comment) => comment,
  }: { part?: string | undefined; comments?: Comments } = {},
): string {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  const shown = part === undefined ? lines.filter((line) => !MARK.test(line)) : partOf(lines, part);
  if (shown.length === 0) throw new Error(`the sample ${file} has no part named ${part}`);
  const name = part === undefined ? placeOf(file) : '';
  const code = outdent(shown).map((line) => withComment(line, { file, comments }));
  return `\`\`\`\`${languageOf(file)} ${name}\n${code.join('\n')}\n\`\`\`\`\n`;
}

/** Where a reader puts it: below the folder of the sample, whose name is ours. */
function placeOf(file: string): string {
  return file.slice(file.indexOf('/') + 1);
}

function withComment(line: string, { file, comments }: { file: string; comments: Comments }) {
  return line.replace(COMMENT, (_, before: string, comment: string, after: string) => {
    const words = comments(comment);
    if (words === undefined) throw new Error(`a comment in ${file} has no words: ${comment}`);
    return before + words + after;
  });
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
