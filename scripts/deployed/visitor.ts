import type { LookupFunction } from 'node:net';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { Agent, fetch } from 'undici';

const HERE: LookupFunction = (_name, options, found) => {
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
};

export type Visited = {
  status: number;
  headers: { get(name: string): string | null; getSetCookie(): string[] };
  text: string;
};

/** Somebody outside, who knows the names of the origins and trusts their authority alone. */
export type Visitor = {
  ask(
    url: string,
    request?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Visited>;
  /** They wait for their bodies. Resolves with those answered once `count` are. */
  beginMany(url: string, requests: number, count: number): Promise<string[]>;
  leave(): Promise<void>;
};

export function createVisitor(authorityPem: string, address = '127.0.0.1'): Visitor {
  const secured = { ca: authorityPem, lookup: HERE };
  const dispatcher = new Agent({ localAddress: address, connect: secured });
  const begun: ReturnType<typeof connect>[] = [];
  return {
    async ask(url, request = {}) {
      const response = await fetch(url, { ...request, redirect: 'manual', dispatcher });
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    },
    beginMany(url, requests, count) {
      const { hostname, port, pathname, host } = new URL(url);
      const answers: string[] = [];
      return new Promise((resolve, reject) => {
        for (let nth = 0; nth < requests; nth += 1) {
          const plain = connectPlain({
            host: '127.0.0.1',
            port: Number(port),
            localAddress: address,
          });
          const socket = connect({ socket: plain, ca: authorityPem, servername: hostname });
          begun.push(socket);
          socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 10\r\n\r\n`);
          socket.once('error', reject);
          socket.once('data', (data) => {
            answers.push(String(data).split('\r\n', 1)[0] ?? '');
            if (answers.length === count) resolve([...answers]);
          });
        }
      });
    },
    async leave() {
      for (const socket of begun) socket.destroy();
      await dispatcher.destroy();
    },
  };
}

/** Fills in the dashboard's forms as a browser without script does, to the page it is led to. */
export async function signInThrough(
  { ask }: Visitor,
  origin: string,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<Visited> {
  const cookies = new Map<string, string>();
  const call: Visitor['ask'] = async (url, request = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(url, { ...request, headers: { ...request.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      if (!attributes.includes('Secure')) throw new Error('a cookie that is not of TLS alone');
      const [name = '', value = ''] = pair.split('=');
      cookies.set(name, value);
    }
    return answer;
  };
  let page = await call(`${origin}/sign-in`);
  const fillIn = (path: string, fields: Record<string, string>) => {
    const [, _token = ''] = /name="_token" value="([^"]+)"/.exec(page.text) ?? [];
    return call(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      body: new URLSearchParams({ _token, to: '/', ...fields }).toString(),
    });
  };
  await fillIn('/sign-in', { email, password });
  page = await call(`${origin}/sign-in/code?to=/`);
  await fillIn('/sign-in/code', { code });
  return call(`${origin}/`);
}
