import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { Faults } from '../../simulators/server/faults.ts';
import { routeTo } from './company.ts';
import { mustBe } from './report.ts';
import type { Stage, Told } from './stage.ts';
import { toldWith } from './stage.ts';
import { cardParties, mustBePaid } from './try-cards.ts';
import { issuePix } from './try-pix.ts';

/** Until a PIX without a notice is looked up, which its merchant's questions hasten. */
const FOUND_WITHIN_MS = 60_000;

/** Providers without a call that tells of a charge-back, each with its source. */
const TELL_NO_CHARGE_BACK = {
  pagbank: 'its reference, objects order and charge: no status or member has it',
  cielo: 'manual of the API, "Notification Post": ChangeType 7 alone, for an API contracted apart',
  braspag: 'manual, "Risk Notification": ChangeType 7 alone, for an API contracted apart',
} as const;

const CHARGE_BACK = 7;

/** Money that is taken back, notices that get lost, and data that a provider does not take. */
export async function tryWaysBack(stage: Stage): Promise<void> {
  stage.report.heading('Ways back');
  const banks = Object.entries({ ...stage.parties.banks, efi: stage.parties.efi });
  for (const [name, bank] of banks) await tryMed(stage, name, bank);
  await tryLostNotices(stage, banks);
  await tryChargeBacks(stage);
  for (const one of refusals(stage)) await tryRefusedData(stage, one);
}

async function tryMed(stage: Stage, name: string, bank: PixBank): Promise<void> {
  const { report, merchant, operate, receiver } = stage;
  const available = async () => (await merchant.call('GET', '/balance')).body.available;
  await routeTo(operate, 'PIX', name);
  await report.attempt(`${name}: money taken back (MED) is told, and no longer there`, async () => {
    const id = await issuePix(stage);
    const endToEndId = bank.pay(attemptKeyOf(id));
    mustBe('the first notice', await bank.notify([endToEndId]), [toldWith(200)]);
    mustBe('the status', (await merchant.show(id)).status, 'APPROVED');
    const before = await available();
    bank.takeBack(endToEndId);
    mustBe('the second notice', await bank.notify([endToEndId]), [toldWith(200)]);
    mustBe('the status', (await merchant.show(id)).status, 'MED');
    mustBe('what is taken from the balance', before - (await available()), 3_700);
    await receiver.mustHear(id, 'MED');
  });
}

async function tryLostNotices(stage: Stage, banks: readonly (readonly [string, PixBank])[]) {
  const { report, merchant, operate, receiver } = stage;
  const waiting: Promise<void>[] = [];
  for (const [name, bank] of banks) {
    await routeTo(operate, 'PIX', name);
    const id = await issuePix(stage);
    bank.pay(attemptKeyOf(id));
    waiting.push(
      report.attempt(`${name}: a lost notification is found by asking`, async () => {
        await merchant.mustBecome(id, 'APPROVED', FOUND_WITHIN_MS);
        await receiver.mustHear(id, 'APPROVED');
      }),
    );
  }
  await Promise.all(waiting);
}

async function tryChargeBacks(stage: Stage): Promise<void> {
  const { report, merchant, operate, receiver, parties, noticeAddresses } = stage;
  const { mercadopago } = parties;
  await routeTo(operate, 'CREDIT_CARD', 'mercadopago');
  await report.attempt(
    'mercadopago: a charge-back is told, and given back once it is won',
    async () => {
      const id = mustBePaid(await merchant.payByCard({ card: { holderName: 'APRO' } }));
      const key = attemptKeyOf(id);
      const paid = [...mercadopago.payments.values()].find(
        ({ fields }) => fields.external_reference === key,
      );
      if (paid === undefined) throw new Error('Mercado Pago has no such payment');
      const tell = async (detail: string) => {
        mercadopago.change(paid.id, { status: 'charged_back', detail });
        const told = await mercadopago.notify(noticeAddresses.mercadopago ?? '', paid.id);
        mustBe('the answer', told, toldWith(200));
      };
      await tell('in_process');
      mustBe('the status', (await merchant.show(id)).status, 'CHARGEBACK');
      await receiver.mustHear(id, 'CHARGEBACK');
      await tell('reimbursed');
      mustBe('the status', (await merchant.show(id)).status, 'APPROVED');
    },
  );
  await tryUntoldChargeBack(stage, 'cielo', (key) => notifyOfSale(stage, 'cielo', key));
  await tryUntoldChargeBack(stage, 'braspag', (key) => notifyOfSale(stage, 'braspag', key));
  await tryUntoldChargeBack(stage, 'pagbank', async (key) => {
    const order = [...parties.pagbank.orders.values()].find(
      ({ fields }) => fields.reference_id === key,
    );
    const [told] = await parties.pagbank.notify(order?.id ?? '');
    return told;
  });
}

