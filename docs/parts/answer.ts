import type { OpenApiDocument } from '../../service/api/reference/open-api.ts';
import type { Language, Text } from '../language.ts';

const NAME: Text = { en: 'Answer', pt: 'Resposta' };

/**
 * Markdown of an example in the API's own document, which the service's tests hold every answer
 * against. `call`: its operation. Throws where the document has no such call or example.
 */
export function answerOf(
  document: OpenApiDocument,
  { call, example = 'example', language }: { call: string; example?: string; language: Language },
): string {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const found = operations.find(({ operationId }) => operationId === call);
  for (const [status, { content = {} }] of Object.entries(found?.responses ?? {})) {
    const value = content['application/json']?.examples?.[example]?.value;
    if (!status.startsWith('2') || value === undefined) continue;
    const json = JSON.stringify(value, null, 2);
    return `\`\`\`\`json ${NAME[language]}: ${status}\n${json}\n\`\`\`\`\n`;
  }
  throw new Error(`${call} has no answer named ${example}`);
}
