/**
 * The two interfaces to one acquirer, as data.
 *
 * Sources, read 2026-11-23; nobody was called:
 * - cielo: manual of the e-commerce API 3.0, github DeveloperCielo/developercielo.github.io at
 *   a5c3ddc (2025-02-26, its text of 2024-08).
 * - braspag: the manual of its Pagador, github Braspag/braspag.github.io, by what it has otherwise.
 */
export type AcquirerProfile = {
  /** Before `/sales` and `/card`. */
  prefix: string;
  /** Whether a sale names the acquirer behind, and its answer tells what that one said. */
  hasProvider: boolean;
  /** Where a sale names the session of the antifraud's script. */
  fingerprintField: 'BrowserFingerprint' | 'FingerPrintId';
  /** Whether cards are stored by a call of their own; at the other it is another product. */
  storesCards: boolean;
  /** What the list of an order's payments is called. */
  paymentsField: 'Payment' | 'Payments';
};

export type AcquirerProfileName = 'cielo' | 'braspag';

export const ACQUIRER_PROFILES: Readonly<Record<AcquirerProfileName, AcquirerProfile>> = {
  cielo: {
    prefix: '/1',
    hasProvider: false,
    fingerprintField: 'BrowserFingerprint',
    storesCards: true,
    paymentsField: 'Payment',
  },
  braspag: {
    prefix: '/v2',
    hasProvider: true,
    fingerprintField: 'FingerPrintId',
    storesCards: false,
    paymentsField: 'Payments',
  },
};
