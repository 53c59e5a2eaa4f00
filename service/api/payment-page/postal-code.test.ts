import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opened, STORY } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { send, startTestService } from '../../testing/test-service.ts';

/** As often as one address may ask a page within a minute. */
const LIMIT = 240;
const PAULISTA = '01310100;Avenida Paulista;Bela Vista;São Paulo;SP';
const TABLE = [PAULISTA, '69900970;;;Rio Branco;AC', '99999000;;;Quase Fim;RS'];

describe('postal codes that a payment page asks for', STORY, () => {
  const file = join(temporaryFolder('cep'), 'codes.csv');
  writeFileSync(file, `${TABLE.join('\n')}\n`);
  const now = () => new Date('2027-01-01T15:00:00Z');
  const service = opened(() => startTestService({ settings: { postalCodesFile: file }, now }));
  let asked = 0;
  const ask = (path: string, request = {}) => {
    asked += 1;
    return send(`${service.paymentPageUrl}${path}`, request);
  };

  it('are told where they are known, of a street or of a whole town', async () => {
    const [street, town] = [await ask('/cep/01310100'), await ask('/cep/69900970')];
    expect([street.status, street.body]).toEqual([
      200,
      { street: 'Avenida Paulista', neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' },
    ]);
    expect(town.body).toEqual({ street: '', neighborhood: '', city: 'Rio Branco', state: 'AC' });
  });

  it.each([
    ...['00000000', '01310101', '99999999', '0131010', '013101000', '01310-100', 'x', '01310100;'],
    ...['Infinity', '9'.repeat(200), '%F0%9F%92%B3', '%', '..%2Fcep%2F01310100'],
  ])('tell nothing of %s', async (code) => {
    const { status, text } = await ask(`/cep/${code}`);
    expect([status, text]).toEqual([204, '']);
  });

  it.each(['', '%20', '%00', '01310100%0A', '01310100/x'])(
    'have no address such as %j',
    async (code) => expect((await ask(`/cep/${code}`)).status).toBe(404),
  );

  it('are read alone', async () => {
    const posted = await ask('/cep/01310100', { body: {} });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('are told no more often than a page is asked', async () => {
    while (asked < LIMIT + 20) await ask('/cep/69900970');
    const { status, body, headers } = await ask('/cep/69900970');
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([
      ...[429, 'RATE_LIMITED'],
      expect.stringMatching(/^\d+$/),
    ]);
  });
});
