import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { OpenApiDocument } from './open-api.ts';
import type { Html } from './render/prose.ts';
import { anchored, inline, NOTHING, paragraphs } from './render/prose.ts';
import type { Section } from './render/reference.ts';
import { referenceSections } from './render/reference.ts';
import { PAGE_STYLE } from './style.ts';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE, 'utf8').digest('base64');

/** It loads nothing and runs nothing: what it needs is inside it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Complete without script, network or font. `policy`: the strictest it works under. */
export async function referencePage(
  document: OpenApiDocument,
): Promise<{ html: string; policy: string }> {
  const { info, servers } = document;
  const sections = referenceSections(document);
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: API reference</title>
<style>${raw(PAGE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p>API reference, version ${info.version}</p>
<h1>${info.title}</h1>
</header>
<nav aria-label="Contents">${sections.map(contents)}</nav>
<main id="content" class="reference">
<section aria-labelledby="introduction">
<h2 id="introduction">${anchored('introduction', 'Introduction')}</h2>
${paragraphs(info.description)}
<dl class="fields">${servers.map(
    ({ url, description }) =>
      html`<div><dt><code>${url}</code></dt><dd>${inline(description)}</dd></div>`,
  )}</dl>
<p>For machines: <a href="openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
</section>
${sections.map(({ content }) => content)}
</main>
</body>
</html>`;
  return { html: String(page), policy: POLICY };
}

function contents({ id, title, entries }: Section): Html {
  return html`<p><a href="#${id}">${title}</a></p>
<ul>${entries.map(
    (entry) =>
      html`<li><a href="#${entry.id}">${entry.method === undefined ? NOTHING : html`<span class="method ${entry.method}">${entry.method.toUpperCase()}</span> `}${entry.title}</a></li>`,
  )}</ul>`;
}
