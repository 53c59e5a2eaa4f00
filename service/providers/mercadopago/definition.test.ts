import { describe, expect, it } from 'vitest';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';
import { definitionCases } from '../definition.cases.ts';
import { SETTLEMENT_SETTINGS } from '../settlement-terms.ts';
import { MERCADOPAGO } from './definition.ts';

const TYPED = { 'access-token': 'APP_USR-1234567890', 'webhook-secret': 'f'.repeat(64) };

describe('the settings of Mercado Pago', () => {
  it('are read as they were typed, and tell which are secrets', () => {
    expect(MERCADOPAGO.schema.parse(TYPED)).toEqual(TYPED);
    expect(MERCADOPAGO.settings.map(({ name, isSecret }) => [name, isSecret])).toEqual([
      ['access-token', true],
      ['webhook-secret', true],
      ['three-d-secure', false],
      ['sub-merchants', false],
      ['sub-merchants-from', false],
      ...SETTLEMENT_SETTINGS.map(({ name }) => [name, false]),
    ]);
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

definitionCases({
  name: 'mercadopago',
  unknown: { 'access-token': 'APP_USR-0000000000' },
  spoiled: [
    ['access-token', { 'access-token': 'ey.something.else' }],
    ['access-token', { 'access-token': 'APP_USR-12345\n67890' }],
    ['access-token', { 'access-token': undefined }],
    ['webhook-secret', { 'webhook-secret': 'short' }],
    ['webhook-secret', { 'webhook-secret': undefined }],
  ],
});

it('a test of the credentials is refused for a seller in another country', async () => {
  const { party, provider, never } = await arrangeMercadoPago();
  const answer = { status: 200, body: JSON.stringify({ id: 1, site_id: 'MLA' }) };
  party.faults.next({ path: '/users/me' }, { kind: 'answer', answer });
  expect(await provider.test?.(never)).toMatchObject({ kind: 'refused' });
});
