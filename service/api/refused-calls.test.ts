import { describe, expect, it } from 'vitest';
import { createCredentialStore } from '../store/tables/accounts/credential.ts';
import { createRefusedCallStore } from '../store/tables/accounts/refused-call.ts';
import { opened } from '../testing/opened.ts';
import { send, startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const FLUSH_EVERY_MS = 10_000;

describe('calls that are refused', () => {
  const { timers, round } = manualTimers();
  const service = opened(() => startTestService({ timers }));

  const callsOf = async (company: string, caller: 'server' | 'browser' = 'server') => {
    await round(FLUSH_EVERY_MS);
    const page = { caller, after: null, limit: 100 };
    return createRefusedCallStore(service.db).page(company, page);
  };

  it('are kept with the fields at fault, and none of what they held', async () => {
    const body = validPayin({ amount: -987654, customer: { name: 'Segredo Silva' } });
    const answer = await service.post('no3ds', '/payin?segredo=1', body);
    const [call] = await callsOf('no3ds');
    expect(call).toMatchObject({
      requestId: answer.body.requestId,
      method: 'POST',
      route: '/payin',
      status: 400,
      code: 'INVALID_DATA',
      times: 1,
    });
    expect(call?.keyId).toMatch(/^key_[0-9a-f]{12}$/);
    expect(call?.details.map(({ path }) => path)).toContain('amount');
    expect(JSON.stringify(call)).not.toMatch(/987654|segredo|Segredo|sk_test|pk_test/);
  });

  it('tell the pattern of an address, never the address', async () => {
    await service.get('cardonfile', '/payin/pay_cardonfile_segredo');
    expect(await callsOf('cardonfile')).toMatchObject([
      { method: 'GET', route: '/payin/:id', status: 404, code: 'NOT_FOUND', details: [] },
    ]);
  });

  it('of a browser stand apart from those of the company’s servers', async () => {
    const headers = { 'X-Public-Key': 'pk_test_manual' };
    await send(`${service.baseUrl}/checkout/tokens`, { headers, body: {} });
    expect(await callsOf('manual')).toEqual([]);
    expect(await callsOf('manual', 'browser')).toMatchObject([
      { route: '/checkout/tokens', code: 'INVALID_DATA' },
    ]);
  });

  it('are not kept of whoever has no right key', async () => {
    const wrong = `Basic ${Buffer.from('pk_test_nocard:sk_test_other').toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }]) {
      expect((await send(`${service.baseUrl}/payin`, { headers, body: {} })).status).toBe(401);
    }
    expect(await callsOf('nocard')).toEqual([]);
  });

  it('are not kept of a card that its bank refused, which is no fault of a call', async () => {
    const card = { ...validPayin().card, number: '4000000000009995' };
    const answer = await service.post('interest', '/payin', validPayin({ card }));
    expect(answer.body.error?.declineReason ?? answer.body.declineReason).toBeDefined();
    expect(await callsOf('interest')).toEqual([]);
  });

  it('and those that are not, tell when a key was used, to the minute', async () => {
    const credentials = createCredentialStore(service.db);
    expect((await credentials.list('company'))[0]?.lastUsedAt).toBeNull();
    await service.get('company', '/whoami');
    await round(FLUSH_EVERY_MS);
    const used = (await credentials.list('company'))[0]?.lastUsedAt;
    expect((used?.getTime() ?? 1) % 60_000).toBe(0);
    expect(Math.abs(Date.now() - (used?.getTime() ?? 0))).toBeLessThan(3_600_000);
  });
});
