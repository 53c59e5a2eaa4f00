import { dueDayOf, printLine } from './boleto-line.ts';

/** What a payin gave the buyer to pay by; a card payin gives nothing. */
export type IssuedInstructions = {
  pix?: { qrcode: string } | undefined;
  boleto?: { barcode: string; url: string } | undefined;
  openFinanceRedirectUrl?: string | undefined;
};

/**
 * What the buyer pays by, as the page shows it. `secondsLeft`: until nobody can pay any more.
 * `dueOn`: `YYYY-MM-DD`. `line`: 47 digits, `printedLine` the same in groups.
 */
export type PaymentInstructions =
  | { kind: 'pix'; code: string; picture: string; secondsLeft: number; secondsInAll: number }
  | { kind: 'boleto'; line: string; printedLine: string; dueOn: string | null; url: string }
  | { kind: 'open-finance'; url: string };

/**
 * Source: the payment service's documentation, "payment windows". Decision: its answer names no
 * end, so the shop counts from the moment it got the code, by its own clock; whether the time is
 * really over, the service says.
 */
const PIX_WINDOW_SECONDS = 30 * 60;

export function toInstructions(
  issued: IssuedInstructions,
  times: { referenceId: string; issuedAt: Date; now: Date },
): PaymentInstructions | null {
  const { pix, boleto, openFinanceRedirectUrl } = issued;
  if (pix) {
    const passed = Math.floor((times.now.getTime() - times.issuedAt.getTime()) / 1000);
    return {
      kind: 'pix',
      code: pix.qrcode,
      picture: `/api/orders/${times.referenceId}/pix.svg`,
      secondsLeft: Math.max(0, PIX_WINDOW_SECONDS - passed),
      secondsInAll: PIX_WINDOW_SECONDS,
    };
  }
  if (boleto) {
    const { barcode: line, url } = boleto;
    return { kind: 'boleto', line, printedLine: printLine(line), dueOn: dueDayOf(line), url };
  }
  return openFinanceRedirectUrl ? { kind: 'open-finance', url: openFinanceRedirectUrl } : null;
}
