import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPixBank } from '../../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import { opened } from '../../testing/opened.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const COMPANY = 'no3ds';

describe.each(testDatabases())('what a bank tells of PIX, on $engine', (database) => {
  const { clock, random, authority } = createTestHarness();
  let service: TestService;
  let operator: TestOperator;
  let address: string;

  const bank = opened(() => startPixBank({ clock, random, authority, profile: 'inter' }));
  const db = opened(database.openEmpty);
  beforeAll(async () => {
    const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
    const providers = { inter: { hosts, trustedPem: bank.authorityPem } };
    const now = () => new Date(clock.now());
    service = await startTestService({ db, providers, timers: manualTimers().timers, now });
    const settings = { baseUrl: 'https://pay.example.com' };
    operator = await openTestOperator(db, settings, { played: { providers } });
    for (const company of [COMPANY, 'cardonfile']) {
      const provider = { company, provider: 'inter' };
      await operator.run('provider add', { ...provider, ...pixBankSettings(bank, 'inter') });
      await operator.run('route set', { company, method: 'PIX', providers: 'inter' });
    }
    address = await addressOf(COMPANY);
    // What was read of no route is used for some seconds.
    clock.advance(10_000);
  });
  afterAll(async () => {
    await operator.services.registeredProviders.stop();
    await service.stop();
  });

  async function addressOf(company: string): Promise<string> {
    const connected = await operator.record('provider connect', { company, provider: 'inter' });
    return service.baseUrl + new URL(String(connected.address)).pathname;
  }

  async function issue(account = COMPANY): Promise<{ id: string; txid: string }> {
    const body = validPayin({ paymentMethod: 'PIX' });
    const { status, body: payin } = await service.post(account, '/payin', body);
    expect(status).toBe(201);
    expect(payin.pix.qrcode).toContain('br.gov.bcb.pix');
    return { id: payin.id, txid: attemptKeyOf(payin.id) };
  }

  async function statusOf(id: string, account = COMPANY): Promise<string> {
    const { body } = await service.get(account, `/payin/${id}`);
    return body.status;
  }

  function tell(txids: readonly string[], to = address, body?: string) {
    const pix = txids.map((txid) => ({ txid, endToEndId: `E${'0'.repeat(31)}`, valor: '0.01' }));
    return fetch(to, { method: 'POST', body: body ?? JSON.stringify({ pix }) });
  }

  it('is looked up at the bank, and makes a payin that was paid APPROVED', async () => {
    const { id, txid } = await issue();
    bank.pay(txid);
    expect(await statusOf(id)).toBe('PENDING');
    expect((await tell([txid])).status).toBe(200);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('comes under a path that some banks append to as well, for several at once', async () => {
    const payins = [await issue(), await issue()];
    for (const { txid } of payins) bank.pay(txid);
    const answer = await tell(
      payins.map(({ txid }) => txid.toUpperCase()),
      `${address}/pix`,
    );
    expect(answer.status).toBe(200);
    for (const { id } of payins) expect(await statusOf(id)).toBe('APPROVED');
  });

  it('moves nothing where nobody has paid, however often it is told', async () => {
    const { id, txid } = await issue();
    const answers = await Promise.all([tell([txid]), tell([txid]), tell([txid])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('moves nothing of another company, nor of nobody', async () => {
    const { id, txid } = await issue('cardonfile');
    bank.pay(txid);
    const asked = bank.requests.length;
    expect((await tell([txid, 'f'.repeat(32)])).status).toBe(200);
    expect(await statusOf(id, 'cardonfile')).toBe('PENDING');
    expect(bank.requests.length).toBe(asked);
    expect((await tell([txid], await addressOf('cardonfile'))).status).toBe(200);
    expect(await statusOf(id, 'cardonfile')).toBe('APPROVED');
  });

  it('is not taken at an address that is nobody’s, or is another provider’s', async () => {
    const { id, txid } = await issue();
    bank.pay(txid);
    const wrong = address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const to of [wrong, address.replace('/inter/', '/sicoob/')]) {
      expect((await tell([txid], to)).status).toBe(404);
    }
    expect((await fetch(address)).status).toBe(405);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['', '{', '[]', '{"pix":7}', '\u0000'])('is forged where it is %j', async (body) => {
    expect((await tell([], address, body)).status).toBe(401);
  });

  it('has to be sent again where the bank cannot be asked, so that it is not lost', async () => {
    const { id, txid } = await issue();
    bank.pay(txid);
    bank.faults.next({ method: 'GET' }, { kind: 'html_error', status: 502, isCommitted: false });
    expect((await tell([txid])).status).toBe(502);
    expect(await statusOf(id)).toBe('PENDING');
    expect((await tell([txid])).status).toBe(200);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('leaves no secret of its address in the log', async () => {
    await tell(['f'.repeat(32)]);
    const secret = address.split('/').at(-1) ?? 'no secret';
    expect(service.logged.join('')).not.toContain(secret);
    expect(service.logged.join('')).toContain('/providers/:provider/notices/:secret');
  });

  it('leaves the bank without a violation of its rules', () => {
    expect(bank.takeViolations()).toEqual([]);
  });
});
