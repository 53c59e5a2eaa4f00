import { expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { openApiDocument } from '../../service/api/reference/document.ts';
import { brokenByApi } from './api-changes.ts';

const { version } = packageFile;
const text = JSON.stringify(
  openApiDocument({ baseUrl: 'https://api.example.com', mode: 'sandbox', version }),
  null,
  1,
);

/** Mended by `npx vitest run scripts/release -u`, whose change is read before it is committed. */
it('stands in the repository as it is', async () => {
  await expect(`${text}\n`).toMatchFileSnapshot('../../docs/openapi.json');
});

it('breaks nothing where it is the same, or has more', () => {
  const before = JSON.parse(text);
  expect(brokenByApi(before, JSON.parse(text))).toEqual([]);
  const less = JSON.parse(text);
  delete less.paths['/balance'];
  delete less.components.schemas.Payin.properties.createdAt;
  expect(brokenByApi(less, before)).toEqual([]);
});

type Change = (document: ReturnType<typeof JSON.parse>) => void;

it.each<[string, Change, string[]]>([
  ['a call', ({ paths }) => delete paths['/balance'], ['get /balance is gone']],
  [
    'an answer',
    ({ paths }) => delete paths['/balance'].get.responses[200],
    ['get /balance answers 200 no more'],
  ],
  [
    'a field of an answer',
    ({ components }) => delete components.schemas.Balance.properties.debt,
    ['get /balance: debt is gone'],
  ],
  [
    'that a field of an answer is there',
    ({ components }) => {
      components.schemas.Balance.required = ['currency', 'available', 'reserved', 'recipients'];
    },
    ['get /balance: may be without inFlight', 'get /balance: may be without debt'],
  ],
  [
    'the type of a field',
    ({ components }) => {
      components.schemas.Balance.properties.debt = { type: 'string' };
    },
    ['get /balance answer debt: is string'],
  ],
  [
    'that a field may be left out',
    ({ components }) => {
      components.schemas.PayinRefundRequest.required = ['referenceId', 'reason'];
    },
    ['post /payin/{id}/refund: must have reason'],
  ],
])('names %s that is taken away', (_what, change, broken) => {
  const after = JSON.parse(text);
  change(after);
  expect(brokenByApi(JSON.parse(text), after)).toEqual(expect.arrayContaining(broken));
});
