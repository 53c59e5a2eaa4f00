import type { OpenApiDocument } from '../../service/api/reference/open-api.ts';
import { paragraphs } from '../../service/api/reference/render/prose.ts';
import type { Section } from '../../service/api/reference/render/reference.ts';
import {
  referenceSections,
  SCHEMAS_SECTION,
} from '../../service/api/reference/render/reference.ts';
import type { Language, Text } from '../language.ts';
import { LANGUAGE_TAGS } from '../language.ts';
import { unescapeHtml } from '../parts/escape-html.ts';
import { highlight } from '../parts/highlight.ts';
import { PREFIX } from '../parts/markdown.ts';

/** Schemas are on a page of their own. `offered`: the operations that get a place for the form. */
export async function apiCalls(
  document: OpenApiDocument,
  { language, offered }: { language: Language; offered: readonly string[] },
): Promise<string> {
  const calls = referenceSections(document).filter(({ id }) => id !== SCHEMAS_SECTION);
  const text = await pageText([...paragraphs(document.info.description), ...contentsOf(calls)]);
  return text
    .replaceAll('href="#schema-', `href="${PREFIX}/${language}/api-schemas/#schema-`)
    .replace(OPERATION_HEAD, (head: string, id: string) =>
      offered.includes(id) ? `${head}\n${formPlace(id, language)}` : head,
    );
}

/** Where a call begins, until what is said of its keys. */
const OPERATION_HEAD =
  /<section class="operation" aria-labelledby="(\w+)">[\s\S]*?<p class="access">.*?<\/p>/g;

/** Hidden and empty: its words and its form come from the script, which may not be there. */
function formPlace(id: string, language: Language): string {
  const place = `<details class="try" data-call="${id}" lang="${LANGUAGE_TAGS[language]}" hidden></details>`;
  return besideSandbox(place);
}

export function apiSchemas(document: OpenApiDocument): Promise<string> {
  const schemas = referenceSections(document).filter(({ id }) => id === SCHEMAS_SECTION);
  return pageText(contentsOf(schemas));
}

function contentsOf(sections: readonly Section[]): Section['content'][] {
  return sections.map(({ content }) => content);
}

/** One block of HTML in a page of Markdown, which an empty line would end; examples get colours. */
async function pageText(parts: readonly Section['content'][]): Promise<string> {
  const html = (await Promise.all(parts)).join('\n').replace(/\n\s*\n/g, '\n');
  const coloured = html.replace(
    /(<code class="language-json">)([^<]*)/g,
    (_, open: string, json: string) => open + highlight(unescapeHtml(json), 'json'),
  );
  return `<div class="reference">\n${coloured}\n</div>`;
}

/** Left out where the site is placed without sandbox and shop (`scripts/place-docs.mjs`). */
function besideSandbox(html: string): string {
  return `<!--sandbox-->${html}<!--/sandbox-->`;
}

const NAME: Text = { en: 'Answer', pt: 'Resposta' };

/**
 * Markdown of an example in the API's own document, which the service's tests hold every answer
 * against. `call`: its operation. Throws where the document has no such call or example.
 */
export function answerOf(
  document: OpenApiDocument,
  { call, example = 'example', language }: { call: string; example?: string; language: Language },
): string {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const found = operations.find(({ operationId }) => operationId === call);
  for (const [status, { content = {} }] of Object.entries(found?.responses ?? {})) {
    const value = content['application/json']?.examples?.[example]?.value;
    if (!status.startsWith('2') || value === undefined) continue;
    const json = JSON.stringify(value, null, 2);
    return `\`\`\`\`json ${NAME[language]}: ${status}\n${json}\n\`\`\`\`\n`;
  }
  throw new Error(`${call} has no answer named ${example}`);
}
