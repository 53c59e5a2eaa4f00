import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { IssuedPayment, PaymentIssuer } from '../acquirer.ts';
import type { OutgoingClient } from '../outgoing/client.ts';
import type { PixIssuer } from '../pix-bacen/pix-bacen.ts';
import type { EfiBoletos } from './boletos.ts';
import { toChargeId } from './boletos.ts';
import type { EfiConsents } from './consents.ts';
import { isConsentId } from './consents.ts';
import { createInfractions } from './infractions.ts';

export function createEfiIssuer(
  pix: PixIssuer,
  {
    boletos,
    consents,
    client,
    now,
  }: { boletos: EfiBoletos; consents: EfiConsents; client: OutgoingClient; now: () => number },
): PixIssuer {
  const withInfraction = createInfractions(client, now);
  return {
    ...pix,
    issueBoleto: boletos.issueBoleto,
    openConsent: consents.openConsent,
    listBanks: consents.listBanks,

    async findPayment(payment, signal) {
      switch (methodOf(payment)) {
        case 'BOLETO':
          return boletos.find(payment, signal);
        case 'OPEN_FINANCE':
          return consents.find(payment, signal);
        default:
          return withInfraction(await pix.findPayment(payment, signal), signal);
      }
    },

    cancelPayment(payment, signal) {
      switch (methodOf(payment)) {
        case 'BOLETO':
          return boletos.cancel(payment, signal);
        case 'OPEN_FINANCE':
          // Efí takes none back: one that nobody allows ends by itself within minutes.
          return consents.find(payment, signal);
        default:
          return pix.cancelPayment(payment, signal);
      }
    },
  } satisfies PaymentIssuer;
}

/** As whoever asks says, or by the form of Efí's own id. */
function methodOf({ paymentMethod, externalId }: IssuedPayment): PaymentMethod {
  if (paymentMethod !== undefined) return paymentMethod;
  if (isConsentId(externalId)) return 'OPEN_FINANCE';
  return toChargeId(externalId) === null ? 'PIX' : 'BOLETO';
}
