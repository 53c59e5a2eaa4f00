import type { Fault } from '../../../simulators/server/faults.ts';
import { ATTEMPT, orderFacts } from '../../testing/order-facts.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { PlayedIssue } from '../payment-issuer.cases.ts';
import { paymentIssuerCases } from '../payment-issuer.cases.ts';
import { toCentavos } from '../pix-bacen/fields.ts';
import { createPixIssuer } from '../pix-bacen/pix-bacen.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import { createEfiBoletos } from './boletos.ts';
import { createEfiConsents } from './consents.ts';
import { createEfiIssuer } from './issuer.ts';

/* Of all that one issuer has at Efí, PIX and boletos are kept apart. */
paymentIssuerCases(async () => {
  const { efi, bank, own, clock, lines } = await arrangeEfi();
  const { charges = '', openFinance = '' } = efi.origins;
  const receiver = { pixKey: efi.key, merchantCity: efi.receiver.city, profile: PIX_PROFILES.efi };
  const issuer = createEfiIssuer(createPixIssuer(bank, { ...receiver, now: clock.now }), {
    boletos: createEfiBoletos({ ...own, origin: charges, noticesAddress: null }),
    ...{ client: bank.client, now: clock.now },
    consents: createEfiConsents({
      ...{ ...own, origin: openFinance, pixKey: efi.key, returnAddress: null },
    }),
  });
  const txid = attemptKeyOf(ATTEMPT.reference);
  const otherCharge = { txid, status: 'ATIVA', chave: efi.key, valor: { original: '37.01' } };
  const faults: Readonly<Record<PlayedIssue, Fault>> = {
    turned_away: { kind: 'answer', answer: { status: 429 } },
    answer_lost: { kind: 'commit_and_cut' },
    silent: { kind: 'answer_late', afterMs: 60 * 60_000 },
    other_amount: { kind: 'answer', answer: { status: 201, body: JSON.stringify(otherCharge) } },
  };
  let taken: Promise<unknown> = Promise.resolve();
  const received = () => [...efi.received.values()];
  return {
    issuer,
    order: {
      ...{ ...ATTEMPT, amount: 3700 },
      expiresAt: new Date(clock.now() + 30 * 60_000),
      ...orderFacts({ merchantName: efi.receiver.name }),
    },
    play: (what) => {
      taken = efi.faults.next({ method: 'PUT', path: '/v2/cob/:txid' }, faults[what]).taken;
    },
    taken: () => taken,
    pay: (method) => {
      if (method === 'PIX') efi.pay(txid);
      else efi.payBillet([...efi.billets.keys()][0] ?? 0);
    },
    pass: () => {
      clock.advance(60_000);
      for (const [endToEndId, { refunds }] of efi.received) {
        for (const { id, status } of refunds) {
          if (status !== 'EM_PROCESSAMENTO') continue;
          efi.settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
        }
      }
    },
    issues: () => efi.charges.size + efi.billets.size + efi.consents.size,
    taking: () => {
      const paid = [
        ...received().map(({ amount }) => toCentavos(amount)),
        ...[...efi.billets.values()].map(({ paidCentavos }) => paidCentavos ?? 0),
      ];
      const given = received().flatMap(({ refunds }) => refunds);
      return [...paid, ...given.map(({ amount }) => -toCentavos(amount))].reduce(
        (sum, amount) => sum + amount,
        0,
      );
    },
    takeViolations: efi.takeViolations,
    logged: () => JSON.stringify(lines),
    secrets: [efi.credentials.clientId, efi.credentials.clientSecret],
  };
});
