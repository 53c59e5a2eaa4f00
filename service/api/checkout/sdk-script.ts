import type { Context, Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { serveAsset } from '../../http/serve-asset.ts';
import type { SdkScripts } from '../documents/sdk-script.ts';

/** Any page may load the scripts, also with an integrity hash and under an embedder policy. */
const FOR_ANY_PAGE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const NO_FILES: SdkScripts['files'] = new Map();

/** The newest, and the newest of a major version, may be replaced by the next release. */
const NEWEST = 'public, max-age=300, must-revalidate';

/** At the fixed address, the same bytes at an immutable one, and earlier versions at theirs. */
export function sdkScriptRoutes(app: Hono<AppEnv>, scripts: SdkScripts): void {
  // A loader in a page can tell a wrong address only where it may read the answer.
  const refuse = (c: Context<AppEnv>): never => {
    for (const [name, value] of Object.entries(FOR_ANY_PAGE)) c.header(name, value);
    throw new ApiError('NOT_FOUND', 'There is nothing here.');
  };
  const serve = (c: Context<AppEnv>, files: SdkScripts['files'], cacheControl: string) => {
    const asset = files.get(c.req.param('file') ?? '') ?? refuse(c);
    return serveAsset(c, asset, { ...FOR_ANY_PAGE, 'Cache-Control': cacheControl });
  };
  endpoint(app, '/checkout/sdk/:file', { GET: (c) => serve(c, scripts.files, NEWEST) });
  endpoint(app, '/checkout/sdk/:version/:file', {
    GET: (c) => {
      // All of them were read at the start: no address reaches the disk.
      const asked = c.req.param('version') ?? '';
      const major = /^v(\d+)$/.exec(asked)?.[1];
      // The newest comes first.
      const versions = [scripts.version, ...scripts.earlier.keys()];
      const version = major ? versions.find((one) => one.startsWith(`${major}.`)) : asked;
      const earlier = scripts.earlier.get(version ?? '') ?? NO_FILES;
      const files = version === scripts.version ? scripts.files : earlier;
      return serve(c, files, major ? NEWEST : 'public, max-age=31536000, immutable');
    },
  });
}
