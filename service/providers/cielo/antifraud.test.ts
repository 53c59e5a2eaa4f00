import { describe, expect, it } from 'vitest';
import { arrangeCielo } from '../../testing/test-cielo.ts';
import { CIELO } from './definition.ts';

const SESSION = 'afs_acme_3q2-7wAAAAAAAAAAAAAAAA';
const SETTINGS = { 'antifraud-merchant-id': 'merchant_acme' };

async function arrange(profile: 'cielo' | 'braspag', settings: Record<string, string> = SETTINGS) {
  const arranged = await arrangeCielo({ profile, deviceMerchantId: 'merchant_acme', settings });
  const { party, provider, charge } = arranged;
  /** A browser loads what it is given. */
  const see = () => {
    const url = new URL(provider.antifraud?.scriptUrl(SESSION) ?? '');
    expect(url.origin).toBe(party.device);
    expect([...url.searchParams.keys()]).toEqual(['org_id', 'session_id']);
    party.devices.add(url.searchParams.get('session_id')?.replace('merchant_acme', '') ?? '');
  };
  const judged = () => charge({ antifraudSessionId: SESSION });
  return { ...arranged, see, judged };
}

describe.each(['cielo', 'braspag'] as const)('antifraud of Cybersource by %s', (profile) => {
  it('judges a charge by the session that its script has seen', async () => {
    const { see, judged, sales } = await arrange(profile);
    see();
    expect(await judged()).toMatchObject({ kind: 'approved' });
    const [{ fields }] = sales() as [ReturnType<typeof sales>[number]];
    expect(fields.Payment.FraudAnalysis).toMatchObject({
      Provider: 'Cybersource',
      Sequence: 'AnalyseFirst',
      TotalOrderAmount: 3700,
      Browser: { Email: 'ana@example.com', IpAddress: '203.0.113.7' },
      Cart: { Items: [{ Name: 'Livro', Quantity: 1, UnitPrice: 3700 }] },
    });
  });

  it('declines a charge that is rejected, which no bank has heard of', async () => {
    const { party, see, judged, find, sales } = await arrange(profile);
    see();
    party.judgeNext('reject');
    const declined = { kind: 'declined', code: 'REJECTED_BY_RISK', decidedBy: 'antifraud' };
    expect(await judged()).toEqual({ ...declined, reason: 'suspected_fraud' });
    expect(sales()).toMatchObject([{ status: 13, capturedAmount: 0 }]);
    expect(await find()).toMatchObject(declined);
  });

  it('takes a charge that a person looks at later as the bank decides it', async () => {
    const { party, see, judged } = await arrange(profile);
    see();
    party.judgeNext('review');
    expect(await judged()).toMatchObject({ kind: 'approved' });
    party.judgeNext('review');
    party.decideNext({ status: 'denied', returnCode: '05' });
    expect(await judged()).toMatchObject({ kind: 'refused', reason: 'do_not_honour' });
  });

  it('is left out of a charge without a session', async () => {
    const { charge, sales } = await arrange(profile);
    expect(await charge()).toMatchObject({ kind: 'approved' });
    expect(sales()[0]?.fields.Payment).not.toHaveProperty('FraudAnalysis');
  });

  it('is left out where the merchant has none', async () => {
    const { provider, judged, sales } = await arrange(profile, {});
    expect(provider).not.toHaveProperty('antifraud');
    expect(await judged()).toMatchObject({ kind: 'approved' });
    expect(sales()[0]?.fields.Payment).not.toHaveProperty('FraudAnalysis');
  });

  it('is refused by the party where no script has seen the session', async () => {
    const { party, judged } = await arrange(profile);
    expect(await judged()).toMatchObject({ kind: 'failed' });
    expect(party.takeViolations()).toEqual([
      expect.stringContaining('no device was seen in its session'),
    ]);
  });

  it('tells nothing of us by its session', async () => {
    const { provider } = await arrange(profile);
    const url = provider.antifraud?.scriptUrl(SESSION) ?? '';
    expect(url).toMatch(/session_id=merchant_acme[0-9a-f]{32}$/);
    expect(url).toContain('org_id=k8vif92e');
    expect(provider.antifraud?.scriptUrl(`${SESSION}x`)).not.toBe(url);
  });
});

it.each(['', 'a b', 'x'.repeat(41), 'a&b=c'])('takes no antifraud merchant such as %j', (typed) => {
  const given = {
    'merchant-id': 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6',
    'merchant-key': 'A'.repeat(40),
  };
  const { success } = CIELO.schema.safeParse({ ...given, 'antifraud-merchant-id': typed });
  expect(success).toBe(false);
});
