/** What the browser got from the SDK: a token in place of the card. */
export type PreparedCard = {
  payinCard: {
    token: string;
    installments: number;
    /** What the buyer was shown, where there is interest. */
    installmentPlan?: { totalAmount: number } | undefined;
    threeDSecure?: { [name: string]: unknown } | null | undefined;
  };
  antifraud: { skipped: boolean; sessionId: string | null };
};

/** How the buyer wants to pay. */
export type PaymentChoice =
  | ({ paymentMethod: 'CREDIT_CARD' } & PreparedCard)
  | { paymentMethod: 'PIX' }
  | { paymentMethod: 'BOLETO' }
  | { paymentMethod: 'OPEN_FINANCE'; bankId: string };

/** The part of a `POST /payin` body that only this method has. */
export function toPayinFields(choice: PaymentChoice): object {
  const { paymentMethod } = choice;
  switch (paymentMethod) {
    case 'PIX':
    case 'BOLETO':
      return { paymentMethod };
    case 'OPEN_FINANCE':
      return { paymentMethod, bankId: choice.bankId };
    case 'CREDIT_CARD': {
      const { sessionId, skipped } = choice.antifraud;
      const { token, installments, installmentPlan, threeDSecure } = choice.payinCard;
      return {
        paymentMethod,
        card: {
          token,
          installments,
          ...(installmentPlan ? { installmentPlan } : {}),
          ...(threeDSecure ? { threeDSecure } : {}),
        },
        ...(skipped || sessionId === null ? {} : { antifraud: { sessionId } }),
      };
    }
  }
}
