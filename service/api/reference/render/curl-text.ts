import type { Content, OperationObject } from '../open-api.ts';
import type { Route } from './route.ts';

/**
 * With the first example of its body. Keys and ids are variables of the shell: no secret is pasted.
 */
export function curlText({ method, path, operation }: Route, baseUrl: string): string {
  const address = `"${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)}"`;
  const body = exampleOf(operation.requestBody?.content);
  return [
    `curl -sS ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${address}`,
    ...credentials(operation.security),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

/** `payinId` is `$PAYIN_ID`. */
function variableOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function credentials(security: OperationObject['security']): string[] {
  if (security.length === 0) return [];
  const isPublic = security.some((way) => 'publicKey' in way);
  return [isPublic ? '-H "x-public-key: $PUBLIC_KEY"' : '-u "$PUBLIC_KEY:$SECRET_KEY"'];
}

function exampleOf(content: Content = {}): unknown {
  const [first] = Object.values(content);
  return Object.values(first?.examples ?? {})[0]?.value;
}

/** One word of a shell: nothing in it is taken for a sign of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
