import { describe, expect, it } from 'vitest';
import { PIX_SCOPES } from '../../../simulators/pix-bank/access.ts';
import { ATTEMPT, orderFacts } from '../../testing/order-facts.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { createPixIssuer } from '../pix-bacen/pix-bacen.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import { createInfractions } from './infractions.ts';

const HOUR_MS = 60 * 60_000;
const LIST = { method: 'GET', path: '/v2/gn/infracoes' };
const { signal } = new AbortController();

/** A PIX that was paid, and a look at it after some hours. */
async function arrange(granted?: string[]) {
  const { efi, bank, clock } = await arrangeEfi(granted === undefined ? {} : { granted });
  const receiver = { pixKey: efi.key, merchantCity: 'Natal', profile: PIX_PROFILES.efi };
  const pix = createPixIssuer(bank, { ...receiver, now: clock.now });
  const withInfraction = createInfractions(bank.client, clock.now);
  const expiresAt = new Date(clock.now() + HOUR_MS);
  const facts = orderFacts({ merchantName: efi.receiver.name });
  const order = { ...ATTEMPT, amount: 3700, expiresAt, ...facts };
  await pix.issuePix(order, signal);
  const endToEndId = efi.pay(attemptKeyOf(ATTEMPT.reference));
  const answerBy = new Date(clock.now() + 7 * 24 * HOUR_MS);
  return {
    ...{ efi, endToEndId, answerBy },
    contest: () => efi.openInfraction(endToEndId, answerBy),
    async look(hours: number) {
      clock.advance(hours * HOUR_MS);
      return withInfraction(await pix.findPayment({ ...order, externalId: null }, signal), signal);
    },
    asked: () => efi.requests.filter(({ path }) => path === LIST.path).length,
  };
}

describe('an infraction at Efí', () => {
  it.each([
    ['ABERTA', 'open'],
    ['EM_DEFESA', 'open'],
    ['ACEITA', 'lost'],
    ['REJEITADA', 'won'],
    ['CANCELADA_EFI', 'won'],
  ] as const)('that is %s is a dispute that is %s, with its day', async (status, outcome) => {
    const { efi, contest, endToEndId, answerBy, look } = await arrange();
    contest();
    efi.endInfraction(endToEndId, status);
    const nature = 'med_fraud';
    const dispute = { nature, outcome, amount: null, reason: expect.any(String), answerBy };
    expect(await look(2)).toMatchObject({ kind: 'paid', amount: 3700, dispute });
    expect(efi.takeViolations()).toEqual([]);
  });

  it('is not asked for where the PIX has just been paid', async () => {
    const { contest, look, asked } = await arrange();
    contest();
    expect(await look(0.5)).not.toHaveProperty('dispute');
    expect(asked()).toBe(0);
  });

  it('of another PIX is not told of this one', async () => {
    const { efi, answerBy, look, asked } = await arrange();
    for (let nth = 0; nth < 101; nth += 1) efi.openInfraction(efi.payToKey('1.00'), answerBy);
    expect(await look(2)).not.toHaveProperty('dispute');
    expect(asked()).toBe(2);
  });

  it('leaves the payment as it is where Efí does not tell', async () => {
    const { efi, contest, look } = await arrange();
    contest();
    efi.faults.next(LIST, { kind: 'answer', answer: { status: 500 } });
    expect(await look(2)).toMatchObject({ kind: 'paid', amount: 3700 });
    const refused = await arrange([...PIX_SCOPES]);
    refused.contest();
    const known = await refused.look(2);
    expect(known).toMatchObject({ kind: 'paid', amount: 3700 });
    expect(known).not.toHaveProperty('dispute');
  });
});
