import type * as z from 'zod/mini';
import type * as plans from './card/installment-plan.ts';
import type { pendingThreeDSSchema } from './card/three-d-secure.ts';
import type { checkoutConfigSchema } from './checkout-config.ts';
import { writtenOut } from './written-out.ts';

const checkoutConfig = writtenOut<z.infer<typeof checkoutConfigSchema>>();
const installmentPlan = writtenOut<z.infer<typeof plans.installmentPlanSchema>>();
const installmentTable = writtenOut<z.infer<typeof plans.installmentTableSchema>>();
const pendingThreeDS = writtenOut<z.infer<typeof pendingThreeDSSchema>>();

/**
 * What a browser may know of an account: `GET /checkout/config` with the public key.
 * `checkoutUrl`: origin of the hosted frame; `threeDSStageUrl`: of the document for 3-D Secure.
 * `origins`: the merchant's pages that may embed the frame, exact; empty means none registered, so
 * that any page may embed it in the sandbox.
 * `needsCard`: the provider's script is given the card, without its CVV, and who pays. `device`: an
 * outside party's script is to see the device under the session.
 * `maxInstallments`: the account's own limit. `installmentTable`: what its installments cost; left
 * out where none has interest and any amount may be divided. `savedCards`: by which words buyers are
 * asked whether a card may be saved; left out where none can be, as where the provider's script needs
 * the number.
 */
export type CheckoutConfig = typeof checkoutConfig;

/**
 * What the installments of an account cost. `ratePerMonth`: compound, in hundredths of a percent
 * (199 is 1.99 %). `minimumAmount`: what an installment has at least, in centavos. Fewer
 * installments than the first row says are without interest, as is one payment always.
 */
export type InstallmentTable = typeof installmentTable;

/**
 * A plan; `ratePerMonth` is 0 where it has no interest. Money in centavos. The buyer pays
 * `totalAmount`, in `installments` parts of `installmentAmount`; what does not divide is in the first
 * of them. `paidBy` `merchant`: the buyer pays no interest, and `totalAmount` is the amount.
 */
export type InstallmentPlan = typeof installmentPlan;

/**
 * An authentication that waits for the buyer's browser, in the words of the specification's
 * post-order answer; the pre-order session answers the same members, so that the browser knows one
 * shape. `session_id` is the single-use handle the browser reports with; pre-order it is also the
 * `threeDSecure.referenceId` of the payin. `expires_at`: ISO 8601, by the service's clock.
 * Source: spec, "Post-order 3DS card response".
 */
export type PendingThreeDS = typeof pendingThreeDS;
