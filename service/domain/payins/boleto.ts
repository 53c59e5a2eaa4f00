import { toBarcode } from '../../base/formats/boleto-line.ts';
import { drawBoletoPdf } from '../../base/formats/boleto-pdf.ts';
import { dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { boletoDueDate } from './payin.ts';

const BOLETO_ID = /^bol_(.{1,100})_[\w-]{22}$/;

/** Decision: it stays when the payin has ended, and says then that it must not be paid. */
export async function findBoletoPdf(
  boletoId: string,
  services: PayinDependencies,
): Promise<Uint8Array | null> {
  const companyId = BOLETO_ID.exec(boletoId)?.[1];
  if (companyId === undefined) return null;
  const payin = await services.payins.findByBoleto(companyId, boletoId);
  const account = await services.accounts.find(companyId);
  if (payin === null || account === null || payin.boletoBarcode === null) return null;
  const dueOn = boletoDueDate(payin);
  if (dueOn === null) throw new Error('a boleto is due some day');
  const barcode = toBarcode(payin.boletoBarcode);
  if (barcode === null) throw new Error('the line of a boleto is broken');
  const { customer, createdAt, expiresAt, status } = payin;
  const { address } = customer;
  const isOver = expiresAt !== null && expiresAt <= accountTime(account, services.now());
  const isOpen = status === 'PENDING' && !isOver;
  return drawBoletoPdf({
    beneficiary: { name: account.companyName, document: account.document ?? '' },
    payer: {
      name: customer.name,
      document: customer.document,
      address:
        address === undefined
          ? []
          : [
              `${address.street}, ${address.number}`,
              ...[address.complement, address.neighborhood].filter((part) => part !== undefined),
              `${address.city}/${address.state}`,
              `CEP ${address.zipCode.slice(0, 5)}-${address.zipCode.slice(5)}`,
            ],
    },
    referenceId: payin.referenceId,
    amount: payin.amount,
    issuedOn: dayInSaoPaulo(createdAt),
    dueOn,
    barcode,
    line: payin.boletoBarcode,
    // A code that anybody scans in passing is not left on a boleto that must not be paid.
    pixCode: isOpen ? payin.boletoPixCopyAndPaste : null,
    warning: warningOf(account, payin, isOpen),
  });
}

function warningOf(account: Account, { status }: Payin, isOpen: boolean): string | null {
  if (isOpen) return account.sandbox ? 'Ambiente de testes: este boleto não pode ser pago.' : null;
  if (status === 'PENDING' || status === 'EXPIRED' || status === 'CANCELED') {
    return 'Este boleto não vale mais: não pague.';
  }
  return 'Este boleto já foi liquidado: não pague outra vez.';
}
