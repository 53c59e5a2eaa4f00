import { expect, it } from 'vitest';
import { openApiDocument } from '../../service/api/reference/document.ts';
import { answerOf } from './api-reference.ts';

const document = openApiDocument({ baseUrl: 'https://a.test', mode: 'sandbox', version: '1.0.0' });

it('shows what a call answers, with its status, under the word of the page', () => {
  const answer = answerOf(document, { call: 'createPayin', example: 'pix', language: 'pt' });
  expect(answer).toMatch(/^````json Resposta: 201\n\{\n {2}"id": "pay_/);
  expect(answer).toContain('"viewToken"');
});

it.each([
  ['nothing', 'example'],
  ['createPayin', 'cheque'],
])('refuses %s with the example %s, which the document does not have', (call, example) => {
  expect(() => answerOf(document, { call, example, language: 'en' })).toThrow(call);
});
