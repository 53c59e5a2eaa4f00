import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import { routeTo } from './company.ts';
import { PLAIN_BANKS } from './open-parties.ts';
import { mustBe, until } from './report.ts';
import type { Payable, Stage, Told } from './stage.ts';
import { toldWith } from './stage.ts';

export async function issuePix({ merchant }: Pick<Stage, 'merchant'>): Promise<string> {
  const { status, body } = await merchant.pay({ paymentMethod: 'PIX' });
  mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'PENDING']);
  mustBe('the code', body.pix.qrcode.includes('br.gov.bcb.pix'), true);
  return body.id;
}

/** PIX at every bank and acquirer that has it: paid, told twice over TLS, given back in parts. */
export async function tryPix(stage: Stage): Promise<void> {
  const { report, parties, operate } = stage;
  report.heading('PIX');
  for (const name of PLAIN_BANKS) await tryPixAtBank(stage, name, parties.banks[name]);
  await tryPixAtBank(stage, 'efi', parties.efi);
  await routeTo(operate, 'PIX', 'mercadopago');
  await tryPixAtSeller(stage, 'mercadopago', payAtMercadoPago);
  await routeTo(operate, 'PIX', 'pagbank');
  await tryPixAtSeller(stage, 'pagbank', payAtPagBank);
}

async function tryPixAtBank(stage: Stage, name: string, bank: PixBank): Promise<void> {
  const { report, merchant, operate, receiver } = stage;
  await routeTo(operate, 'PIX', name);
  let id = '';
  await report.attempt(
    `${name}: a notice of a PIX that nobody has paid moves nothing`,
    async () => {
      id = await issuePix(stage);
      const txid = attemptKeyOf(id);
      const forged = { pix: [{ txid, endToEndId: `E${'0'.repeat(31)}`, valor: '37.00' }] };
      mustBe('its answer', await bank.forgeNotice(forged), toldWith(200));
      mustBe('the status', (await merchant.show(id)).status, 'PENDING');
    },
  );
  await report.attempt(`${name}: a PIX is paid, and told twice`, async () => {
    const told = await bank.notify([bank.pay(attemptKeyOf(id))], { times: 2 });
    mustBe('the answers', told, [toldWith(200), toldWith(200)]);
    mustBe('the status', (await merchant.show(id)).status, 'APPROVED');
    await receiver.mustHear(id, 'APPROVED');
  });
  await report.attempt(`${name}: a PIX is given back in two parts`, async () => {
    await givePixBack(stage, id, bank);
  });
}

/** A bank takes its time with a refund: it ends there later, and a notice tells of it. */
async function givePixBack({ merchant }: Stage, id: string, bank: PixBank): Promise<void> {
  const txid = attemptKeyOf(id);
  const pix = [...bank.received.values()].find((one) => one.txid === txid);
  if (pix === undefined) throw new Error('the bank has no such PIX');
  for (const [nth, amount] of [1_000, 2_700].entries()) {
    const { status, body } = await merchant.refund(id, amount);
    mustBe('the answer', [status, body.error?.code ?? body.status], [201, 'PENDING']);
    await until('a refund at the bank', () => pix.refunds.length === nth + 1);
    bank.settleRefund(pix.endToEndId, pix.refunds[nth]?.id ?? '', { status: 'DEVOLVIDO' });
    mustBe('the answers', await bank.notify([pix.endToEndId]), [toldWith(200)]);
    const refund = await merchant.call('GET', `/payin/${id}/refund/${body.id}`);
    mustBe('the refund', refund.body.status, 'DONE');
  }
  mustBe('the status', (await merchant.show(id)).status, 'REFUNDED');
}

async function tryPixAtSeller(
  stage: Stage,
  name: string,
  pay: (stage: Stage, id: string) => Promise<readonly Told[]>,
): Promise<void> {
  const { report, merchant, receiver } = stage;
  await report.attempt(
    `${name}: a PIX is paid; a forged notice is refused, the signed one taken`,
    async () => {
      const id = await issuePix(stage);
      mustBe('the answers', await pay(stage, id), [toldWith(401), toldWith(200), toldWith(200)]);
      mustBe('the status', (await merchant.show(id)).status, 'APPROVED');
      await receiver.mustHear(id, 'APPROVED');
    },
  );
}

/** Pays at Mercado Pago; the notice comes forged, and then twice as it should. */
export async function payAtMercadoPago(
  { parties: { mercadopago }, noticeAddresses }: Payable,
  id: string,
): Promise<Told[]> {
  const key = attemptKeyOf(id);
  const found = [...mercadopago.payments.values()].find(
    ({ fields }) => fields.external_reference === key,
  );
  if (found === undefined) throw new Error('Mercado Pago has no such payment');
  mercadopago.change(found.id, { status: 'approved', detail: 'accredited' });
  const address = noticeAddresses.mercadopago ?? '';
  return [
    await mercadopago.notify(address, found.id, { secret: 'of-somebody-else' }),
    await mercadopago.notify(address, found.id),
    await mercadopago.notify(address, found.id),
  ];
}

export async function payAtPagBank({ parties: { pagbank } }: Payable, id: string): Promise<Told[]> {
  const key = attemptKeyOf(id);
  const found = [...pagbank.orders.values()].find(({ fields }) => fields.reference_id === key);
  if (found === undefined) throw new Error('PagBank has no such order');
  pagbank.pay(found.id);
  return [
    ...(await pagbank.notify(found.id, { token: 'of-somebody-else' })),
    ...(await pagbank.notify(found.id)),
    ...(await pagbank.notify(found.id)),
  ];
}
