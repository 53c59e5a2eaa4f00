import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEfi } from '../../../simulators/efi/efi.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { opened } from '../../testing/opened.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const COMPANY = 'no3ds';
const RETURN_URL = 'http://localhost:4020/orders/7?lang=pt';

describe.each(testDatabases())('the way back from a bank on $engine', (database) => {
  const { clock, random, authority } = createTestHarness();
  let service: TestService;
  let operator: TestOperator;
  let bankId: string;

  const efi = opened(() => startEfi({ clock, random, authority }));
  beforeAll(async () => {
    const db = await database.openEmpty();
    const { charges = '', openFinance = '' } = efi.origins;
    const hosts = { api: efi.api, token: new URL(efi.tokenUrl).origin, charges, openFinance };
    const providers = { efi: { hosts, trustedPem: efi.authorityPem } };
    const now = () => new Date(clock.now());
    service = await startTestService({ db, providers, timers: manualTimers().timers, now });
    operator = await openTestOperator(
      db,
      { baseUrl: 'https://pay.example.com' },
      { played: { providers } },
    );
    await operator.run('provider add', {
      ...{ company: COMPANY, provider: 'efi', ...pixBankSettings(efi, 'efi') },
      'return-address': 'https://pay.example.com/providers/efi/return',
    });
    await operator.run('provider connect', { company: COMPANY, provider: 'efi' });
    await operator.run('company set-banks', { company: COMPANY, from: 'efi' });
    const route = { company: COMPANY, method: 'OPEN_FINANCE', providers: 'efi' };
    await operator.run('route set', route);
    bankId = efi.participants[0]?.id ?? '';
    clock.advance(10_000);
  });
  afterAll(async () => {
    await operator.services.registeredProviders.stop();
    await service.stop();
  });

  function pay(more: object, account = COMPANY) {
    return service.post(account, '/payin', validPayin({ paymentMethod: 'OPEN_FINANCE', ...more }));
  }

  async function consentOf(more: object): Promise<{ payinId: string; consent: string }> {
    const known = new Set(efi.consents.keys());
    const { status, body } = await pay({ bankId, ...more });
    expect(status).toBe(201);
    const [consent = ''] = [...efi.consents.keys()].filter((id) => !known.has(id));
    return { payinId: body.id, consent };
  }

  function comeBack(query: Record<string, string>, provider = 'efi') {
    const address = `${service.baseUrl}/providers/${provider}/return?${new URLSearchParams(query)}`;
    return fetch(address, { redirect: 'manual' });
  }

  it('leads on to the page of the payin, with its id and nothing that came in', async () => {
    const { payinId, consent } = await consentOf({ returnUrl: RETURN_URL });
    const query = { identificadorPagamento: consent, erro: 'x', next: 'https://evil.example' };
    const answer = await comeBack(query);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${RETURN_URL}&payinId=${payinId}`,
    ]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['no consent', {}, 'efi'],
    ['a consent that nobody opened', { identificadorPagamento: 'urn:<b>other</b>' }, 'efi'],
    ['a provider that sends nobody here', { identificadorPagamento: 'urn:1' }, 'cielo'],
    ['an unknown provider', { identificadorPagamento: 'urn:1' }, 'acme'],
  ])('leads nowhere from %s, and says so in plain text', async (_what, query, provider) => {
    const answer = await comeBack(query, provider);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe(
      'Não encontramos o seu pagamento. Volte à loja para ver como ele está.',
    );
  });

  it('leads nowhere where the merchant named no page', async () => {
    const { consent } = await consentOf({});
    expect((await comeBack({ identificadorPagamento: consent })).status).toBe(404);
  });

  it.each([
    ['https://shop.example/order', 'unregistered_origin'],
    ['https://localhost.shop.example/order', 'unregistered_origin'],
    ['http://192.168.0.1/order', 'url'],
    ['http://user@localhost:4020/', 'url_credentials'],
    ['http://localhost:4020/#order', 'url_fragment'],
    ['javascript:alert(1)', 'url'],
  ])('refuses %j', async (returnUrl, rule) => {
    const { status, body } = await pay({ bankId, returnUrl });
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details).toMatchObject([{ path: 'returnUrl', rule }]);
  });
});
