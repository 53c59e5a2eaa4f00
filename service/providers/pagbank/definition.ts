import * as z from 'zod/mini';
import { textMatching } from '../../../contract/errors/broken-rule.ts';
import type { ProviderDefinition } from '../definition.ts';
import { setting } from '../definition.ts';
import { SETTLEMENT_SETTINGS } from '../settlement-terms.ts';
import { createPagBank } from './pagbank.ts';
import { PAGBANK_STATEMENT } from './statement.ts';

const settingsSchema = z.object({
  token: textMatching(/^[\x21-\x7e]{20,200}$/, 'characters', {
    allowed: 'ASCII',
    min: 20,
    max: 200,
  }),
  'card-data': z._default(z.enum(['plain', 'encrypted']), 'plain'),
});

export type PagBankSettings = z.infer<typeof settingsSchema>;

const HOSTS = {
  production: { api: 'https://api.pagseguro.com', sdk: 'https://sdk.pagseguro.com' },
  sandbox: { api: 'https://sandbox.api.pagseguro.com', sdk: 'https://sandbox.sdk.pagseguro.com' },
} as const;

export const PAGBANK: ProviderDefinition<PagBankSettings> = {
  name: 'pagbank',
  title: 'PagBank',
  verified: 'offline-contract',
  methods: ['CREDIT_CARD', 'PIX', 'BOLETO'],
  steps: {
    CREDIT_CARD: ['paid', 'refunded', 'given_back'],
    PIX: ['paid', 'cancelled', 'refunded', 'given_back'],
    BOLETO: ['paid', 'cancelled', 'given_back'],
  },
  settings: [
    setting('secret', 'token', {
      en:
        'The token of the account, at PagBank under Vendas, Integrações; the sandbox has another, ' +
        'at portaldev.pagbank.com.br. Notices are signed with it as well.',
      pt:
        'O token da conta, no PagBank em Vendas, Integrações; o do sandbox é outro, em ' +
        'portaldev.pagbank.com.br. Os avisos também são assinados com ele.',
    }),
    setting('option', 'card-data', {
      en:
        'plain, where PagBank has cleared the account for card numbers (ask for it, with the ' +
        'certificate of PCI DSS; without it every charge is refused with 403); or encrypted, by ' +
        'the public key of the account, which is fetched. Left out: plain.',
      pt:
        'plain, quando o PagBank liberou a conta para números de cartão (peça, com o certificado PCI ' +
        'DSS; sem isso toda cobrança é recusada com 403); ou encrypted, com a chave pública da conta, ' +
        'que é buscada. Se ficar de fora: plain.',
    }),
    ...SETTLEMENT_SETTINGS,
  ],
  schema: settingsSchema,
  hosts: (_settings, environment) => HOSTS[environment],
  identityOf: () => null,
  statement: PAGBANK_STATEMENT,
  noList:
    'its charges are found by their reference alone, and the API of its EDI, which tells a day, has ' +
    'other credentials (developer.pagbank.com.br, "Consultar movimentos", read 2026-11-28)',
  create: ({ token, 'card-data': cardMode }, surroundings) => {
    const { api = '', sdk = '', assets, bank } = surroundings.hosts;
    return createPagBank({
      provider: 'pagbank',
      token,
      cardMode,
      ...surroundings,
      hosts: { api, sdk, assets, bank },
      noticesAddress: toNoticesAddress(surroundings.noticesAddress ?? null),
    });
  },
};

/** PagBank refuses an order that names a plain address, as a service on its own machine has. */
function toNoticesAddress(address: string | null): string | null {
  return address?.startsWith('https:') === true ? address : null;
}
