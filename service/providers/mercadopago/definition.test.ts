import { describe, expect, it } from 'vitest';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';
import { MERCADOPAGO } from './definition.ts';

const TYPED = { 'access-token': 'APP_USR-1234567890', 'webhook-secret': 'f'.repeat(64) };

describe('the settings of Mercado Pago', () => {
  it('are read as they were typed, and tell which are secrets', () => {
    expect(MERCADOPAGO.schema.parse(TYPED)).toEqual(TYPED);
    expect(MERCADOPAGO.settings.map(({ name, isSecret }) => [name, isSecret])).toEqual([
      ['access-token', true],
      ['webhook-secret', true],
      ['three-d-secure', false],
    ]);
  });

  it.each([
    ['access-token', 'ey.something.else'],
    ['access-token', 'APP_USR-12345\n67890'],
    ['access-token', undefined],
    ['webhook-secret', 'short'],
    ['webhook-secret', undefined],
  ])('are refused with the %s %j, and the value is not told', (name, value) => {
    const { error } = MERCADOPAGO.schema.safeParse({ ...TYPED, [name]: value });
    expect(error?.issues[0]?.path).toEqual([name]);
    if (value !== undefined) expect(error?.message).not.toContain(value);
  });

  it.each([
    ['APP_USR-1234567890', 'production', true],
    ['TEST-1234567890', 'sandbox', true],
    ['TEST-1234567890', 'production', false],
    ['APP_USR-1234567890', 'sandbox', false],
  ] as const)('lead with %s in %s to its host: %s', (token, environment, isTaken) => {
    const hosts = MERCADOPAGO.hosts({ ...TYPED, 'access-token': token }, environment);
    expect(hosts).toEqual(isTaken ? { api: 'https://api.mercadopago.com' } : null);
    expect(MERCADOPAGO.identityOf(TYPED)).toBeNull();
  });
});

describe('a test of the credentials', () => {
  it('works for a seller in Brazil, and changes nothing', async () => {
    const { party, provider, never } = await arrangeMercadoPago();
    expect(await provider.test?.(never)).toEqual({ kind: 'works' });
    expect(party.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /users/me',
    ]);
  });

  it('is refused for a token that is none, in the words of Mercado Pago', async () => {
    const { openProvider, never } = await arrangeMercadoPago();
    const check = await openProvider('APP_USR-0000000000').test?.(never);
    expect(check).toEqual({ kind: 'refused', reason: 'invalid access token' });
  });

  it('is refused for a seller in another country', async () => {
    const { party, provider, never } = await arrangeMercadoPago();
    const answer = { status: 200, body: JSON.stringify({ id: 1, site_id: 'MLA' }) };
    party.faults.next({ path: '/users/me' }, { kind: 'answer', answer });
    expect(await provider.test?.(never)).toMatchObject({ kind: 'refused' });
  });

  it('says nothing where nobody answers', async () => {
    const { party, provider, never } = await arrangeMercadoPago();
    party.faults.next({ path: '/users/me' }, { kind: 'cut' });
    await expect(provider.test?.(never)).rejects.toThrow('does not answer');
  });
});
