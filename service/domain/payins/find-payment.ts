import type { KnownCharge, KnownPayment, TakenBack } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { askProvider } from '../../providers/provider.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { chargedAmount } from './payin.ts';
import { providerOf } from './payin-provider.ts';

export function findPayment(
  payin: Payin,
  services: PayinDependencies,
): Promise<KnownPayment | null> {
  return askOf(payin, 'findPayment', services);
}

/** Null where enough. Decision: less pays nothing; more, such as a late boleto, pays the amount. */
export function paidTooLittle(
  { amount }: Payin,
  known: KnownPayment | { kind: 'over' },
): number | null {
  if (known.kind !== 'paid' || known.amount === undefined) return null;
  return known.amount < amount ? known.amount : null;
}

/** Centavos that were paid beyond the amount. */
export function excessOf({ amount }: Payin, told: TakenBack): number {
  return Math.max(0, (told.amount ?? 0) - amount);
}

/** Centavos that came in and have not gone back there. */
export function stillThere({ amount }: Payin, told: TakenBack): number {
  const { returns = [], returnedAmount = 0 } = told;
  return (told.amount ?? amount) - returns.reduce((sum, one) => sum + one.amount, returnedAmount);
}

/** `cancelPayment`: takes it back. Null where the provider does not answer, `open` where it cannot. */
export async function askOf(
  payin: Payin,
  verb: 'findPayment' | 'cancelPayment',
  services: PayinDependencies,
): Promise<KnownPayment | null> {
  const provider = await providerOf(payin, services);
  if (provider === null) return null;
  const { payments } = provider;
  if (payments === null) return { kind: 'not_found' };
  const { companyId, id: reference, externalId, paymentMethod } = payin;
  const payment = { companyId, reference, externalId, paymentMethod };
  const ask = async (signal: AbortSignal): Promise<KnownPayment> =>
    (await payments[verb]?.(payment, signal)) ?? { kind: 'open' };
  return askProvider(provider, ask, services);
}

export async function findCharge(
  payin: Payin,
  provider: Provider | null,
  services: Pick<PayinDependencies, 'timers' | 'answerWithinMs'>,
): Promise<KnownCharge | null> {
  const { companyId, id: reference, externalId } = payin;
  const amount = chargedAmount(payin);
  const cards = provider?.cards ?? null;
  if (provider === null || cards === null) return null;
  const charge = { companyId, reference, externalId, amount };
  return askProvider(provider, (signal) => cards.findCharge(charge, signal), services);
}
