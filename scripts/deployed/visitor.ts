import { connect as connectHttp2 } from 'node:http2';
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
  /** Begins bodies by HTTP/2 that never end, so many over each of three connections. */
  holdStreams(url: string, headers: Record<string, string>, perConnection: number): Promise<void>;
  leave(): Promise<void>;
};

export function createVisitor(authorityPem: string, address = '127.0.0.1'): Visitor {
  const secured = { ca: authorityPem, lookup: HERE };
  const dispatcher = new Agent({ localAddress: address, connect: secured });
  const sessions: ReturnType<typeof connectHttp2>[] = [];
  return {
    async ask(url, request = {}) {
      const response = await fetch(url, { ...request, redirect: 'manual', dispatcher });
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    },
    async holdStreams(url, headers, perConnection) {
      const { origin, hostname, port, pathname } = new URL(url);
      for (let nth = 0; nth < 3; nth += 1) {
        const plain = { host: '127.0.0.1', port: Number(port), localAddress: address };
        const session = connectHttp2(origin, {
          createConnection: () =>
            connect({
              socket: connectPlain(plain),
              ca: authorityPem,
              servername: hostname,
              ALPNProtocols: ['h2'],
            }),
        });
        sessions.push(session.on('error', () => undefined));
        for (let stream = 0; stream < perConnection; stream += 1) {
          const body = session.request({ ':method': 'POST', ':path': pathname, ...headers });
          body.on('error', () => undefined).write('{');
        }
        await new Promise((resolve) => session.ping(resolve));
      }
    },
    async leave() {
      for (const session of sessions) session.destroy();
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
