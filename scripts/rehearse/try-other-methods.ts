import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import { routeTo } from './company.ts';
import { newReference } from './merchant.ts';
import { mustBe, until } from './report.ts';
import type { Payable, Stage, Told } from './stage.ts';
import { toldWith } from './stage.ts';
import { payAtMercadoPago, payAtPagBank } from './try-pix.ts';

export async function tryOtherMethods(stage: Stage): Promise<void> {
  const { report, operate } = stage;
  report.heading('Boleto');
  for (const [name, pay] of [
    ['efi', payBilletAtEfi],
    ['mercadopago', payAtMercadoPago],
    ['pagbank', payAtPagBank],
  ] as const) {
    await routeTo(operate, 'BOLETO', name);
    await report.attempt(`${name}: a boleto is issued, paid and told`, () => tryBoleto(stage, pay));
  }
  report.heading('Open finance');
  await routeTo(operate, 'OPEN_FINANCE', 'efi');
  await report.attempt('efi: a buyer allows a payment at their bank', () => tryConsent(stage));
}

/** Each is held against the balance, so nothing else may be on its way to it meanwhile. */
export async function tryPayouts(stage: Stage): Promise<void> {
  const { report, operate } = stage;
  report.heading('Payouts');
  await routeTo(operate, 'PAYOUT', 'efi');
  await report.attempt('efi: a payout arrives, and is told', () => tryPayout(stage, 'COMPLETED'));
  await report.attempt('efi: a payout that the bank does not do gives its money back', () =>
    tryPayout(stage, 'REFUSED'),
  );
}

async function tryBoleto(
  { merchant, receiver, ...rest }: Stage,
  pay: (stage: Stage, id: string) => Promise<readonly Told[]>,
): Promise<string> {
  const { status, body } = await merchant.pay({ paymentMethod: 'BOLETO' });
  mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'PENDING']);
  const told = await pay({ merchant, receiver, ...rest }, body.id);
  mustBe('the last answer to a notice', told.at(-1), toldWith(200));
  mustBe('the status', (await merchant.show(body.id)).status, 'APPROVED');
  await receiver.mustHear(body.id, 'APPROVED');
  return body.boleto.barcode;
}

export async function payBilletAtEfi({ parties: { efi } }: Payable, id: string): Promise<Told[]> {
  const key = attemptKeyOf(id);
  const found = [...efi.billets.values()].find(({ fields }) => fields.metadata?.custom_id === key);
  if (found === undefined) throw new Error('Efí has no such boleto');
  efi.payBillet(found.id);
  return [await efi.notifyOfBillet(found.id)];
}

async function tryConsent({ merchant, receiver, parties: { efi } }: Stage): Promise<string> {
  const { body: list } = await merchant.call('GET', '/payin/open-finance/banks');
  const [bank] = list.banks;
  if (bank === undefined) throw new Error('the account has no bank that buyers may pay from');
  const order = { paymentMethod: 'OPEN_FINANCE', bankId: bank.id };
  const { status, body } = await merchant.pay(order);
  mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'PENDING']);
  const consent = [...efi.consents.values()].at(-1);
  if (consent === undefined) throw new Error('Efí has no such payment');
  efi.endConsent(consent.id, 'aceito');
  mustBe('a forged notice', await efi.notifyOfConsent(consent.id, { hash: 'x' }), toldWith(401));
  mustBe('the notice', await efi.notifyOfConsent(consent.id), toldWith(200));
  mustBe('the status', (await merchant.show(body.id)).status, 'APPROVED');
  await receiver.mustHear(body.id, 'APPROVED');
  return bank.name;
}

async function tryPayout(
  { merchant, receiver, parties: { efi } }: Stage,
  ends: 'COMPLETED' | 'REFUSED',
): Promise<void> {
  const available = async () => (await merchant.call('GET', '/balance')).body.available;
  const before = await available();
  const { status, body } = await merchant.call('POST', '/payout', {
    amount: 1_000,
    pixKey: `${newReference()}@example.com`,
    pixKeyType: 'EMAIL',
    referenceId: newReference(),
    webhookUrl: 'https://loja.example.com/webhooks',
  });
  mustBe('the answer', [status, body.error?.code], [201, undefined]);
  mustBe('what is taken from the balance', before - (await available()), 1_000);
  const key = attemptKeyOf(body.id);
  await until('the payout at Efí', () => efi.payouts.has(key));
  efi.settlePayout(key, { status: ends === 'COMPLETED' ? 'REALIZADO' : 'NAO_REALIZADO' });
  const list = `/payout?referenceId=${body.referenceId}`;
  await until(
    `the payout ${ends}`,
    async () => {
      await efi.notifyOfPayouts([key]);
      return (await merchant.call('GET', list)).body.data[0]?.status === ends;
    },
    40_000,
  );
  await receiver.mustHear(body.id, ends);
  const kept = ends === 'COMPLETED' ? 1_000 : 0;
  mustBe('what is taken in the end', before - (await available()), kept);
}
