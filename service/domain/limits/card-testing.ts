import { LRUCache } from 'lru-cache';
import type { Acquirer, ChargeOutcome } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';

export type CardTestingWatch = {
  record(companyId: string, outcome: 'accepted' | 'declined', now: Date): void;
  isSuspected(companyId: string, now: Date): boolean;
};

type Minute = { minute: number; accepted: number; declined: number };

const WINDOW_MINUTES = 10;

/**
 * Decision: an account is suspected while, of the last ten minutes, at least `declinesBefore`
 * charges were declined and more were declined than accepted: issuers decline up to two fifths of a
 * shop's cards, and nearly all of a tester's. Each process counts for itself: the share is the same
 * in any part of the traffic, and the database would cost every payin a write.
 */
export function createCardTestingWatch(
  declinesBefore: number,
  maxCompanies = 10_000,
): CardTestingWatch {
  const companies = new LRUCache<string, Minute[]>({ max: maxCompanies });
  const recent = (companyId: string, minute: number) =>
    (companies.get(companyId) ?? []).filter((one) => one.minute > minute - WINDOW_MINUTES);

  return {
    record(companyId, outcome, now) {
      const minute = minuteOf(now);
      const minutes = recent(companyId, minute);
      let current = minutes.find((one) => one.minute === minute);
      if (current === undefined) {
        current = { minute, accepted: 0, declined: 0 };
        minutes.push(current);
      }
      current[outcome] += 1;
      companies.set(companyId, minutes);
    },
    isSuspected(companyId, now) {
      const minutes = recent(companyId, minuteOf(now));
      const declined = sum(minutes.map((one) => one.declined));
      return declined >= declinesBefore && declined > sum(minutes.map((one) => one.accepted));
    },
  };
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function watchCharges(
  provider: Provider,
  { cardTesting, now }: { cardTesting: CardTestingWatch; now: () => Date },
): Provider {
  const { cards } = provider;
  if (cards === null) return provider;
  const charge: Acquirer['charge'] = async (request, signal) => {
    const answer = await cards.charge(request, signal);
    const outcome = SAID[answer.kind];
    if (outcome !== null) cardTesting.record(request.companyId, outcome, now());
    return answer;
  };
  return { ...provider, cards: { ...cards, charge } };
}

const SAID = {
  approved: 'accepted',
  refused: 'declined',
  declined: 'declined',
  failed: null,
  processing: null,
  authentication_required: null,
  challenge_required: null,
  invalid_data: null,
  unavailable: null,
} as const satisfies Record<ChargeOutcome['kind'], 'accepted' | 'declined' | null>;
