/** What is installed for a run of `npm run test:clients`. */
export const PACKAGES = {
  typescript: '5.9.3',
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.95.0',
  orval: '7.13.2',
  'swagger-typescript-api': '13.13.0',
  'openapi-typescript-codegen': '0.31.0',
};

/**
 * By the generator: what makes the client, how a program begins, and how it makes a call. What a
 * call is given is source text, undefined where there is none; `inPath` is a list.
 */
export const GENERATORS = {
  'openapi-typescript': {
    make: ['openapi-typescript', 'api.json', '-o', 'client.ts'],
    begin: (base) => `import createClient from 'openapi-fetch';
      import type { paths } from './client';
      const client = () => createClient<paths>({ baseUrl: '${base}', headers });
      function dataOf<T>({ data, response }: { data?: T; response: Response }): T {
        if (!response.ok) throw new Error(response.url + ': ' + response.status);
        return data!;
      }`,
    call: ({ method, address, isJson }, { path, query, body }) =>
      `dataOf(await client().${method}('${address}', { body: ${body}, params: {
        path: ${path}, query: ${query} }, parseAs: '${isJson ? 'json' : 'text'}' }))`,
  },
  '@hey-api/openapi-ts': {
    make: ['openapi-ts', '-i', 'api.json', '-o', 'client'],
    begin: () => `import * as api from './client';`,
    call: ({ name }, { path, query, body }) => `(await api.${name}({ headers, throwOnError: true,
      path: ${path}, query: ${query}, body: ${body} })).data`,
  },
  orval: {
    make: ['orval', '--config', 'orval.config.js'],
    // Whatever is answered, its client reads it as JSON.
    readsText: false,
    file: `module.exports = { api: { input: 'api.json', output: { target: 'client.ts',
      client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } } } };`,
    begin: () => `import * as api from './client';
      type Answer = { status: number; data: unknown };
      function dataOf<A extends Answer, S extends number>(answer: A, status: S) {
        if (answer.status !== status) throw new Error(JSON.stringify(answer));
        return (answer as Extract<A, { status: S }>).data as Extract<A, { status: S }>['data'];
      }`,
    call: ({ operationId, status, takes }, parts) =>
      `dataOf(await api.${operationId}(${inOrder(takes, parts)}{ headers }), ${status})`,
  },
  'swagger-typescript-api': {
    make: [
      ...['swagger-typescript-api', 'generate', '-p', 'api.json', '-o', '.', '-n', 'client.ts'],
      ...['--module-name-first-tag', '--enum-style=union'],
    ],
    begin: () => `import { Api } from './client';
      const api = new Api();`,
    call: ({ name, tag, takes, isJson }, parts) =>
      `(await api.${tag[0].toLowerCase()}${tag.slice(1)}.${name}(
        ${inOrder(takes, parts)}{ headers ${isJson ? '' : `, format: 'text'`} })).data`,
  },
  'openapi-typescript-codegen': {
    make: [
      'openapi',
      '--input',
      'api.json',
      '--output',
      'client',
      '--useOptions',
      '--useUnionTypes',
    ],
    begin: () => `import * as api from './client';`,
    call: ({ name, tag, takes }, { path = '{}', query = '{}', body }) =>
      `(api.OpenAPI.HEADERS = headers, await api.${tag}Service.${name}(${
        takes.length === 0
          ? ''
          : `{ ...${path}, ...${query}, ${body ? `requestBody: ${body}` : ''} }`
      }))`,
  },
};

/** What is in the address, one by one, before the body or the query. */
function inOrder(takes, { inPath, query, body }) {
  const rest = body ?? query ?? (takes.includes('query') ? '{}' : undefined);
  return [...inPath, ...(rest ? [rest] : [])].map((one) => `${one}, `).join('');
}
