import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { RefusedData } from '../../providers/refused-data.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';

/** 502 PROVIDER_ERROR: nothing was made, and the same request may work in a moment. */
export function providerFailed(): ApiError {
  return new ApiError('PROVIDER_ERROR', 'The acquirer failed for a moment; try again.');
}

/** 400 INVALID_DATA. The provider's own codes go to the log and to the refused call alone. */
export function refusedByProvider(
  payin: Payin,
  refused: RefusedData,
  services: Pick<PayinDependencies, 'log'>,
): ApiError {
  logRefused(payin, refused, services);
  return invalidField(refused.field, 'not_accepted');
}

/** The same for a payin that was answered before: it cannot vanish any more, and is REFUSED. */
export function refusalByProvider(
  payin: Payin,
  refused: RefusedData,
  services: Pick<PayinDependencies, 'log'>,
) {
  logRefused(payin, refused, services);
  const { said } = refused;
  return { kind: 'refused', externalId: null, reason: 'not_allowed', said } as const;
}

function logRefused(
  { companyId, id: payinId, provider }: Payin,
  { field, said }: RefusedData,
  { log }: Pick<PayinDependencies, 'log'>,
): void {
  const fields = { companyId, payinId, provider, field, said };
  log.warn(fields, 'a provider did not take the data of a payin');
}
