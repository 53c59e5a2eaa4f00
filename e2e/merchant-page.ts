import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Frame, Page } from '@playwright/test';

/** A page of a merchant who is not our shop, as a test writes it. */
export type MerchantPage = {
  /** The document, or any other file. */
  body: string;
  headers?: { [name: string]: string };
  contentType?: string;
  status?: number;
};

/** A request the site got, headers by lower-case name. */
export type SeenRequest = {
  method: string;
  host: string;
  path: string;
  headers: { [name: string]: string | string[] | undefined };
  body: string;
};

export type MerchantSite = {
  /** `http://localhost:<port>`, registered for the key `pk_test_registered`. */
  origin: string;
  port: number;
  /** Another origin with the same pages, for example `http://evil.localhost:<port>`. */
  originOf: (name: string) => string;
  /** Serves `page` from now on; answers its path. Each call without a path makes a new one. */
  serve: (page: MerchantPage | string, path?: string) => string;
  /** What was asked so far, policy reports posted here included. */
  requests: () => readonly SeenRequest[];
  stop: () => Promise<void>;
};

/** Starts a site on loopback of both families. Rejects with `EADDRINUSE` where the port is taken. */
export async function startMerchantSite(port: number): Promise<MerchantSite> {
  const pages = new Map<string, MerchantPage>();
  const seen: SeenRequest[] = [];
  const servers: Server[] = [];

  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { method = '', headers, url = '/' } = request;
          const body = Buffer.concat(chunks).toString('utf8');
          seen.push({ method, host: headers.host ?? '', path: url, headers, body });
          const page = pages.get(url.replace(/[?#].*$/, ''));
          response.writeHead(page?.status ?? (page ? 200 : 404), {
            'content-type': page?.contentType ?? 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            ...page?.headers,
          });
          response.end(page?.body ?? '');
        });
      });
      server.once('error', reject);
      server.listen(port, host, () => {
        servers.push(server);
        resolve();
      });
    });

  const stop = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      ),
    );
  };

  try {
    await listen('127.0.0.1');
    await listen('::1').catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6: the browser finds us by the other address.
      if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
    });
  } catch (error) {
    await stop();
    throw error;
  }

  let made = 0;
  return {
    origin: `http://localhost:${port}`,
    port,
    originOf: (name) => `http://${name}.localhost:${port}`,
    serve(page, path) {
      made += 1;
      const at = path ?? `/page-${made}`;
      pages.set(at, typeof page === 'string' ? { body: page } : page);
      return at;
    },
    requests: () => seen,
    stop,
  };
}

/** The document of a frame of ours, for what a locator cannot ask. */
export function frameDocument(
  page: Page,
  { checkoutUrl }: { checkoutUrl: string },
  name: 'payment' | 'pix',
): Frame {
  const found = page.frames().find((frame) => frame.url().startsWith(`${checkoutUrl}/${name}`));
  if (found === undefined) throw new Error(`there is no ${name} frame`);
  return found;
}
