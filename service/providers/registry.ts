import { BRASPAG, CIELO } from './cielo/definition.ts';
import type { ProviderDefinition } from './definition.ts';
import { EFI } from './efi/definition.ts';
import { MERCADOPAGO } from './mercadopago/definition.ts';
import { PAGBANK } from './pagbank/definition.ts';
import { PIX_BANKS } from './pix-bacen/definition.ts';

export const PROVIDER_DEFINITIONS: readonly ProviderDefinition[] = [
  BRASPAG,
  CIELO,
  EFI,
  ...PIX_BANKS,
  MERCADOPAGO,
  PAGBANK,
];

export function findDefinition(name: string): ProviderDefinition | null {
  return PROVIDER_DEFINITIONS.find((definition) => definition.name === name) ?? null;
}

/**
 * How many look-ups of one process begin within a minute. Decision: half of what a provider's
 * documents let an account make, since two processes may serve one; five a second where they name
 * no limit (Efí's 500 a second are of its PUT and POST). The sandbox asks nobody.
 */
export function lookUpBudget(name: string): number {
  if (name === 'sandbox') return Number.POSITIVE_INFINITY;
  return (findDefinition(name)?.lookUpsPerMinute ?? 600) / 2;
}
