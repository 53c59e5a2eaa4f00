import { html } from 'hono/html';
import type { OpenApiDocument } from '../open-api.ts';
import { fieldList } from './fields.ts';
import { operationSection } from './operation-section.ts';
import type { Html } from './prose.ts';
import { anchored, inline, paragraphs } from './prose.ts';
import type { Route } from './route.ts';
import { routesOf } from './route.ts';
import { limitsOf, schemaAnchor, typeText } from './type-text.ts';

export type Section = {
  id: string;
  title: string;
  entries: { id: string; title: string; method?: string }[];
  content: Html;
};

export const SCHEMAS_SECTION = 'schemas';

/** Whoever shows it brings `REFERENCE_STYLE`, within an element of the class `reference`. */
export function referenceSections(document: OpenApiDocument): Section[] {
  const routes = routesOf(document.paths);
  return [
    authentication(document),
    ...document.tags.map(({ name, description }) =>
      operations(document, {
        id: name.toLowerCase(),
        title: name,
        description,
        routes: routes.filter(({ operation }) => operation.tags.includes(name)),
      }),
    ),
    operations(document, {
      id: 'webhooks',
      title: 'Webhooks',
      description: 'What the service sends to your `webhookUrl`.',
      routes: routesOf(document.webhooks),
      isSent: true,
    }),
    schemas(document),
  ];
}

function operations(
  { components, servers }: OpenApiDocument,
  part: {
    id: string;
    title: string;
    description: string;
    routes: readonly Route[];
    /** What the service calls, not what it answers. */
    isSent?: true;
  },
): Section {
  const { id, title, description, routes, isSent = false } = part;
  const baseUrl = isSent ? null : (servers[0]?.url ?? '');
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
${routes.map((route) => operationSection(route, components.schemas, baseUrl))}
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
    id: SCHEMAS_SECTION,
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
