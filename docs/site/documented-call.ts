export type DocumentedCall = {
  id: string;
  method: 'GET' | 'POST';
  /** With names in braces: `/payin/{id}`. */
  path: string;
  parameters: readonly CallParameter[];
  /** Bodies to begin with; none where the call takes no body. */
  examples: readonly { summary: string; body: object }[];
};

/** `example`: shows the form of a value. `values`: all there are, where there is a list. */
export type CallParameter = {
  name: string;
  in: 'path' | 'query';
  example: string;
  values: readonly string[];
};

/** `assets/calls.json`: what may be tried, where, and with which of the published keys. */
export type CallList = {
  baseUrl: string;
  accounts: readonly { name: string; publicKey: string; secretKey: string }[];
  calls: readonly DocumentedCall[];
};

/** What a reader sends: `path` is filled in and has its query; `body` is undefined where none is. */
export type TriedCall = { account: string; method: 'GET' | 'POST'; path: string; body?: unknown };

/** The path with the values of its names, and the query of those that are not empty. */
export function pathOf(
  call: Pick<DocumentedCall, 'path' | 'parameters'>,
  values: ReadonlyMap<string, string>,
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (braced, name: string) => {
    const value = values.get(name) ?? '';
    return value === '' ? braced : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const { name, in: place } of call.parameters) {
    const value = values.get(name) ?? '';
    if (place === 'query' && value !== '') query.append(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The same call as a line for a shell, with the keys it was sent with: they are published. */
export function curlOf(call: TriedCall, list: Pick<CallList, 'baseUrl' | 'accounts'>): string {
  const keys = list.accounts.find(({ name }) => name === call.account);
  const lines = [
    `curl -sS ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(list.baseUrl + call.path)}`,
    `-u ${quoted(`${keys?.publicKey}:${keys?.secretKey}`)}`,
  ];
  if (call.body !== undefined) {
    lines.push(`-H 'content-type: application/json'`);
    lines.push(`-d ${quoted(JSON.stringify(call.body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** One word of a shell: nothing in it is taken for a sign of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
