import * as z from 'zod/mini';
import { broken } from '../../contract/errors/broken-rule.ts';
import { setting } from './definition.ts';

const FROM = 'sub-merchants-from';

export const SUB_MERCHANTS_FROM = setting('option', FROM, {
  en: 'a day, as 2027-01-31: from then on no card for a company without company set-sub-merchant',
  pt: 'um dia, como 2027-01-31: depois dele, nenhum cartão de conta sem company set-sub-merchant',
});

export const subMerchantsFromSchema = z.optional(z.iso.date());

/** The day means something only beside the setting that says that the account sells for others. */
export function subMerchantsTogetherWith(name: string) {
  return z.refine<Readonly<Record<string, unknown>>>(
    (given) => given[FROM] === undefined || given[name] !== undefined,
    { path: [FROM], params: broken('together', { with: name }) },
  );
}
