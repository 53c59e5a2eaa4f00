import type { Hono } from 'hono';
import type { CheckoutConfig } from '../../../contract/published-types.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { serveAsset } from '../../http/serve-asset.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import type {
  FrameDocument,
  FrameDocumentName,
  FrameRequest,
} from '../documents/frame-document.ts';
import type { KeptFonts } from '../documents/kept-fonts.ts';

export type FrameDocumentServices = {
  chunks: ReadonlyMap<string, WebAsset>;
  fonts: KeptFonts['files'];
  frameDocument: (name: FrameDocumentName, request: FrameRequest) => Promise<FrameDocument>;
  /** Null for a key that is unknown, revoked or not a public key. */
  findConfig: (publicKey: string) => Promise<CheckoutConfig | null>;
};

/** Of files whose name changes with what they hold. */
const FOR_GOOD = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export function frameDocumentRoutes(app: Hono<AppEnv>, services: FrameDocumentServices): void {
  documentRoute(app, 'card', services);
  documentRoute(app, 'hosted', services);
  documentRoute(app, 'payment', services);
  documentRoute(app, 'pix', services);
  endpoint(app, '/assets/:file', {
    GET: (c) => {
      const asset = services.chunks.get(c.req.param('file') ?? '');
      if (asset === undefined) throw new ApiError('NOT_FOUND', 'There is nothing here.');
      return serveAsset(c, asset, FOR_GOOD);
    },
  });
  endpoint(app, '/fonts/:file', {
    GET: (c) => {
      const font = services.fonts.get(c.req.param('file') ?? '');
      if (font === undefined) throw new ApiError('NOT_FOUND', 'There is nothing here.');
      return c.body(font, 200, { ...FOR_GOOD, 'Content-Type': 'font/woff2' });
    },
  });
  endpoint(app, '/probe.txt', {
    GET: (c) => c.text('ok', 200, { 'Access-Control-Allow-Origin': '*' }),
  });
}

export function stageDocumentRoute(app: Hono<AppEnv>, services: FrameDocumentServices): void {
  documentRoute(app, 'stage', services);
}

function documentRoute(
  app: Hono<AppEnv>,
  name: FrameDocumentName,
  services: FrameDocumentServices,
): void {
  endpoint(app, `/${name}`, {
    GET: async (c) => {
      const publicKey = c.req.query('key') ?? '';
      const config = await services.findConfig(publicKey);
      const account = config === null ? null : { publicKey, config };
      const embedder = originOf(c.req.header('referer'));
      const { asset, headers } = await services.frameDocument(name, { account, embedder });
      return serveAsset(c, asset, headers);
    },
  });
}

/** The origin of the page that asks; null where the browser names none, or none that we can read. */
function originOf(referrer: string | undefined): string | null {
  const url = URL.canParse(referrer ?? '') ? new URL(referrer ?? '') : null;
  return url === null || url.origin === 'null' ? null : url.origin;
}
