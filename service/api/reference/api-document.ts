import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { serveAsset } from '../../http/serve-asset.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
import { policyHashOf } from '../documents/web-assets.ts';
import { openApiDocument } from './document.ts';
import type { OpenApiDocument } from './open-api.ts';
import type { Html } from './render/prose.ts';
import { anchored, inline, NOTHING, paragraphs } from './render/prose.ts';
import type { Section } from './render/reference.ts';
import { referenceSections } from './render/reference.ts';
import { REFERENCE_STYLE } from './render/style.ts';

const CACHE = 'public, max-age=300, must-revalidate';

/** Any page and tool may read what the API is. */
const DOCUMENT_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': CACHE,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function apiDocumentRoutes(
  app: Hono<AppEnv>,
  service: {
    mode: Parameters<typeof openApiDocument>[0]['mode'];
    version: string;
    addresses: { baseUrl: string };
  },
): void {
  const made: { document?: OpenApiDocument; json?: Promise<WebAsset>; page?: Promise<WebAsset> } =
    {};
  const document = () => {
    const { mode, version, addresses } = service;
    made.document ??= openApiDocument({ mode, version, baseUrl: addresses.baseUrl });
    return made.document;
  };

  endpoint(app, '/openapi.json', {
    GET: async (c) => {
      made.json ??= toWebAsset(JSON.stringify(document()), 'application/json');
      return serveAsset(c, await made.json, DOCUMENT_HEADERS);
    },
  });

  endpoint(app, '/docs', {
    GET: async (c) => {
      made.page ??= referencePage(document());
      const headers = { 'Cache-Control': CACHE, 'Content-Security-Policy': POLICY };
      return serveAsset(c, await made.page, headers);
    },
  });
}

/** Complete without script, network or font. */
async function referencePage(document: OpenApiDocument): Promise<WebAsset> {
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
  return toWebAsset(String(page), 'text/html; charset=utf-8');
}

function contents({ id, title, entries }: Section): Html {
  return html`<p><a href="#${id}">${title}</a></p>
<ul>${entries.map(
    (entry) =>
      html`<li><a href="#${entry.id}">${entry.method === undefined ? NOTHING : html`<span class="method ${entry.method}">${entry.method.toUpperCase()}</span> `}${entry.title}</a></li>`,
  )}</ul>`;
}

const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fbfaf7, #121714);
  --surface: light-dark(#f1eee6, #1c2420);
  --text: light-dark(#1c2620, #e8eee9);
  --soft: light-dark(#525c56, #a9b6ad);
  --line: light-dark(#ddd7c9, #323c36);
  --link: light-dark(#14573f, #7fdcb2);
  --get: light-dark(#14573f, #7fdcb2);
  --post: light-dark(#7a4b00, #ffcf70);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  background: var(--page);
  color: var(--text);
  scroll-padding-top: 1rem;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 78rem;
  padding: 0 1.25rem 4rem;
  overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible, summary:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
  border-radius: 2px;
}
.skip { position: absolute; left: -100vw; background: var(--page); padding: 0.5rem 1rem; z-index: 1; }
.skip:focus { left: 0; }
header { padding: 2.5rem 0 1.5rem; }
header p { margin: 0; color: var(--soft); }
h1 { margin: 0; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); line-height: 1.15; }
h2 { margin: 3.5rem 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
h3 { margin: 2.5rem 0 0.5rem; font-size: 1.1875rem; line-height: 1.3; }
p { margin: 0.5rem 0; }
code { font: 0.875em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
p code, dd code, td code { background: var(--surface); border-radius: 4px; padding: 0.1em 0.3em; }
.heading-link { color: inherit; text-decoration: none; }
.heading-link:hover { text-decoration: underline; }
nav { border-block: 1px solid var(--line); padding: 1rem 0; font-size: 0.9375rem; }
nav p { margin: 0.75rem 0 0; font-weight: 600; }
nav p:first-child { margin-top: 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
nav li a { display: inline-block; padding: 0.25rem 0; color: var(--text); }
${REFERENCE_STYLE}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); column-gap: 3.5rem; align-items: start; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; border-block: 0; padding: 0.25rem 1rem 2rem 0.25rem; }
  nav ul { display: block; }
  nav li a { padding: 0.125rem 0; }
  main > section:first-child h2 { margin-top: 0; }
}
@media print {
  nav, .skip { display: none; }
}
`.trim();

/** The strictest the page works under: it loads nothing and runs nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src ${policyHashOf(PAGE_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
