import type { OrderFacts } from '../acquirer.ts';

/** Everybody pays something with a name. */
const NO_NAME = 'Cliente';
const MAX_NAME = 120;
const MAX_ITEM_NAME = 200;
const MAX_QUANTITY = 99_999;
const MAX_CENTAVOS = 999_999_999;
const MAX_DESCRIPTION = 64;
const MAX_DESCRIPTOR = 17;

/** An order as PagBank takes it, without what is to be paid. `key` leads notices back to us. */
export function toOrder(
  facts: OrderFacts & { amount: number },
  { key, noticesAddress }: { key: string; noticesAddress: string | null },
) {
  return {
    reference_id: key,
    customer: toCustomer(facts.payer),
    items: toItems(facts),
    ...(noticesAddress === null ? {} : { notification_urls: [noticesAddress] }),
  };
}

export function toCustomer({ name, email, document, phone }: OrderFacts['payer']) {
  const parts = /^55(\d{2})(\d{8,9})$/.exec(phone);
  const [, area = '', number = ''] = parts ?? [];
  const type = number.length === 9 ? 'MOBILE' : 'HOME';
  return {
    name: toName(name),
    email,
    tax_id: document,
    ...(parts === null ? {} : { phones: [{ country: '55', area, number, type }] }),
  };
}

/** Decision: with an item that PagBank would refuse, as a free one, all is told as one item. */
function toItems({ items, amount, orderReference }: OrderFacts & { amount: number }) {
  const fit = items.every(
    ({ quantity, unitPrice }) =>
      quantity <= MAX_QUANTITY && unitPrice >= 1 && unitPrice <= MAX_CENTAVOS,
  );
  if (!fit) {
    const name = `Pedido ${orderReference}`.slice(0, MAX_ITEM_NAME);
    return [{ name, quantity: 1, unit_amount: amount }];
  }
  return items.map(({ title, quantity, unitPrice }) => ({
    ...{ name: title.slice(0, MAX_ITEM_NAME), quantity, unit_amount: unitPrice },
  }));
}

/** Letters, digits and spaces alone: whatever else a name has, PagBank refuses with 40002. */
export function toName(name: string): string {
  return toWords(name).slice(0, MAX_NAME).trim() || NO_NAME;
}

export function toDescription(orderReference: string): string {
  return orderReference.slice(0, MAX_DESCRIPTION);
}

/** What stands on the invoice of the card, without accents. */
export function toDescriptor(merchantName: string): string {
  const plain = merchantName.normalize('NFKD').replace(/\p{M}/gu, '');
  return toWords(plain).slice(0, MAX_DESCRIPTOR).trim();
}

function toWords(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** As PagBank writes times: those of Brasília, which stand still since 2019. */
export function toBrazilianTime(time: Date): string {
  const shifted = new Date(time.getTime() - 3 * 60 * 60 * 1000);
  return `${shifted.toISOString().slice(0, 19)}-03:00`;
}
