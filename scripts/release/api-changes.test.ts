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
  const turned = JSON.parse(text);
  turned.components.schemas.PixView.properties.qrcode.anyOf.reverse();
  turned.components.schemas.Capabilities.properties.threeDS.anyOf.reverse();
  turned.components.schemas.PayinRequest.oneOf.reverse();
  turned.components.schemas.CardPayinRequest.properties.amount = { type: 'number' };
  turned.paths['/payin'].get.parameters.reverse();
  expect(brokenByApi(before, turned)).toEqual([]);
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
  [
    'a parameter',
    ({ paths }) => paths['/payin'].get.parameters.shift(),
    ['get /payin: query status is gone'],
  ],
  [
    'that a parameter may be left out',
    ({ paths }) => {
      paths['/payin'].get.parameters[0].required = true;
    },
    ['get /payin: must have query status'],
  ],
  [
    'some of what a parameter may be',
    ({ paths }) => {
      paths['/payin'].get.parameters[6].schema.maximum = 50;
    },
    ['get /payin query limit: maximum is 50'],
  ],
  ['a webhook', ({ webhooks }) => delete webhooks.payin, ['webhook post payin is gone']],
  [
    'a field of a webhook',
    ({ components }) => delete components.schemas.PayinEvent.properties.externalId,
    ['webhook post payin: externalId is gone'],
  ],
  [
    'some of what a request may be',
    ({ components: { schemas } }) => {
      Object.assign(schemas.PayinRefundRequest.properties.reason, { maxLength: 5, pattern: '^x' });
      Object.assign(schemas.Address.properties.city, { enum: ['Lima'] });
      schemas.PayinRequest.oneOf.pop();
    },
    [
      'post /payin/{id}/refund request reason: maxLength is 5',
      'post /payin/{id}/refund request reason: another pattern',
      'post /payin request customer request address request city: is one of Lima',
      'post /payin request paymentMethod: OPEN_FINANCE is gone',
    ],
  ],
  [
    'that an answer is never null',
    ({ components }) => {
      components.schemas.PixView.properties.amount = {
        anyOf: [{ type: 'integer' }, { type: 'null' }],
      };
    },
    ['post /checkout/pix-view answer amount: is null'],
  ],
  [
    'a value of one kind of an answer',
    ({ components }) => {
      components.schemas.Capabilities.properties.threeDS.anyOf[1].properties.enabled.const = 'no';
    },
    ['get /whoami answer capabilities answer threeDS answer enabled: false is gone'],
  ],
  [
    'the JSON of an answer, and a key that may ask',
    ({ paths }) => {
      const { get } = paths['/balance'];
      get.responses[200].content = {};
      get.security.shift();
    },
    ['get /balance does not take {"keyPair":["read"]}', 'get /balance: JSON of 200 is gone'],
  ],
])('names %s that is taken away', (_what, change, broken) => {
  const after = JSON.parse(text);
  change(after);
  expect(brokenByApi(JSON.parse(text), after)).toEqual(expect.arrayContaining(broken));
});
