import * as z from 'zod/mini';
import { writeBoletoBarcode } from '../../base/formats/boleto-line.ts';
import { writeBrCode } from '../../base/formats/br-code.ts';
import type { KnownPayment, PaymentIssuer, PaymentOrder } from '../../providers/acquirer.ts';
import type { RefundVerbs } from '../../providers/refunds.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';
import type { Consents } from './consent.ts';

const issuedSchema = z.object({
  externalId: z.string(),
  /** 25 letters and digits. */
  txid: z.string(),
  /** 25 digits. */
  freeField: z.string(),
  consentId: z.nullable(z.string()),
});

/** Well formed and in nobody's directory, so that no bank can pay it. */
const PIX_KEY = '00000000-0000-4000-8000-00005a4db0c5';
/** No bank has it. */
const BANK_CODE = '999';

function codeOf({ amount, merchantName }: PaymentOrder, txid: string): string {
  return writeBrCode({ key: PIX_KEY, txid, amount, merchantName, merchantCity: 'São Paulo' });
}

/** Issues once for a reference, then gives the same. Only a buyer's answer at the bank pays. */
export function createSandboxPayments(options: {
  state: SandboxState;
  consents: Consents;
  refunds: RefundVerbs;
  /** 32 hexadecimal digits. */
  randomId: () => string;
}): PaymentIssuer {
  const { state, consents, refunds, randomId } = options;

  const issued = createRecords(state, 'payment', issuedSchema);

  const keep = async (order: PaymentOrder, consentId: string | null) =>
    issued.keep(order.reference, {
      externalId: randomId(),
      txid: randomId().toUpperCase().slice(0, 25),
      freeField: (BigInt(`0x${randomId()}`) % 10n ** 25n).toString().padStart(25, '0'),
      consentId,
    });

  return {
    async issuePix(order) {
      const { externalId, txid } = await keep(order, null);
      return { kind: 'issued', externalId, copyAndPaste: codeOf(order, txid) };
    },

    async issueBoleto(order) {
      const { externalId, freeField, txid } = await keep(order, null);
      const { amount, dueOn } = order;
      const numbers = { bankCode: BANK_CODE, dueOn, amount, freeField };
      const pix = { copyAndPaste: codeOf(order, txid) };
      return { kind: 'issued', externalId, barcode: writeBoletoBarcode(numbers), pix };
    },

    async openConsent(order) {
      const { externalId, consentId } = await keep(order, randomId());
      const redirectUrl = consentId === null ? null : await consents.open(consentId, order);
      if (redirectUrl === null) return { kind: 'unavailable' };
      return { kind: 'issued', externalId, redirectUrl };
    },

    async findPayment({ reference }): Promise<KnownPayment> {
      const kept = await issued.find(reference);
      if (kept === null) return { kind: 'not_found' };
      const answer = kept.consentId === null ? null : await consents.answerOf(kept.consentId);
      if (answer === null) return { kind: 'open' };
      return { kind: answer === 'confirm' ? 'paid' : 'refused' };
    },

    onNotice: consents.onAnswer,

    // A boleto was paid by nobody known: there is no account to give its money back to.
    capabilities: { refund: ['PIX', 'OPEN_FINANCE'] },
    ...refunds,
  };
}
