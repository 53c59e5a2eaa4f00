import { pixSettings } from '../../scripts/rehearse/credentials.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { PixProfileName } from '../providers/pix-bacen/profiles.ts';

/** As long as tests are run by the clock of a machine. */
export const LASTING = { validDays: 20 * 365 };

/** What an operator types for a company at a bank as it is played, its certificate read already. */
export function pixBankSettings(
  bank: PixBank,
  profile: PixProfileName,
  certificate: { validDays?: number } = LASTING,
): Record<string, string> {
  return pixSettings(bank, profile, bank.issueCertificate(certificate));
}