/** A hint that there may be one: the sale is looked up, and has nothing of it. */
async function tryUntoldChargeBack(
  { report, merchant, operate }: Stage,
  name: keyof typeof TELL_NO_CHARGE_BACK,
  tell: (key: string) => Promise<Told | undefined>,
): Promise<void> {
  await routeTo(operate, 'CREDIT_CARD', name);
  await report.attempt(`${name}: a charge-back is told by no call`, async () => {
    const id = mustBePaid(await merchant.payByCard());
    mustBe('the answer', await tell(attemptKeyOf(id)), toldWith(200));
    mustBe('the status', (await merchant.show(id)).status, 'APPROVED');
    return TELL_NO_CHARGE_BACK[name];
  });
}

async function notifyOfSale(
  { parties, noticeAddresses }: Stage,
  name: 'cielo' | 'braspag',
  key: string,
): Promise<Told> {
  const [sale] = parties[name].salesOf(key);
  if (sale === undefined) throw new Error(`${name} has no such sale`);
  return parties[name].notify(noticeAddresses[name] ?? '', sale.paymentId, CHARGE_BACK);
}

type Refusal = {
  name: string;
  method: 'CREDIT_CARD' | 'PIX' | 'BOLETO';
  faults: Faults;
  path: string;
  body: unknown;
  field: string;
};

/** What each provider answers where it does not take something of the buyer's, in its own words. */
function refusals(stage: Stage): Refusal[] {
  const { mercadopago, pagbank, efi } = stage.parties;
  const atAcquirer = cardParties(stage).flatMap(({ name, faults, charging: path }) =>
    name === 'cielo' || name === 'braspag'
      ? [{ name, faults, path, method: 'CREDIT_CARD' as const, field: 'customer.email' }]
      : [],
  );
  const property = '/payment/banking_billet/customer/cpf';
  return [
    ...atAcquirer.map((one) => ({ ...one, body: [{ Code: 158, Message: 'length exceeded' }] })),
    {
      ...{ name: 'mercadopago', method: 'PIX', faults: mercadopago.faults, path: '/v1/payments' },
      body: { error: 'bad_request', status: 400, cause: [{ code: 2067, description: 'x' }] },
      field: 'customer.document',
    },
    {
      ...{ name: 'pagbank', method: 'PIX', faults: pagbank.faults, path: '/orders' },
      body: { error_messages: [{ code: '40002', parameter_name: 'customer.email' }] },
      field: 'customer.email',
    },
    {
      ...{ name: 'efi', method: 'BOLETO', faults: efi.faults, path: '/v1/charge/one-step' },
      body: { code: 3500034, error: 'validation_error', error_description: { property } },
      field: 'customer.document',
    },
  ];
}

async function tryRefusedData(stage: Stage, refusal: Refusal): Promise<void> {
  const { report, operate, merchant } = stage;
  const { name, method, faults, path, field } = refusal;
  await routeTo(operate, method, name);
  await report.attempt(`${name}: refused data names the field`, async () => {
    const answer = { status: 400, body: JSON.stringify(refusal.body) };
    faults.next({ method: 'POST', path }, { kind: 'answer', answer });
    const paying =
      method === 'CREDIT_CARD' ? merchant.payByCard() : merchant.pay({ paymentMethod: method });
    const { status, body } = await paying;
    const [detail] = body.error?.details ?? [];
    mustBe(
      'the answer',
      [status, body.error?.code, detail?.path, detail?.rule],
      [400, 'INVALID_DATA', field, 'not_accepted'],
    );
    return field;
  });
}
