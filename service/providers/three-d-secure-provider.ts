import type { DeviceSignals } from '../../contract/card/antifraud.ts';
import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { ThreeDSPayer } from '../../contract/card/three-d-secure-payer.ts';

/** One authentication to open. `reference` is our authentication id; opening it again is the same. */
export type AuthenticationRequest = {
  companyId: string;
  reference: string;
  card: CardWithoutCvv;
  brand: CardBrand;
  amount: number;
  installments: number;
  merchantName: string;
  orderReference: string;
  /** As the browser tells, for a provider whose server is told; absent after the order. */
  buyer?: {
    device?: DeviceSignals | undefined;
    payer?: ThreeDSPayer | undefined;
    userAgent: string;
  };
  /** When it is over by the account's clock. */
  expiresAt: Date;
};

/**
 * The truth, unlike what a browser reports. `authenticated`, `attempted`: with the proof an
 * acquirer wants: `eci` two digits by brand, `cavv` 20 bytes in base64, `xid` where its acquirer
 * asks for it. `challenge`, of `enroll`: the bank asks, by that session. By its `eci` data alone
 * may have been shared, which counts as attempted. `referenced`: the provider cannot be asked; the
 * charge tells whether `id`, which the browser carried, is of an authentication. `reason`: see
 * contract/card/three-d-secure.ts. `isChallenged`: whether the card's bank asked the buyer; left
 * out by who does not tell.
 */
export type AuthenticationResult =
  | { kind: 'open' }
  | { kind: 'challenge'; session: string }
  | {
      kind: 'authenticated' | 'attempted';
      eci: string;
      cavv: string;
      dsTransactionId: string;
      version: string;
      xid?: string;
      isChallenged?: boolean;
    }
  | { kind: 'referenced'; id: string }
  | {
      kind: 'failed';
      isChallenged?: boolean;
      reason:
        | 'cancelled'
        | 'not_authenticated'
        | 'rejected'
        | 'not_supported'
        | 'unavailable'
        | 'error';
    };

/**
 * One that is open. `session`: the one in force; `secret`: what `open` gave to be kept; both only for
 * a provider with `enroll`. `reference`: what the browser carried, where the acquirer verifies it.
 */
export type OpenAuthentication = {
  companyId: string;
  transactionId: string;
  session?: string;
  secret?: string;
  reference?: string;
};

/**
 * The server half. The browser's is the provider's own script at `browser.sdkUrl`, driven by
 * `sdk/card-flow/drivers/<name>.ts`. What is thrown means "unknown": asked again, never assumed.
 */
export interface ThreeDSecureProvider {
  /** The name of its folder, of its driver, and `threeDSecureProvider` of answers. */
  readonly name: string;
  /**
   * `acquirer`: no call tells what came of an authentication. The browser carries its name here, and
   * the same party verifies it when it charges with it.
   */
  readonly verifiedBy?: 'acquirer';
  readonly browser: {
    sdkUrl: string;
    hosts: { script: string[]; connect: string[]; frame: string[] };
    /** The script is given number, expiry and holder of the card, and who pays; never the CVV. */
    needsCard?: true;
  };
  /**
   * `session`: what the provider's script needs; `transactionId`: the provider's own id; `secret`:
   * what no browser may have, kept sealed as long as the authentication is open.
   */
  open(
    request: AuthenticationRequest,
    signal: AbortSignal,
  ): Promise<{ session: string; transactionId: string; secret?: string }>;
  /** Of one whose server is asked once its script knows the device, only before the order. */
  enroll?(authentication: OpenAuthentication, signal: AbortSignal): Promise<AuthenticationResult>;
  /** Asks for the result. */
  find(authentication: OpenAuthentication, signal: AbortSignal): Promise<AuthenticationResult>;
  /** Ends an open one; gives the result in force afterwards. */
  cancel(authentication: OpenAuthentication, signal: AbortSignal): Promise<AuthenticationResult>;
  /** Told when a result may have come; a hint to ask. Left out by one that tells of none. */
  onResult?(listener: (transactionId: string) => void): void;
}

/** 3-D Secure that the acquirer runs itself, on a charge it already has, which tells the result. */
export interface AcquirerChallenges {
  /** The browser half, driven by `sdk/card-flow/drivers/`. */
  readonly browser: ThreeDSecureProvider['browser'];
  /** Only a charge that waits; one decided stays as it is. `cancelId`: the same for every try. */
  cancel(
    charge: { companyId: string; reference: string; externalId: string | null; cancelId: string },
    signal: AbortSignal,
  ): Promise<void>;
}
