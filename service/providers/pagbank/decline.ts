import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { toRefusal } from '../abecs/read-decline.ts';
import type { ChargeOutcome } from '../acquirer.ts';
import type { Charge } from './fields.ts';

/** Refused, where the network's answer is absent or unknown. `asked`: the brand as we know it. */
export function declineOf(charge: Charge, asked: CardBrand | null): ChargeOutcome {
  const { id: externalId, payment_response: response, payment_method: method } = charge;
  const { reason_code: code, merchant_advice_code: advice } = response?.raw_data ?? {};
  const refused = { kind: 'refused', externalId } as const;
  if (code === undefined || code === null) return refused;
  const brand = asked ?? toBrand(method.card?.brand);
  const network = {
    ...{ brand, code: `${code}` },
    ...(advice === undefined || advice === null ? {} : { advice: `${advice}` }),
  };
  return toRefusal(network, { externalId }) ?? { ...refused, network };
}

function toBrand(name: string | null | undefined): CardBrand {
  const plain = (name ?? '').toLowerCase();
  return CARD_BRANDS.find((one) => one === plain) ?? 'unknown';
}
