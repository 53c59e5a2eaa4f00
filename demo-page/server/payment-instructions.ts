import { printLine } from './boleto-line.ts';

/** What a payin gave the buyer to pay by; a card payin gives nothing. */
export type IssuedInstructions = {
  pix?: { viewToken: string } | undefined;
  boleto?:
    | { barcode: string; dueDate: string; pixQrcode?: string | undefined; url: string }
    | undefined;
  openFinanceRedirectUrl?: string | undefined;
};

/**
 * What the buyer pays by, as the page shows it. `payin`: what the PIX element of the payment service
 * is mounted with; it fetches the code itself. `dueOn`: `YYYY-MM-DD`. `line`: 47 digits,
 * `printedLine` the same in groups; `pixCode`: the PIX printed on it, null where there is none.
 */
export type PaymentInstructions =
  | { kind: 'pix'; payin: { id: string; paymentMethod: 'PIX'; pix: { viewToken: string } } }
  | {
      kind: 'boleto';
      line: string;
      printedLine: string;
      pixCode: string | null;
      dueOn: string;
      url: string;
    }
  | { kind: 'open-finance'; url: string };

export function toInstructions(
  payinId: string,
  { pix, boleto, openFinanceRedirectUrl }: IssuedInstructions,
): PaymentInstructions | null {
  if (pix) {
    const { viewToken } = pix;
    return { kind: 'pix', payin: { id: payinId, paymentMethod: 'PIX', pix: { viewToken } } };
  }
  if (boleto) {
    const { barcode: line, dueDate: dueOn, pixQrcode: pixCode = null, url } = boleto;
    return { kind: 'boleto', line, printedLine: printLine(line), pixCode, dueOn, url };
  }
  return openFinanceRedirectUrl ? { kind: 'open-finance', url: openFinanceRedirectUrl } : null;
}
