import type { OpenApiDocument } from '../../service/api-document/open-api.ts';
import { paragraphs } from '../../service/api-document/render/prose.ts';
import type { Section } from '../../service/api-document/render/reference.ts';
import { referenceSections, SCHEMAS_SECTION } from '../../service/api-document/render/reference.ts';
import type { Language } from '../language.ts';
import { unescapeHtml } from '../parts/escape-html.ts';
import { highlight } from '../parts/highlight.ts';
import { PREFIX } from '../parts/markdown.ts';

/** The calls and events of the API as HTML; the schemas they name are on a page of their own. */
export async function apiCalls(document: OpenApiDocument, language: Language): Promise<string> {
  const calls = referenceSections(document).filter(({ id }) => id !== SCHEMAS_SECTION);
  const text = await pageText([...paragraphs(document.info.description), ...contentsOf(calls)]);
  return text.replaceAll('href="#schema-', `href="${PREFIX}/${language}/api-schemas/#schema-`);
}

/** The named schemas as HTML. */
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
