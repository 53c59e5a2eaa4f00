import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Notice, Notices } from '../../../service/providers/provider.ts';

export type NoticePlace = Awaited<ReturnType<typeof openNoticePlace>>;

/** Takes a party's notices at a port of this machine, to which a proxy leads `address`. */
export async function openNoticePlace({ port, address }: { port: number; address: string }) {
  const keys = new Set<string>();
  let take = async (_notice: Notice): Promise<number> => 200;

  const server = createServer((incoming, response) => {
    const { searchParams: query } = new URL(incoming.url ?? '/', 'https://notices.invalid');
    const given = Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`]);
    const headers: Notice['headers'] = Object.fromEntries(given);
    buffer(incoming)
      .then((rawBody) => take({ headers, query, rawBody, clientCertificate: null }))
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    /** By which the party reaches it from outside. */
    address,
    /** What comes from now on is read as that provider's. */
    readBy(notices: Notices | undefined, hear: (status: number, body: string) => void): void {
      take = async (notice) => {
        const reading = await notices?.read(notice, new AbortController().signal);
        const status = reading?.kind === 'forged' ? 401 : 200;
        hear(status, Buffer.from(notice.rawBody).toString('utf8'));
        if (reading?.kind === 'about') for (const { key } of reading.attempts) keys.add(key);
        return status;
      };
    },
    /** Whether a notice was about the attempt of that key. */
    isToldOf: (key: string) => keys.has(key),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
