import type { ProviderEnvironment } from '../definition.ts';

/**
 * The two interfaces to card acquirers that Cielo's group has. Sources, read 2026-11-23 (nobody was
 * called):
 * - cielo: manual of the e-commerce API 3.0, github DeveloperCielo/developercielo.github.io (text
 *   of 2024-08), and docs.cielo.com.br ("Creating an authenticated payment", "API errors", "Como
 *   bloquear pedidos duplicados").
 * - braspag: manual of its Pagador, github Braspag/braspag.github.io; by one sale it reaches Cielo
 *   and others (Rede, Getnet, Stone, Safra), which it calls providers.
 * - Stored cards, read 2026-11-25: docs.cielo.com.br/ecommerce-cielo ("cielo-vault",
 *   "criar-cardtoken") has a call that stores one and none that forgets it. Braspag's can be
 *   forgotten (docs.cielo.com.br/gateway, "delete-token"), by its product Cartão Protegido alone,
 *   on hosts and with OAuth credentials of its own, which is not used here.
 * - mpi: the server that authenticates cardholders, one for both; see `three-d-secure.ts`.
 */
export type CieloProfile = {
  /** Before `/sales` and `/card`. */
  prefix: string;
  hosts: Readonly<Record<ProviderEnvironment, { api: string; query: string; mpi: string }>>;
  /** Whether a sale names the acquirer behind. */
  hasProvider: boolean;
  /** Where a sale names the session of the antifraud's script. */
  fingerprintField: 'BrowserFingerprint' | 'FingerPrintId';
  storesCards: boolean;
};

export type CieloProfileName = 'cielo' | 'braspag';

const MPI = {
  production: 'https://mpi.braspag.com.br',
  sandbox: 'https://mpisandbox.braspag.com.br',
} as const;

export const CIELO_PROFILES: Readonly<Record<CieloProfileName, CieloProfile>> = {
  cielo: {
    prefix: '/1',
    hosts: {
      production: {
        api: 'https://api.cieloecommerce.cielo.com.br',
        query: 'https://apiquery.cieloecommerce.cielo.com.br',
        mpi: MPI.production,
      },
      sandbox: {
        api: 'https://apisandbox.cieloecommerce.cielo.com.br',
        query: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
        mpi: MPI.sandbox,
      },
    },
    hasProvider: false,
    fingerprintField: 'BrowserFingerprint',
    storesCards: true,
  },
  braspag: {
    prefix: '/v2',
    hosts: {
      production: {
        api: 'https://api.braspag.com.br',
        query: 'https://apiquery.braspag.com.br',
        mpi: MPI.production,
      },
      sandbox: {
        api: 'https://apisandbox.braspag.com.br',
        query: 'https://apiquerysandbox.braspag.com.br',
        mpi: MPI.sandbox,
      },
    },
    hasProvider: true,
    fingerprintField: 'FingerPrintId',
    storesCards: false,
  },
};
