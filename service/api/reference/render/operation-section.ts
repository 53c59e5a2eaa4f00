import { html } from 'hono/html';
import type {
  Content,
  Examples,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../open-api.ts';
import { refName } from '../open-api.ts';
import { curlText } from './curl-text.ts';
import { fieldList, parameterList } from './fields.ts';
import type { Html } from './prose.ts';
import { anchored, breakable, inline, NOTHING, paragraphs } from './prose.ts';
import type { Route } from './route.ts';
import { typeText } from './type-text.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** `schemas`: those its body may name. `baseUrl`: null for what the service itself sends. */
export function operationSection(route: Route, schemas: Schemas, baseUrl: string | null): Html {
  const { method, path, operation } = route;
  const { operationId, summary, description = '', parameters = [], requestBody } = operation;
  return html`<section class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}">${anchored(operationId, summary)}</h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${paragraphs(description)}
<p class="access">${accessText(operation.security)}</p>
${parameterList(parameters)}
${baseUrl === null ? NOTHING : curlPart(curlText(route, baseUrl))}
${requestBody === undefined ? NOTHING : bodyPart(requestBody, schemas)}
${answersPart(operation.responses)}
${errorsPart(operation.responses)}
</section>`;
}

function accessText(security: OperationObject['security']): Html {
  if (security.length === 0) return html`Without a key.`;
  const isPublic = security.some((way) => 'publicKey' in way);
  const keys = isPublic ? 'public key alone, or the key pair' : 'key pair';
  const scopes = security[0]?.keyPair?.map((scope) => html`, made for <code>${scope}</code>`);
  return html`With the <a href="#authentication">${keys}</a>${scopes ?? ''}.`;
}

function bodyPart(
  { required, content }: { required: boolean; content: Content },
  schemas: Schemas,
): Html {
  return html`<h4>Body${required ? '' : ' (optional)'}</h4>
${Object.values(content).map(({ schema = {}, examples }) => {
  const body = resolve(schema, schemas);
  const fields = body.oneOf?.map((branch) => branchPart(branch, schemas)) ?? fieldList(body);
  return html`<p>${typeText(schema)}</p>${fields}${exampleList(examples)}`;
})}`;
}

function branchPart(branch: JsonSchema, schemas: Schemas): Html {
  return html`<details><summary>Fields of ${refName(branch) ?? 'it'}</summary>${fieldList(resolve(branch, schemas))}</details>`;
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schemas[refName(schema) ?? ''] ?? schema;
}

/** An answer is a refusal where its body says why. */
function isRefusal({ content }: ResponseObject): boolean {
  return content?.['application/json']?.schema?.allOf !== undefined;
}

function answersPart(responses: OperationObject['responses']): Html {
  const answers = Object.entries(responses).filter(([, response]) => !isRefusal(response));
  return html`<h4>Answers</h4>
<dl class="answers">${answers.map(
    ([status, { description, content = {} }]) =>
      html`<div><dt><span class="status">${status}</span></dt>
<dd>${inline(description)}${Object.entries(content).map(
        ([type, { schema, examples }]) =>
          html` <span class="limit">${schema === undefined ? '' : typeText(schema)}, ${type}</span>${exampleList(examples)}`,
      )}</dd></div>`,
  )}</dl>`;
}

function errorsPart(responses: OperationObject['responses']): Html {
  const rows = Object.entries(responses).flatMap(([status, response]) =>
    isRefusal(response)
      ? Object.entries(response.content?.['application/json']?.examples ?? {}).map(
          ([code, { summary }]) => ({ status, code, summary }),
        )
      : [],
  );
  if (rows.length === 0) return NOTHING;
  return html`<h4>Errors</h4>
<table><thead><tr><th scope="col">Status and code</th><th scope="col">When</th></tr></thead>
<tbody>${rows.map(
    ({ status, code, summary }) =>
      html`<tr><th scope="row"><span class="status">${status}</span> <code>${breakable(code)}</code></th><td>${inline(summary)}</td></tr>`,
  )}</tbody></table>`;
}

function curlPart(text: string): Html {
  return html`<details><summary>curl</summary><figure class="sample"><pre tabindex="0"><code class="language-bash">${text}</code></pre></figure></details>`;
}

function exampleList(examples: Examples = {}): Html[] {
  return Object.values(examples).map(
    ({ summary, value }) =>
      html`<details><summary>Example: ${summary}</summary><figure class="sample"><pre tabindex="0"><code class="language-json">${JSON.stringify(value, null, 2)}</code></pre></figure></details>`,
  );
}
