import type { PixProfileName } from '../../service/providers/pix-bacen/profiles.ts';
import { PIX_PROFILES } from '../../service/providers/pix-bacen/profiles.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { Parties } from './open-parties.ts';

export const PFX_PASSWORD = 'the-password-of-the-file';

export function pixSettings(
  bank: PixBank,
  name: PixProfileName,
  identity: { pfx: (password: string) => Buffer },
): Record<string, string> {
  const { clientId, clientSecret, applicationKey, accountNumber } = bank.credentials;
  const { tokenAuth, header } = PIX_PROFILES[name];
  return {
    'client-id': clientId,
    ...(tokenAuth === 'form_id' ? {} : { 'client-secret': clientSecret }),
    ...(header?.holds === 'application_key' ? { 'application-key': applicationKey } : {}),
    ...(header?.holds === 'account_number' ? { 'account-number': accountNumber } : {}),
    'pix-key': bank.key,
    'merchant-city': bank.receiver.city,
    ...certificateSettings(identity),
  };
}

/** Certificate and key in one file, as banks hand them out. */
export function certificateSettings(identity: {
  pfx: (password: string) => Buffer;
}): Record<string, string> {
  const certificate = identity.pfx(PFX_PASSWORD).toString('base64');
  return { certificate, 'certificate-password': PFX_PASSWORD };
}

/** By the party's name. `returnAddress`: where a buyer comes back to from their bank. */
export function credentialsAt(
  parties: Parties,
  { returnAddress }: { returnAddress: string },
): Record<string, Record<string, string>> {
  const { efi, banks, cielo, braspag, mercadopago, pagbank, noticeHeader } = parties;
  const header = { 'notice-header': `${noticeHeader.name}:${noticeHeader.value}` };
  const acquirer = ({ credentials, mpiCredentials }: typeof cielo) => ({
    'merchant-id': credentials.merchantId,
    'merchant-key': credentials.merchantKey,
    ...header,
    ...Object.fromEntries(
      Object.entries(mpiCredentials).map(([name, value]) => [`mpi-${name}`, value]),
    ),
  });
  const atBank = (name: keyof typeof banks) =>
    pixSettings(banks[name], name, banks[name].issueCertificate());
  return {
    efi: { ...pixSettings(efi, 'efi', efi.issueCertificate()), 'return-address': returnAddress },
    sicoob: atBank('sicoob'),
    sicredi: atBank('sicredi'),
    bb: atBank('bb'),
    inter: atBank('inter'),
    santander: atBank('santander'),
    cielo: acquirer(cielo),
    braspag: { ...acquirer(braspag), 'payment-provider': 'Simulado' },
    mercadopago: {
      'access-token': mercadopago.credentials.accessToken,
      'webhook-secret': mercadopago.credentials.webhookSecret,
    },
    pagbank: { token: pagbank.credentials.token },
  };
}
