import type { PixKeyType } from '../../../contract/payments/pix-key.ts';
import type { ChargeRequest, OrderFacts } from '../../../service/providers/acquirer.ts';

export type CardOfProof = Pick<ChargeRequest, 'card' | 'brand' | 'cvv'>;

/** A payment that waits for somebody. `shown`: what they pay by; a code, a barcode or an address. */
export type Waiting = {
  method: 'PIX' | 'BOLETO' | 'OPEN_FINANCE';
  reference: string;
  shown: string;
};

/** What people do while a provider is proved; at a simulator nobody has to be waited for. */
export type Hands = {
  payer: OrderFacts['payer'];
  /** Null where there is none: its steps are not tried. */
  cardThatIs(end: 'approved' | 'refused'): CardOfProof | null;
  payoutKey: { pixKey: string; pixKeyType: PixKeyType } | null;
  /** Asks somebody to pay it. */
  pay(payment: Waiting): Promise<void>;
  /** Lets time pass between two looks at what is not decided yet. */
  pass(): Promise<void>;
  /** How often it is looked at before that is given up. */
  looks: number;
};
