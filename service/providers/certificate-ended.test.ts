import { describe, expect, it, onTestFinished } from 'vitest';
import { startEfi } from '../../parties/efi/efi.ts';
import { startPixBank } from '../../parties/pix-bank/pix-bank.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import { orderFacts } from '../testing/order-facts.ts';
import { PFX_PASSWORD, pixBankSettings } from '../testing/pix-bank-settings.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { createAgent } from './outgoing/agent.ts';
import { PROVIDER_DEFINITIONS } from './registry.ts';

/** Those that show a certificate with every call. */
const NAMES = ['efi', 'sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const;
const FIRST = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA' };
const SECOND = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAQ' };
const PAYOUT = { companyId: 'acme', reference: 'out_acme_3q2-7wAAAAAAAAAAAAAAAw' };
const { signal: never } = new AbortController();

/** A bank as it is played; `open` makes the company's provider there with a new certificate. */
async function arrange(name: (typeof NAMES)[number]) {
  const surroundings = createTestSurroundings();
  const { clock } = surroundings;
  const efi = name === 'efi' ? await startEfi(surroundings) : null;
  const bank = efi ?? (await startPixBank({ ...surroundings, profile: name }));
  onTestFinished(() => bank.stop());
  const definition = PROVIDER_DEFINITIONS.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`${name} is not there`);

  function open() {
    const shown = bank.issueCertificate();
    const certificate = shown.pfx(PFX_PASSWORD).toString('base64');
    const typed = { ...pixBankSettings(bank, name), certificate };
    const settings = definition?.schema.parse(typed);
    const dispatcher = createAgent({
      identity: definition?.identityOf(settings) ?? null,
      trustedPem: bank.authorityPem,
    });
    onTestFinished(() => dispatcher.destroy());
    const provider = definition?.create(settings, {
      ...{ account: 'acme', environment: 'production', dispatcher },
      hosts: { ...bank.origins, api: bank.api, token: new URL(bank.tokenUrl).origin },
      ...{ timers: manualTimers().timers, now: clock.now },
      randomBytes: (size) => new Uint8Array(size).fill(7),
      log: () => undefined,
    });
    const { payments, payouts, test, notices } = provider ?? {};
    if (!payments || test === undefined) throw new Error('a verb is missing');
    const order = { ...orderFacts(), amount: 3700, expiresAt: new Date(clock.now() + 1_800_000) };
    return {
      test: () => test(never),
      connect: () => notices?.connect?.('https://pay.example.com/notices', never),
      /** `thrown`: the service takes it for one of which nothing is known. */
      issue: (payin: typeof FIRST) =>
        payments.issuePix({ ...payin, ...order }, never).then(
          ({ kind }) => kind,
          () => 'thrown',
        ),
      find: (payin: typeof FIRST) => payments.findPayment(payin, never),
      send: () =>
        payouts?.send(
          {
            ...{ ...PAYOUT, amount: 500, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
            beneficiaryDocument: null,
          },
          never,
        ),
      findPayout: () => payouts?.find(PAYOUT, never),
      end: () => bank.endCertificate(shown.certificate),
    };
  }
  return { bank, efi, open };
}

describe.each(NAMES)('a certificate that ends while %s is being used', (name) => {
  it('has nothing done and nothing taken for unknown there, until there is a new one', async () => {
    const { bank, open } = await arrange(name);
    const old = open();
    expect(await old.issue(FIRST)).toBe('issued');
    old.end();
    expect(['unavailable', 'thrown']).toContain(await old.issue(SECOND));
    await expect(old.find(FIRST)).rejects.toThrow();
    expect(await old.test().catch(() => ({ kind: 'thrown' }))).not.toEqual({ kind: 'works' });
    expect(bank.charges.size).toBe(1);
    const renewed = open();
    expect(await renewed.test()).toEqual({ kind: 'works' });
    expect(await renewed.find(FIRST)).toEqual({ kind: 'open' });
    expect(await renewed.issue(SECOND)).toBe('issued');
    expect(bank.charges.size).toBe(2);
  });
});

describe('a certificate that ends while Efí sends payouts', () => {
  it('has a payout neither sent nor taken for refused, and sent once with a new one', async () => {
    const { efi, open } = await arrange('efi');
    const old = open();
    expect(await old.connect()).toEqual({ kind: 'works' });
    old.end();
    const kind = await old.send()?.then(
      (answer) => answer.kind,
      () => 'thrown',
    );
    expect(['unavailable', 'thrown']).toContain(kind);
    await expect(old.findPayout()).rejects.toThrow();
    expect(efi?.payouts.size).toBe(0);
    const renewed = open();
    expect(await renewed.findPayout()).toEqual({ kind: 'not_found' });
    expect(await renewed.send()).toMatchObject({ kind: 'accepted' });
    expect(efi?.payouts.size).toBe(1);
  });
});
