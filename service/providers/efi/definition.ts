import type { ProviderDefinition } from '../definition.ts';
import { createPixBankOf, createPixParts } from '../pix-bacen/definition.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import type { PixSettings } from '../pix-bacen/settings.ts';
import { pixSettingsOf, pixSettingsSchema } from '../pix-bacen/settings.ts';
import { createEfiBoletos } from './boletos.ts';
import { createEfiIssuer } from './issuer.ts';
import { createEfiNotices } from './notices.ts';
import { createEfiPayouts } from './payouts.ts';

const profile = PIX_PROFILES.efi;

const CHARGES = {
  production: 'https://cobrancas.api.efipay.com.br',
  sandbox: 'https://cobrancas-h.api.efipay.com.br',
} as const;

/**
 * Efí: PIX by the central bank's API, and what it has besides for the same application.
 *
 * What to ask Efí for: an application with the scopes of its PIX API, and for payouts `pix.send` and
 * `gn.pix.send.read`, which it grants on request. It hands out the certificate in its panel, one for
 * each environment, as a P12 without a password. Boletos need its API of charges for the same
 * application, and payers with an address. Payouts need `provider connect` first: Efí sends
 * nothing for a key without an address for its notices.
 */
export const EFI: ProviderDefinition<PixSettings> = {
  name: 'efi',
  title: 'Efí',
  verified: 'offline-contract',
  methods: ['PIX', 'BOLETO', 'PAYOUT'],
  settings: pixSettingsOf(profile),
  schema: pixSettingsSchema(profile),
  hosts: (_settings, environment) => ({
    ...profile.hosts[environment],
    charges: CHARGES[environment],
  }),
  identityOf: ({ identity }) => identity,
  create(settings, surroundings) {
    const bank = createPixBankOf('efi', settings, surroundings);
    const { payments, test, notices } = createPixParts(
      bank,
      { ...settings, profile },
      surroundings,
    );
    const { credentials, pixKey } = settings;
    const { hosts, noticesAddress = null, ...rest } = surroundings;
    const own = { ...rest, credentials };
    const { charges: origin = '' } = hosts;
    const boletos = createEfiBoletos({ ...own, origin, noticesAddress });
    return {
      ...{ name: 'efi', isReal: true, cards: null, threeDS: null, test },
      payments: createEfiIssuer(payments, { boletos }),
      payouts: createEfiPayouts({ client: bank.client, pixKey }),
      notices: createEfiNotices(notices, { boletos }),
    };
  },
};
