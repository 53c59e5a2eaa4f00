/** What a page keeps of a payin that waits for its buyer, so that a reload finds it again. */
export type KeptPayment = { referenceId: string; viewToken: string };

const PLACE = 'checkout-payment';

/** Keeps it for this tab alone; null: it waits no more. A page without a storage keeps nothing. */
export function keepPayment(kept: KeptPayment | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // Such as in a page whose visitor allows no storage.
  }
}

/** What was kept; null where nothing is, or something else stands there. */
export function keptPayment(): KeptPayment | null {
  try {
    const { referenceId, viewToken } = Object(JSON.parse(sessionStorage.getItem(PLACE) ?? 'null'));
    const isKept = typeof referenceId === 'string' && typeof viewToken === 'string';
    return isKept ? { referenceId, viewToken } : null;
  } catch {
    return null;
  }
}
