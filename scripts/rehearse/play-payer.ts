import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import type { Payable } from './stage.ts';
import { payBilletAtEfi } from './try-other-methods.ts';
import { payAtMercadoPago, payAtPagBank } from './try-pix.ts';

export async function playPayer(stage: Payable, payinId: string): Promise<void> {
  const { efi, banks, mercadopago, pagbank } = stage.parties;
  const key = attemptKeyOf(payinId);
  const bank = [efi, ...Object.values(banks)].find(({ charges }) => charges.has(key));
  const billets = [...efi.billets.values()].map(({ fields }) => fields.metadata?.custom_id);
  const payments = [...mercadopago.payments.values()].map((one) => one.fields.external_reference);
  const orders = [...pagbank.orders.values()].map(({ fields }) => fields.reference_id);
  if (bank !== undefined) await bank.notify([bank.pay(key)]);
  else if (billets.includes(key)) await payBilletAtEfi(stage, payinId);
  else if (payments.includes(key)) await payAtMercadoPago(stage, payinId);
  else if (orders.includes(key)) await payAtPagBank(stage, payinId);
  else throw new Error('no party has that payment');
}
