import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorBodySchema } from '../../../contract/errors/api-error.ts';
import { payinCreatedSchema, payinRecordSchema } from '../../../contract/payments/payin.ts';
import { opened } from '../../testing/opened.ts';
import { send, startTestService, VALID_CARD, validPayin } from '../../testing/test-service.ts';

/** The same runs each time: a failure prints what it was. */
const RUNS = { seed: 4010, numRuns: 150 };

const PATHS = `
  paymentMethod amount referenceId isPhysicalProduct payerIp webhookUrl bankId antifraud split
  customer customer.document customer.email customer.phone customer.address subSellerId
  customer.address.zipCode items items.0 items.0.unitPrice
  card card.number card.cvv card.installments card.token card.threeDSecure
`
  .trim()
  .split(/\s+/)
  .map((path) => path.split('.'));

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.constantFrom('', ' ', '0', -1, 2 ** 53, [], {}, null, "'; DROP TABLE payins;--"),
);

/** The valid body with the value at a path replaced. */
function spoil(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(body)) return body.map((entry) => spoil(entry, rest, value));
  const object = Object(body);
  return { ...object, [name]: spoil(object[name], rest, value) };
}

describe('whatever is sent', () => {
  const service = opened(startTestService);

  it('POST /payin answers by the contract and never with a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), values, async (path, value) => {
        const body = spoil(validPayin(), path, value);
        const answer = await service.post('no3ds', '/payin', body);
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 201) {
          errorBodySchema.parse(answer.body);
          return;
        }
        const created = payinCreatedSchema.parse(answer.body);
        payinRecordSchema.parse((await service.get('no3ds', `/payin/${created.id}`)).body);
      }),
      RUNS,
    );
  });

  it('POST /checkout/tokens answers by the contract and never with a failure of ours', async () => {
    const valid = { amount: 1, installments: 1, referenceId: 'order', card: VALID_CARD };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), values, async (path, value) => {
        const body = spoil(valid, path, value);
        const answer = await service.fromPage('no3ds', '/checkout/tokens', body);
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 201) errorBodySchema.parse(answer.body);
      }),
      RUNS,
    );
  });

  it('credentials of any shape are never a failure of ours', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const authorization = `Basic ${Buffer.from(value).toString('base64')}`;
        const url = `${service.baseUrl}/payin/x`;
        expect([400, 401]).toContain((await send(url, { headers: { authorization } })).status);
      }),
      RUNS,
    );
  });
});
