import * as z from 'zod/mini';
import { textMatching } from '../../../contract/errors/broken-rule.ts';
import { addressSchema, customerSchema } from '../../../contract/payments/customer.ts';
import { lineOfText } from '../../../contract/text.ts';
import { dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { SubMerchant } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';

const WEBSITE = /^(?=.{1,200}$)https:\/\/[\w-]+(?:\.[\w-]+)+(?:[/?#][\x21-\x7e]*)?$/;

/**
 * Who sells, beside the name and document of a company: what acquirers are told with each sale by
 * whoever sells for others. Source: BCB Circular 3.978/2020.
 */
export const subMerchantFields = z.extend(addressSchema, {
  neighborhood: lineOfText(100),
  mcc: textMatching(/^\d{4}$/, 'exactly_characters', { allowed: '0-9', length: 4 }),
  phone: customerSchema.shape.phone,
  url: textMatching(WEBSITE, 'url', { schemes: 'https' }),
});

/** As far as it is known. */
export const subMerchantSchema = z.partial(subMerchantFields);

export const SELLER_PARTS = z.keyof(subMerchantFields).options;

const NEEDED = SELLER_PARTS.filter((part) => part !== 'complement');

type Parts = z.infer<typeof subMerchantSchema>;
type Seller = { companyName: string; document: string | null; traits: { subMerchant: Parts } };

function isWhole(parts: Parts): parts is z.infer<typeof subMerchantFields> {
  return NEEDED.every((part) => parts[part] !== undefined);
}

/** All of it, or undefined where something lacks. */
export function subMerchantOf({ companyName, document, traits }: Seller): SubMerchant | undefined {
  const { subMerchant } = traits;
  if (document === null || !isWhole(subMerchant)) return undefined;
  return { ...subMerchant, name: companyName, document };
}

/** The names of the fields that lack; none where all are there. */
export function lackingOf({ document, traits }: Seller): string[] {
  const lacking = NEEDED.filter((part) => traits.subMerchant[part] === undefined);
  return document === null ? [...lacking, 'document'] : lacking;
}

/** Those of a route for cards that sell for a company today. `now`: the company's time. */
export function sellingFor<One extends Pick<Provider, 'cards'>>(
  route: readonly One[],
  seller: Seller,
  now: Date,
): readonly One[] {
  const endOf = ({ cards }: One) => cards?.subMerchants?.from ?? null;
  const isEndless = route.every((one) => endOf(one) === null);
  if (isEndless || subMerchantOf(seller) !== undefined) return route;
  const day = dayInSaoPaulo(now);
  return route.filter((one) => day < (endOf(one) ?? '9999-12-31'));
}
