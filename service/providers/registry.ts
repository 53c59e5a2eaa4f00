import { BRASPAG, CIELO } from './cielo/definition.ts';
import type { ProviderDefinition } from './definition.ts';
import { EFI } from './efi/definition.ts';
import { MERCADOPAGO } from './mercadopago/definition.ts';
import { PAGBANK } from './pagbank/definition.ts';
import { PIX_BANKS } from './pix-bacen/definition.ts';

/** Every provider that an operator can switch on. */
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
