import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type {
  Acquirer,
  ChargeRequest,
  KnownCharge,
  NetworkAnswer,
} from '../../providers/acquirer.ts';
import { networkOf, toNetworkCode } from '../../providers/card-network.ts';
import type { Provider } from '../../providers/provider.ts';

export type RefusedTry = NetworkAnswer & { amount: number; triedAt: Date };

type CardTry = { companyId: string; cardHash: Uint8Array; payinId: string };

export interface RefusedTryStore {
  /** Once for each payin. */
  keep(of: CardTry, refused: RefusedTry): Promise<void>;
  /** While nobody knows what its network said; it counts for nothing until that is told. */
  hold(of: CardTry, tried: Omit<RefusedTry, 'code' | 'advice'>): Promise<void>;
  settle(of: { companyId: string; payinId: string }, answer: NetworkAnswer): Promise<void>;
  list(of: { companyId: string; cardHash: Uint8Array }, since: Date): Promise<RefusedTry[]>;
  forgetBefore(companyId: string, before: Date): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const COUNTED_MS = 30 * DAY_MS;

/** Some days longer than any network counts, since their months are not to the minute ours. */
export const REFUSED_TRIES_KEPT_MS = 35 * DAY_MS;

/** Mastercard: tries of one card at one merchant before each more is fined. */
const MASTERCARD = { inDay: 7, inMonth: 35 } as const;
const MASTERCARD_NEVER: ReadonlySet<string> = new Set(['3', '21', '40', '41']);
/** Visa and Elo: tries of one card and amount at one merchant in thirty days. */
const SAME_AMOUNT_TRIES = 15;
/** Visa's first category: fined from the second try on. */
const VISA_NEVER: ReadonlySet<string> = new Set('4 7 12 14 15 41 43 46 57 R0 R1 R3'.split(' '));

/**
 * Of the tries of thirty days. Source: Cielo, "Programa de Retentativa das Bandeiras", read
 * 2026-11-23. Decision: a card is its number, whatever its date, and the seventh refusal in a day
 * is the last of Mastercard's: where a rule can be read in two ways, the fine is avoided.
 */
export function mayTry(
  tries: readonly RefusedTry[],
  { brand, amount, now }: { brand: NetworkAnswer['brand']; amount: number; now: Date },
): boolean {
  const network = networkOf(brand);
  const counted = tries.filter(({ triedAt }) => triedAt.getTime() > now.getTime() - COUNTED_MS);
  const ofAmount = counted.filter((one) => one.amount === amount);
  switch (network) {
    case 'mastercard': {
      const dayAgo = now.getTime() - DAY_MS;
      const ofDay = counted.filter(({ triedAt }) => triedAt.getTime() > dayAgo);
      const isOver = counted.some(({ advice = '' }) => MASTERCARD_NEVER.has(toNetworkCode(advice)));
      return !isOver && ofDay.length < MASTERCARD.inDay && counted.length < MASTERCARD.inMonth;
    }
    case 'visa': {
      const isOver = ofAmount.some(({ code }) => VISA_NEVER.has(toNetworkCode(code)));
      return !isOver && ofAmount.length < SAME_AMOUNT_TRIES;
    }
    case 'elo':
      return ofAmount.length < SAME_AMOUNT_TRIES;
    // They publish no such rule.
    case 'amex':
    case null:
      return true;
    default:
      return network satisfies never;
  }
}

/**
 * No charge leaves that a network would fine; one that moves no money does, as no network hears of
 * it. Decision: the card is kept of unanswered charges alone, since a row for each would cost every
 * payin a write. So a refusal found after our process died is not counted.
 */
export function limitRetries(
  provider: Provider,
  services: { refusedTries: RefusedTryStore; hash: KeyedHash; now: () => Date },
): Provider {
  const { cards } = provider;
  if (!provider.isReal || cards === null) return provider;
  const { refusedTries, hash, now } = services;
  // What the issuer said stands, whether it could be written for the next time or not.
  const written = (write: Promise<void>) => write.catch(() => undefined);
  const charge: Acquirer['charge'] = async (request, signal) => {
    const { companyId, brand, amount, reference } = request;
    if (networkOf(brand) === null) return cards.charge(request, signal);
    const of = { companyId, cardHash: hash('refused-card', nameOf(request)) };
    const since = new Date(now().getTime() - COUNTED_MS);
    // Nothing has left yet, so a database that does not answer takes no money.
    const tries = await refusedTries.list(of, since).catch(() => null);
    if (tries === null) return { kind: 'unavailable' };
    if (!mayTry(tries, { brand, amount, now: now() })) {
      return { kind: 'refused', externalId: reference, reason: 'retry_not_allowed' };
    }
    const named = { ...of, payinId: reference };
    const hold = () => written(refusedTries.hold(named, { brand, amount, triedAt: now() }));
    const outcome = await cards.charge(request, signal).catch(async (error: unknown) => {
      await hold();
      throw error;
    });
    const network = networkAnswerOf(outcome);
    if (network !== null) {
      await written(refusedTries.keep(named, { ...network, amount, triedAt: now() }));
    } else if (isOpen(outcome)) {
      await hold();
    }
    return outcome;
  };
  const findCharge: Acquirer['findCharge'] = async (asked, signal) => {
    const known = await cards.findCharge(asked, signal);
    const network = networkAnswerOf(known);
    const named = { companyId: asked.companyId, payinId: asked.reference };
    if (network !== null) await written(refusedTries.settle(named, network));
    return known;
  };
  return { ...provider, cards: { ...cards, charge, findCharge } };
}

function networkAnswerOf(charge: KnownCharge): NetworkAnswer | null {
  return 'network' in charge ? (charge.network ?? null) : null;
}

function isOpen({ kind }: KnownCharge): boolean {
  return kind === 'processing' || kind === 'challenge_required';
}

function nameOf({ card }: ChargeRequest): string {
  return card.kind === 'card' ? card.card.number : `stored ${card.cardReference}`;
}
