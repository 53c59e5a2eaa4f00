import type { PaymentMethod } from '../../../contract/payment-method.ts';
import type { IssuedPayment, PaymentIssuer } from '../acquirer.ts';
import type { PixIssuer } from '../pix-bacen/pix-bacen.ts';
import type { EfiBoletos } from './boletos.ts';
import { toChargeId } from './boletos.ts';

/** All that a company's buyers pay by at Efí, each kept at a place of its own there. */
export function createEfiIssuer(pix: PixIssuer, { boletos }: { boletos: EfiBoletos }): PixIssuer {
  return {
    ...pix,
    issueBoleto: boletos.issueBoleto,

    findPayment(payment, signal) {
      return methodOf(payment) === 'BOLETO'
        ? boletos.find(payment, signal)
        : pix.findPayment(payment, signal);
    },

    cancelPayment(payment, signal) {
      return methodOf(payment) === 'BOLETO'
        ? boletos.cancel(payment, signal)
        : pix.cancelPayment(payment, signal);
    },
  } satisfies PaymentIssuer;
}

/** As whoever asks says, or by the form of Efí's own id. */
function methodOf({ paymentMethod, externalId }: IssuedPayment): PaymentMethod {
  return paymentMethod ?? (toChargeId(externalId) === null ? 'PIX' : 'BOLETO');
}
