// What the shop's back end and its page tell each other.

/** `price` in centavos. */
export type Product = { sku: string; title: string; description: string; price: number };

/** What the sandbox lets its integrators do to a payin, in place of the outside world. */
export type Simulation = 'pay' | 'expire' | 'refund';

export type CartLine = { sku: string; quantity: number };

/** An order as its page may see it: nothing of the customer, nothing of the credentials. */
export type Order = {
  referenceId: string;
  /** In centavos. */
  amount: number;
  items: readonly CartLine[];
  /** That of its payin; `OPEN` where it has none. */
  status: string;
  payinId: string | null;
};
