import { PIX_SCOPES } from '../pix-bank/access.ts';
import type { PixBankOptions } from '../pix-bank/pix-bank.ts';
import { startPixBank } from '../pix-bank/pix-bank.ts';
import { EFI_SCOPES, payoutRoutes, tellNotice } from './payout-routes.ts';
import { createPayouts } from './payouts.ts';

export type EfiOptions = Omit<PixBankOptions, 'profile' | 'ownRoutes'> & {
  /** Whether amounts decide as in its sandbox: to R$ 10.00 paid, to R$ 20.00 not, more refused. */
  hasSandboxAmounts?: boolean;
};

export type Efi = Awaited<ReturnType<typeof startEfi>>;

/**
 * Starts Efí: the PIX bank of the profile `efi`, and on the same host, tokens and certificates the
 * calls of its own, with which the company pays others.
 */
export async function startEfi({
  granted = [...PIX_SCOPES, ...EFI_SCOPES],
  hasSandboxAmounts = false,
  ...options
}: EfiOptions) {
  const { clock, random } = options;
  const payouts = createPayouts({ clock, random, hasSandboxAmounts });
  const bank = await startPixBank({
    ...options,
    granted,
    profile: 'efi',
    ownRoutes: (desk, hasWebhook) => payoutRoutes(desk, payouts, hasWebhook),
  });

  return {
    ...bank,
    payouts: payouts.payouts,
    settlePayout: payouts.settle,
    setBalance: payouts.setBalance,
    setOwner: payouts.setOwner,
    forgetKey: payouts.forgetKey,
    /** Sends one notice of these payouts, in one body. */
    notifyOfPayouts: (ids: readonly string[]) =>
      bank.sendNotice({ pix: ids.map((id) => tellNotice(payouts.payoutOf(id))) }),
  };
}
