import { PIX_SCOPES } from '../pix-bank/access.ts';
import type { PixBankOptions } from '../pix-bank/pix-bank.ts';
import { startPixBank } from '../pix-bank/pix-bank.ts';
import { billetRoutes } from './billet-routes.ts';
import { createBillets } from './billets.ts';
import { bankRoutes, consentRoutes, tellConsent } from './consent-routes.ts';
import { createConsents } from './consents.ts';
import { createInfractions, INFRACTION_SCOPE, infractionRoutes } from './infractions.ts';
import { EFI_SCOPES, payoutRoutes, tellNotice } from './payout-routes.ts';
import { createPayouts } from './payouts.ts';

export type EfiOptions = Omit<PixBankOptions, 'profile' | 'ownRoutes'>;

export type Efi = Awaited<ReturnType<typeof startEfi>>;

/** The PIX bank of the profile `efi`; its own calls share host, tokens and certificates. */
export async function startEfi({
  granted = [...PIX_SCOPES, ...EFI_SCOPES, INFRACTION_SCOPE],
  ...options
}: EfiOptions) {
  const { clock, random } = options;
  const payouts = createPayouts({ clock, random });
  const billets = createBillets({ clock, random });
  const consents = createConsents({ clock, random });
  const infractions = createInfractions({ clock, random });
  const bank = await startPixBank({
    ...options,
    granted,
    profile: 'efi',
    ownRoutes: (desk, hasWebhook) => [
      ...payoutRoutes(desk, payouts, hasWebhook),
      ...infractionRoutes(desk, infractions),
    ],
    ownHosts: ({ record, credentials }) => {
      const access = { clock, random, record, credentials };
      // Whoever asks for a boleto shows no certificate.
      return {
        charges: { routes: billetRoutes(billets, access) },
        openFinance: {
          routes: consentRoutes(consents, access, () => bank.origins.bank ?? ''),
          clientAuthority: options.authority,
        },
        bank: { routes: bankRoutes(consents) },
      };
    },
  });

  return {
    ...bank,
    openInfraction: infractions.open,
    endInfraction: infractions.end,
    payouts: payouts.payouts,
    settlePayout: payouts.settle,
    setBalance: payouts.setBalance,
    setOwner: payouts.setOwner,
    forgetKey: payouts.forgetKey,
    participants: consents.participants,
    consents: consents.consents,
    endConsent: consents.end,
    /** Tells of a payment by open finance, with the hash that the company gave, or another. */
    notifyOfConsent: (id: string, { hash }: { hash?: string } = {}) => {
      const config = consents.config();
      if (config === null) throw new Error('open finance is not configured');
      const { webhookURL, webhookSecurity } = config;
      const url = new URL(webhookURL);
      const own = webhookSecurity?.type === 'hmac' ? webhookSecurity.hash : undefined;
      const sent = hash ?? own;
      if (sent !== undefined) url.searchParams.set('hmac', sent);
      const told = { ...tellConsent(consents.consentOf(id)), tipo: 'pagamento' };
      const type = { 'content-type': 'application/json' };
      return bank.sendNoticeTo(url.href, JSON.stringify(told), type);
    },
    billets: billets.billets,
    payBillet: billets.pay,
    moveBillet: billets.moveTo,
    setPixOnBillets: billets.setPix,
    /** Tells the address that the boleto was made with, by a token alone. */
    notifyOfBillet: (id: number, { token }: { token?: string } = {}) => {
      const billet = billets.billetOf(id);
      const url = billet.fields.metadata?.notification_url;
      if (url === undefined) throw new Error('the boleto has no address for notices');
      const body = new URLSearchParams({ notification: token ?? billet.token }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return bank.sendNoticeTo(url, body, headers);
    },
    /** Sends one notice of these payouts, in one body. */
    notifyOfPayouts: (ids: readonly string[]) =>
      bank.sendNotice({ pix: ids.map((id) => tellNotice(payouts.payoutOf(id))) }),
  };
}
