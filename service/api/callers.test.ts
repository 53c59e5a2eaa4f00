import { describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../domain/accounts/key-scope.ts';
import { opened } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { basic, send, startTestService } from '../testing/test-service.ts';
import { openApiDocument } from './reference/document.ts';

type Caller = Record<string, string>;

const { paths } = openApiDocument({ baseUrl: '', mode: 'sandbox', version: '' });
const CALLS = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { security, responses }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, 'nothing_there'),
    needs: security?.[0]?.keyPair?.[0],
    keys: (security ?? []).flatMap((scheme) => Object.keys(scheme)),
    refusals: Object.values(responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    ),
  })),
);
// `GET /whoami` tells who a credential is: its refusals have a file of their own.
const OF_BROWSERS = CALLS.filter(
  ({ keys, path }) => keys.includes('publicKey') && path !== '/whoami',
);
const OF_SERVERS = CALLS.filter(({ keys }) => keys.length > 0 && !keys.includes('publicKey'));

const ORIGIN = { origin: 'https://loja.example' };
const PUBLIC_KEY = { 'x-public-key': 'pk_test_no3ds' };
const NOBODY: Caller[] = [{}, basic('nobody'), { 'x-public-key': 'pk_test_nobody' }];
const SECRET_AS_PUBLIC = { 'x-public-key': 'sk_test_no3ds' };
const FROM_BROWSER: Caller[] = [
  { ...basic('no3ds'), ...ORIGIN },
  { ...basic('no3ds'), referer: 'https://loja.example/' },
  { ...basic('nobody'), referer: '' },
];

describe.each(testDatabases())('who may call, on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  type Call = (typeof CALLS)[number];

  async function ask({ method, path }: Call, headers: Caller) {
    const { status, body } = await send(`${service.baseUrl}${path}`, { method, headers });
    if (status < 400) return [status];
    const { code, details } = body.error;
    return [status, code, ...(code.endsWith('_SCOPE') ? [details[0].params.values] : [])];
  }

  const narrowTo = (scopes: readonly string[]) => {
    const text = "UPDATE credentials SET scopes = $1::jsonb WHERE company_id = 'no3ds'";
    return service.db.query({ name: '', text, values: [JSON.stringify(scopes)] });
  };

  /** Whoever is refused at the door by a code that the document names; else by no credential. */
  async function expectAsNamed(call: Call, headers: Caller, code: string) {
    const answer = await ask(call, headers);
    if (call.refusals.includes(code)) expect(answer).toEqual([403, code]);
    else expect([200, 201, 204, 400, 404, 409, 415, 422]).toContain(answer[0]);
  }

  it('is every company in order, and a blocked one too where no money moves', () => {
    const openTo = (code: string) =>
      OF_SERVERS.filter(({ refusals }) => !refusals.includes(code)).map(({ name }) => name);
    expect(openTo('KYC_NOT_APPROVED')).toEqual([]);
    expect(openTo('COMPANY_BLOCKED')).toEqual([
      'GET /payin',
      'GET /payin/open-finance/banks',
      'GET /payin/{id}',
      'GET /payin/{id}/refund/{refundId}',
      'GET /payment-page/{id}',
      'GET /payout',
      'GET /payout/{id}',
      'GET /balance',
      'GET /balance/statement',
      'GET /customers/{customerId}/cards',
      'DELETE /customers/{customerId}/cards/{id}',
    ]);
  });

  it.each(OF_SERVERS)('$name asks for the pair of a server, a company in order', async (call) => {
    for (const headers of [...NOBODY, PUBLIC_KEY]) {
      expect(await ask(call, headers)).toEqual([401, 'UNAUTHORIZED']);
    }
    // Source: spec, "Errors": GET /payin/{id} knows no other refusal of credentials.
    const unread = call.refusals.includes('INVALID_CREDENTIALS')
      ? [400, 'INVALID_CREDENTIALS']
      : [401, 'UNAUTHORIZED'];
    for (const headers of [{ authorization: 'Bearer x' }, SECRET_AS_PUBLIC]) {
      expect(await ask(call, headers)).toEqual(unread);
    }
    for (const headers of FROM_BROWSER) {
      expect(await ask(call, headers)).toEqual([403, 'FORBIDDEN']);
    }
    await expectAsNamed(call, basic('pending'), 'KYC_NOT_APPROVED');
    await expectAsNamed(call, basic('blocked'), 'COMPANY_BLOCKED');
  });

  it.each(OF_SERVERS)('$name asks for a key made for it, and names the scope', async (call) => {
    expect(KEY_SCOPES).toContain(call.needs);
    for (const scope of KEY_SCOPES) {
      const answer = await narrowTo([scope]).then(() => ask(call, basic('no3ds')));
      if (scope === call.needs) expect(answer[0]).not.toBe(403);
      else expect(answer).toEqual([403, 'INSUFFICIENT_SCOPE', call.needs]);
    }
    await narrowTo(KEY_SCOPES);
  });

  it.each(OF_BROWSERS)('$name asks for a key, and takes no pair from a browser', async (call) => {
    for (const headers of NOBODY) {
      expect(await ask(call, headers)).toEqual([401, 'UNAUTHORIZED']);
    }
    for (const headers of [{ authorization: 'Bearer x' }, SECRET_AS_PUBLIC]) {
      expect(await ask(call, headers)).toEqual([400, 'INVALID_CREDENTIALS']);
    }
    for (const headers of FROM_BROWSER) {
      expect(await ask(call, headers)).toEqual([403, 'FORBIDDEN']);
    }
    await expectAsNamed(call, { 'x-public-key': 'pk_test_pending' }, 'KYC_NOT_APPROVED');
    await expectAsNamed(call, { 'x-public-key': 'pk_test_blocked' }, 'COMPANY_BLOCKED');
  });
});
