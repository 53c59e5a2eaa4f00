import * as z from 'zod/mini';
import { must } from '../../../contract/errors/broken-rule.ts';
import type { ProviderDefinition } from '../definition.ts';
import { setting } from '../definition.ts';
import { createPixBankOf, createPixParts, PIX_STEPS } from '../pix-bacen/definition.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import type { PixSettings } from '../pix-bacen/settings.ts';
import { pixSettingsOf, pixSettingsSchema } from '../pix-bacen/settings.ts';
import { REAL_DEADLINE_MS } from '../provider.ts';
import { createEfiBoletos } from './boletos.ts';
import { createEfiConsents } from './consents.ts';
import { createEfiIssuer } from './issuer.ts';
import { createEfiNotices } from './notices.ts';
import { createEfiPayouts } from './payouts.ts';

const profile = PIX_PROFILES.efi;

const OWN_HOSTS = {
  production: {
    charges: 'https://cobrancas.api.efipay.com.br',
    openFinance: 'https://openfinance.api.efipay.com.br',
  },
  sandbox: {
    charges: 'https://cobrancas-h.api.efipay.com.br',
    openFinance: 'https://openfinance-h.api.efipay.com.br',
  },
} as const;

export type EfiSettings = PixSettings & { returnAddress: string | null };

const RETURN_ADDRESS = setting('option', 'return-address', {
  en:
    'for open finance: where buyers come back to from their bank; /providers/efi/return at the ' +
    'address of this service leads on to the returnUrl of each payin',
  pt:
    'para open finance: para onde o comprador volta depois do banco; /providers/efi/return no ' +
    'endereço deste serviço leva ao returnUrl de cada payin',
});

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

const returnAddressSchema = z.pipe(
  z.object({
    'return-address': z.optional(
      z.string().check(z.maxLength(500), must(isHttps, 'url', { schemes: 'https' })),
    ),
  }),
  z.transform((typed) => ({ returnAddress: typed['return-address'] ?? null })),
);

/**
 * What to ask Efí for: an application with the scopes of its PIX API, and for payouts `pix.send`
 * and `gn.pix.send.read`, which it grants on request, and for disputes `gn.infractions.read`. Its
 * panel hands out the certificate, one for each environment, as a P12 without a password. Boletos
 * need its API of charges for the same application, and payers with an address. Open finance needs
 * it to be allowed to receive PIX without a charge, a return address, and buyers who are persons; a
 * bank's id is Efí's id of the participant. Payouts need `provider connect` first: Efí sends
 * nothing for a key without an address for its notices.
 */
export const EFI: ProviderDefinition<EfiSettings> = {
  name: 'efi',
  title: 'Efí',
  verified: 'offline-contract',
  methods: ['PIX', 'BOLETO', 'OPEN_FINANCE', 'PAYOUT'],
  steps: { PIX: PIX_STEPS, BOLETO: ['paid', 'cancelled'], OPEN_FINANCE: ['paid', 'cancelled'] },
  settings: [...pixSettingsOf(profile), RETURN_ADDRESS],
  schema: z.intersection(pixSettingsSchema(profile), returnAddressSchema),
  hosts: (_settings, environment) => ({ ...profile.hosts[environment], ...OWN_HOSTS[environment] }),
  identityOf: ({ identity }) => identity,
  showsNoticeCertificate: true,
  returnParameter: 'identificadorPagamento',
  create(settings, surroundings) {
    const bank = createPixBankOf('efi', settings, surroundings);
    const own = { ...settings, profile };
    const { payments, test, list, notices } = createPixParts(bank, own, surroundings);
    const { credentials, pixKey, returnAddress } = settings;
    const { noticesAddress = null, isNoticeProved = false } = surroundings;
    const by = { ...surroundings, credentials };
    const { charges = '', openFinance = '' } = surroundings.hosts;
    const boletos = createEfiBoletos({ ...by, origin: charges, noticesAddress });
    const consents = createEfiConsents({ ...by, origin: openFinance, pixKey, returnAddress });
    return {
      ...{ name: 'efi', isReal: true, deadlineMs: REAL_DEADLINE_MS, cards: null, threeDS: null },
      payments: createEfiIssuer(payments, {
        ...{ boletos, consents, client: bank.client, now: surroundings.now },
      }),
      test,
      list,
      payouts: createEfiPayouts(bank.client, pixKey),
      notices: createEfiNotices(notices, { boletos, consents, isNoticeProved, noticesAddress }),
    };
  },
};
