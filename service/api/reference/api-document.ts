import type { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { serveAsset } from '../../http/serve-asset.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
import { openApiDocument } from './document.ts';
import type { OpenApiDocument } from './open-api.ts';
import { referencePage } from './page.ts';

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
  const made: { document?: OpenApiDocument; json?: Promise<WebAsset>; page?: Promise<Page> } = {};
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
      made.page ??= toPage(document());
      const { asset, policy } = await made.page;
      return serveAsset(c, asset, { 'Cache-Control': CACHE, 'Content-Security-Policy': policy });
    },
  });
}

type Page = { asset: WebAsset; policy: string };

async function toPage(document: OpenApiDocument): Promise<Page> {
  const { html, policy } = await referencePage(document);
  return { asset: await toWebAsset(html, 'text/html; charset=utf-8'), policy };
}
