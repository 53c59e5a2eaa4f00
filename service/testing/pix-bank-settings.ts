import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { PixProfileName } from '../providers/pix-bacen/profiles.ts';
import { PIX_PROFILES } from '../providers/pix-bacen/profiles.ts';

export const PFX_PASSWORD = 'a-password-of-a-file';

/** As long as tests are run by the clock of a machine. */
export const LASTING = { validDays: 20 * 365 };

/** What an operator types for a company at a bank as it is played, its certificate read already. */
export function pixBankSettings(
  bank: PixBank,
  profile: PixProfileName,
  certificate: { validDays?: number } = LASTING,
): Record<string, string> {
  const { clientId, clientSecret, applicationKey, accountNumber } = bank.credentials;
  const { tokenAuth, header } = PIX_PROFILES[profile];
  const pfx = bank.issueCertificate(certificate).pfx(PFX_PASSWORD);
  return {
    'client-id': clientId,
    ...(tokenAuth === 'form_id' ? {} : { 'client-secret': clientSecret }),
    ...(header?.holds === 'application_key' ? { 'application-key': applicationKey } : {}),
    ...(header?.holds === 'account_number' ? { 'account-number': accountNumber } : {}),
    'pix-key': bank.key,
    'merchant-city': bank.receiver.city,
    certificate: pfx.toString('base64'),
    'certificate-password': PFX_PASSWORD,
  };
}
