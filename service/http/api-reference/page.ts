import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { OpenApiDocument } from '../../api-document/open-api.ts';
import { fieldList } from './fields.ts';
import type { Route } from './operation-section.ts';
import { operationSection, routesOf } from './operation-section.ts';
import type { Html } from './prose.ts';
import { anchored, inline, NOTHING, paragraphs } from './prose.ts';
import { REFERENCE_STYLE } from './style.ts';
import { limitsOf, schemaAnchor, typeText } from './type-text.ts';

const STYLE_HASH = createHash('sha256').update(REFERENCE_STYLE, 'utf8').digest('base64');

/** It loads nothing and runs nothing: what it needs is inside it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The document as one page for people, complete without script, network or font, so that it may be
 * saved and read anywhere. `policy`: the content security policy under which it is whole.
 */
export async function referencePage(
  document: OpenApiDocument,
): Promise<{ html: string; policy: string }> {
  const { info, servers } = document;
  const sections = sectionsOf(document);
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: API reference</title>
<style>${raw(REFERENCE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p>API reference, version ${info.version}</p>
<h1>${info.title}</h1>
</header>
<nav aria-label="Contents">${sections.map(contents)}</nav>
<main id="content">
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

/** A part of the page and its lines in the contents. */
type Section = {
  id: string;
  title: string;
  entries: { id: string; title: string; method?: string }[];
  content: Html;
};

function sectionsOf(document: OpenApiDocument): Section[] {
  const routes = routesOf(document.paths);
  return [
    authentication(document),
    ...document.tags.map((tag) =>
      operations(document, {
        id: tag.name.toLowerCase(),
        title: tag.name,
        description: tag.description,
        routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)),
      }),
    ),
    operations(document, {
      id: 'webhooks',
      title: 'Webhooks',
      description: 'What the service sends to your `webhookUrl`.',
      routes: routesOf(document.webhooks),
    }),
    schemas(document),
  ];
}

function contents({ id, title, entries }: Section): Html {
  return html`<p><a href="#${id}">${title}</a></p>
<ul>${entries.map(
    (entry) =>
      html`<li><a href="#${entry.id}">${entry.method === undefined ? NOTHING : html`<span class="method ${entry.method}">${entry.method.toUpperCase()}</span> `}${entry.title}</a></li>`,
  )}</ul>`;
}

function operations(
  { components }: OpenApiDocument,
  part: { id: string; title: string; description: string; routes: readonly Route[] },
): Section {
  const { id, title, description, routes } = part;
  return {
    id,
    title,
    entries: routes.map(({ method, operation }) => ({
      id: operation.operationId,
      title: operation.summary,
      method,
    })),
    content: html`<section aria-labelledby="${id}">
<h2 id="${id}">${anchored(id, title)}</h2>
${paragraphs(description)}
${routes.map((route) => operationSection(route, components.schemas))}
</section>`,
  };
}

function authentication({ components }: OpenApiDocument): Section {
  const schemes = Object.values(components.securitySchemes);
  return {
    id: 'authentication',
    title: 'Authentication',
    entries: [],
    content: html`<section aria-labelledby="authentication">
<h2 id="authentication">${anchored('authentication', 'Authentication')}</h2>
<dl class="fields">${schemes.map(
      (scheme) =>
        html`<div><dt><code>${scheme.type === 'http' ? 'Authorization: Basic' : scheme.name}</code></dt><dd>${inline(scheme.description)}</dd></div>`,
    )}</dl>
</section>`,
  };
}

function schemas({ components }: OpenApiDocument): Section {
  const named = Object.entries(components.schemas);
  return {
    id: 'schemas',
    title: 'Schemas',
    entries: named.map(([name]) => ({ id: schemaAnchor(name), title: name })),
    content: html`<section aria-labelledby="schemas">
<h2 id="schemas">${anchored('schemas', 'Schemas')}</h2>
${named.map(([name, schema]) => {
  const id = schemaAnchor(name);
  return html`<section aria-labelledby="${id}">
<h3 id="${id}">${anchored(id, name)}</h3>
${paragraphs(schema.description ?? '')}
${schema.properties === undefined ? html`<p>${typeText(schema)} ${limitsOf(schema)}</p>` : fieldList(schema)}
</section>`;
})}
</section>`,
  };
}
