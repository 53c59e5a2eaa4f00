import { describe, expect, it } from 'vitest';
import { readFormChallenge } from '../../../contract/card/form-challenge.ts';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';

/** A charge whose buyer is to confirm it at their bank. */
async function arrange() {
  const all = await arrangeMercadoPago();
  const { party, provider, payment, charge, never, chargeBy, paymentId } = all;
  const { challenges } = provider;
  if (challenges === undefined) throw new Error('it asks buyers');
  party.challengeNext();
  const outcome = await chargeBy('APRO', { canAuthenticateLater: true });
  const externalId = `${paymentId()}`;
  const find = () =>
    provider.cards?.findCharge({ ...payment, externalId, amount: charge.amount }, never);
  const cancel = () => challenges.cancel({ ...payment, externalId, cancelId: 'tds_acme_1' }, never);
  return { ...all, challenges, outcome, externalId, find, cancel };
}

const ONE = { method: 'GET', path: '/v1/payments/:id' };

describe('a charge after the order', () => {
  it.each([
    [true, true, 'optional'],
    [false, true, 'not_supported'],
    [true, false, 'not_supported'],
  ])('asks its buyer only where that was switched on and may be', async (...facts) => {
    const [has3DS, canAuthenticateLater, mode] = facts;
    const { party, openProvider, charge, never } = await arrangeMercadoPago();
    const { cards } = openProvider(undefined, has3DS);
    await cards?.charge({ ...charge, canAuthenticateLater }, never);
    const paid = party.requests.find(({ path }) => path === '/v1/payments');
    expect(JSON.parse(paid?.rawBody ?? '').three_d_secure_mode).toBe(mode);
  });

  it('has no challenges where that was not switched on', async () => {
    const { openProvider } = await arrangeMercadoPago();
    expect(openProvider(undefined, false).challenges).toBeUndefined();
  });

  it('tells what the browser posts to the bank, and tells it again', async () => {
    const { party, outcome, externalId, find } = await arrange();
    expect(outcome).toMatchObject({ kind: 'challenge_required', externalId });
    const session = outcome?.kind === 'challenge_required' ? outcome.session : '';
    const [{ creq } = { creq: '' }] = party.payments.values();
    const url = `${party.acs}/challenges/${externalId}`;
    expect(readFormChallenge(session)).toEqual({ url, creq });
    expect(await find()).toEqual(outcome);
  });

  it.each([
    ['an address that is not https', { external_resource_url: 'http://bank.test', creq: 'x' }],
    ['no address', { creq: 'x' }],
    ['no request', { external_resource_url: 'https://bank.test' }],
    ['nothing', undefined],
  ])('that names %s is not shown to anybody', async (_what, three_ds_info) => {
    const { party, find, key } = await arrange();
    const payment = {
      ...{ id: 5, status: 'pending', status_detail: 'pending_challenge', three_ds_info },
      ...{ transaction_amount: 37, external_reference: key },
    };
    party.faults.next(ONE, {
      kind: 'answer',
      answer: { status: 200, body: JSON.stringify(payment) },
    });
    expect(await find()).toEqual({ kind: 'processing' });
  });

  it.each([
    [true, { kind: 'approved' }],
    [false, { kind: 'refused', reason: 'not_authenticated' }],
  ])('is decided by its buyer: confirmed %s', async (hasPassed, decided) => {
    const { party, externalId, find } = await arrange();
    party.endChallenge(Number(externalId), hasPassed);
    expect(await find()).toMatchObject(decided);
  });

  it('is called off, once, and tells so', async () => {
    const { party, find, cancel } = await arrange();
    await cancel();
    await cancel();
    expect(await find()).toMatchObject({ kind: 'voided' });
    expect(party.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('that was approved in the meantime is not called off', async () => {
    const { party, externalId, find, cancel } = await arrange();
    party.endChallenge(Number(externalId), true);
    await cancel();
    expect(await find()).toMatchObject({ kind: 'approved' });
  });

  it('is looked up by its own id, whatever the search knows', async () => {
    const { party, find } = await arrange();
    await find();
    expect(party.requests.some(({ path }) => path.startsWith('/v1/payments/search'))).toBe(false);
  });
});
