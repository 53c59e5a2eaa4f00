import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { formChallengeDriver } from './drivers/form-challenge.ts';
import { mpiDriver } from './drivers/mpi.ts';
import { pagbankDriver } from './drivers/pagbank.ts';
import { sandboxDriver } from './drivers/sandbox.ts';
import type { ThreeDSDriver } from './three-d-secure-driver.ts';

/** Every provider this version knows: a new one is a file in `drivers/` and a line here. */
const DRIVERS: readonly ThreeDSDriver[] = [
  sandboxDriver,
  formChallengeDriver('mercadopago'),
  pagbankDriver,
  mpiDriver('cielo'),
  mpiDriver('braspag'),
];

/** The driver of a provider. Throws `THREEDS_SDK_UNAVAILABLE` with cause `unsupported`. */
export function findThreeDSDriver(provider: string): ThreeDSDriver {
  const driver = DRIVERS.find(({ name }) => name === provider);
  if (driver !== undefined) return driver;
  throw new CheckoutError(
    errorData('THREEDS_SDK_UNAVAILABLE', 'this version does not know the 3-D Secure provider', {
      phase: 'script',
      cause: 'unsupported',
    }),
  );
}
