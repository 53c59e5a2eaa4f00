import type { PixKeyType } from '../../contract/payments/pix-key.ts';

/** A transfer to a key. `amount`: centavos that the beneficiary gets. */
export type Transfer = {
  companyId: string;
  amount: number;
  pixKey: string;
  pixKeyType: PixKeyType;
  /** CPF or CNPJ of whom the key has to belong to; null where nobody said. */
  beneficiaryDocument: string | null;
};

/** Whose a key is, as the directory says it: of a CPF the digits in the middle alone. */
export type Receiver = { name: string; maskedDocument: string };

/** Whether a transfer can be made now; nothing moves by asking. `receiver`: where the party tells. */
export type TransferCheck =
  | { kind: 'payable'; receiver?: Receiver }
  | { kind: 'unknown_key' }
  | { kind: 'beyond_limits' }
  | { kind: 'unavailable' };

/** `rejected`: refused for good. `unavailable`: a passing failure; surely not taken in. */
export type TransferAnswer =
  | { kind: 'accepted'; externalId: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unavailable' };

/**
 * `not_found`: what is on its way may arrive yet, so it is sent again under the same reference
 * alone, which is taken in once; that is why there is no time after which it counts as never made.
 */
export type KnownTransfer =
  | { kind: 'not_found' }
  | { kind: 'processing' | 'approved' | 'completed'; externalId: string }
  | { kind: 'failed' | 'refused'; externalId: string; reason: string }
  | { kind: 'rejected'; reason: string };

/** A transfer as its provider lists it, in centavos. `key`: see attempt-key.ts; null of others. */
export type ListedTransfer = {
  key: string | null;
  externalId: string;
  amount: number;
  state: 'processing' | 'completed' | 'refused';
};

/**
 * Whoever transfers money to PIX keys. Whatever else goes wrong is thrown and means "unknown": the
 * transfer is then looked up by its reference and never sent under another one.
 */
export interface PayoutAcquirer {
  /** Asks the directory and the limits of the hour. Left out where only sending tells. */
  check?(transfer: Transfer, signal: AbortSignal): Promise<TransferCheck>;
  /** Takes the transfer in, once per `reference`, our payout id. */
  send(transfer: Transfer & { reference: string }, signal: AbortSignal): Promise<TransferAnswer>;
  /** Throws as well where what it has there is not over `amount`, as it was sent. */
  find(
    transfer: Pick<Transfer, 'companyId' | 'amount'> & { reference: string },
    signal: AbortSignal,
  ): Promise<KnownTransfer>;
  /** By the time at which each was asked for, page by page, as `PaymentList` reads payments. */
  list?(period: { from: Date; until: Date }, signal: AbortSignal): AsyncIterable<ListedTransfer[]>;
}
