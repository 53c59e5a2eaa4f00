import type { Visited, Visitor } from './visitor.ts';

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
