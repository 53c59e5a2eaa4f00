import { describe } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';
import type { PlayedIssue } from '../payment-issuer.cases.ts';
import { paymentIssuerCases } from '../payment-issuer.cases.ts';
import { toCentavos } from './fields.ts';

const NO_BOLETOS = { boleto: 'the central bank’s API has none' };

/** Efí is tried in its own folder, with what else it issues. */
function casesAt(profile: 'sicoob' | 'sicredi' | 'bb' | 'inter' | 'santander') {
  paymentIssuerCases(async () => {
    const { bank, clock, issuer, order, lines, itemPath, txid } = await arrangePixIssuer({
      profile,
    });
    const otherCharge = { txid, status: 'ATIVA', chave: bank.key, valor: { original: '37.01' } };
    const faults: Readonly<Record<PlayedIssue, Fault>> = {
      turned_away: { kind: 'answer', answer: { status: 429 } },
      answer_lost: { kind: 'commit_and_cut' },
      silent: { kind: 'answer_late', afterMs: 60 * 60_000 },
      other_amount: { kind: 'answer', answer: { status: 201, body: JSON.stringify(otherCharge) } },
    };
    let taken: Promise<unknown> = Promise.resolve();
    const refunds = () => [...bank.received.values()].flatMap((pix) => pix.refunds);
    return {
      issuer,
      order,
      play: (what) => {
        taken = bank.faults.next({ method: 'PUT', path: itemPath }, faults[what]).taken;
      },
      taken: () => taken,
      pay: () => void bank.pay(txid),
      pass: () => {
        clock.advance(60_000);
        for (const [endToEndId, pix] of bank.received) {
          for (const { id, status } of pix.refunds) {
            if (status !== 'EM_PROCESSAMENTO') continue;
            bank.settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
          }
        }
      },
      issues: () => bank.charges.size,
      taking: () => {
        const given = refunds().map(({ amount }) => -toCentavos(amount));
        const paid = [...bank.received.values()].map(({ amount }) => toCentavos(amount));
        return [...paid, ...given].reduce((sum, amount) => sum + amount, 0);
      },
      takeViolations: bank.takeViolations,
      logged: () => JSON.stringify(lines),
      secrets: [bank.credentials.clientSecret, bank.credentials.applicationKey],
    };
  }, NO_BOLETOS);
}

describe('at sicredi, whose paths are of two kinds', () => casesAt('sicredi'));

describe.each(['sicoob', 'bb', 'inter', 'santander'] as const)(
  'at %s, which differs by what a profile has',
  { tags: ['rare'] },
  (profile) => casesAt(profile),
);
