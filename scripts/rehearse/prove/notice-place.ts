import { createServer } from 'node:http';
import type { Provider } from '../../../service/providers/provider.ts';

export type NoticePlace = {
  /** By which the party reaches it from outside. */
  address: string;
  /** What comes from now on is read as that provider's. */
  readBy: (provider: Provider, hear: (status: number, body: string) => void) => void;
  /** Whether a notice was about the attempt of that key. */
  isToldOf: (key: string) => boolean;
  stop: () => Promise<void>;
};

/** Takes a party's notices at a port of this machine, to which a proxy leads `address`. */
export async function openNoticePlace({
  port,
  address,
}: {
  port: number;
  address: string;
}): Promise<NoticePlace> {
  const keys = new Set<string>();
  let read: ((notice: Notice) => Promise<number>) | null = null;

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    incoming.on('end', () => {
      const { searchParams: query } = new URL(incoming.url ?? '/', 'https://notices.invalid');
      const told = Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`]);
      const headers: Record<string, string> = Object.fromEntries(told);
      const notice = { headers, query, rawBody: Buffer.concat(chunks), clientCertificate: null };
      const answer = (status: number) => void response.writeHead(status).end();
      (read?.(notice) ?? Promise.resolve(200)).then(answer, () => answer(500));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    address,
    readBy({ notices }, hear) {
      read = async (notice) => {
        const reading = await notices?.read(notice, new AbortController().signal);
        const status = reading?.kind === 'forged' ? 401 : 200;
        hear(status, Buffer.from(notice.rawBody).toString('utf8'));
        if (reading?.kind === 'about') for (const { key } of reading.attempts) keys.add(key);
        return status;
      };
    },
    isToldOf: (key) => keys.has(key),
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Notice = Parameters<NonNullable<Provider['notices']>['read']>[0];
