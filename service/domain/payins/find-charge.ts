import type { KnownCharge } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { askProvider } from '../../providers/provider.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { chargedAmount } from './payin.ts';

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
