import type { CardOfProof } from './hands.ts';

/** `holderName`: at Mercado Pago it decides. Each is a number that anybody may read. */
const CARDS: Readonly<
  Record<string, Readonly<Record<'approved' | 'refused', { number: string; holderName: string }>>>
> = {
  // The last digit decides. Source: Cielo's manual, "Cartões para teste", read 2026-11-23.
  cielo: lastDigitDecides(),
  braspag: lastDigitDecides(),
  // Source: Mercado Pago's guides, "Cartões de teste", read 2026-11-23.
  mercadopago: {
    approved: { number: '4235647728025682', holderName: 'APRO' },
    refused: { number: '4235647728025682', holderName: 'OTHE' },
  },
};

function lastDigitDecides() {
  return {
    approved: { number: '4111111111111111', holderName: 'ANA SOUZA' },
    refused: { number: '4012001037141112', holderName: 'ANA SOUZA' },
  };
}

/** Of the provider's own sandbox; null where its documents name none that is known here. */
export function cardOfProof(provider: string, end: 'approved' | 'refused'): CardOfProof | null {
  const known = CARDS[provider]?.[end];
  if (known === undefined) return null;
  const card = { ...known, expirationMonth: '11', expirationYear: '2030' };
  return { card: { kind: 'card', card }, brand: 'visa', cvv: '123' };
}
