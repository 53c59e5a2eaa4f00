import type { ProviderDefinition } from '../definition.ts';
import { createPixBankOf, createPixParts } from '../pix-bacen/definition.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import type { PixSettings } from '../pix-bacen/settings.ts';
import { pixSettingsOf, pixSettingsSchema } from '../pix-bacen/settings.ts';
import { createEfiNotices } from './notices.ts';
import { createEfiPayouts } from './payouts.ts';

const profile = PIX_PROFILES.efi;

/**
 * Efí: PIX by the central bank's API, and what it has besides for the same application.
 *
 * What to ask Efí for: an application with the scopes of its PIX API, and for payouts `pix.send` and
 * `gn.pix.send.read`, which it grants on request. It hands out the certificate in its panel, one for
 * each environment, as a P12 without a password. Payouts need `provider connect` first: Efí sends
 * nothing for a key without an address for its notices.
 */
export const EFI: ProviderDefinition<PixSettings> = {
  name: 'efi',
  title: 'Efí',
  verified: 'offline-contract',
  methods: ['PIX', 'PAYOUT'],
  settings: pixSettingsOf(profile),
  schema: pixSettingsSchema(profile),
  hosts: (_settings, environment) => profile.hosts[environment],
  identityOf: ({ identity }) => identity,
  create(settings, surroundings) {
    const bank = createPixBankOf('efi', settings, surroundings);
    const { payments, test, notices } = createPixParts(
      bank,
      { ...settings, profile },
      surroundings,
    );
    return {
      ...{ name: 'efi', isReal: true, cards: null, threeDS: null },
      ...{ payments, test },
      payouts: createEfiPayouts({ client: bank.client, pixKey: settings.pixKey }),
      notices: createEfiNotices(notices),
    };
  },
};
