import { readBoletoBarcode, toDigitableLine } from '../../base/formats/boleto-line.ts';
import { asksExactly } from '../../base/formats/br-code.ts';
import type { ApiError } from '../../base/shared/api-error.ts';
import { bankDayFrom } from '../../base/shared/sao-paulo-days.ts';
import type { Issued, PaymentIssuer, PaymentOrder } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { callDeadlineMs, callProvider } from '../../providers/provider.ts';
import type { RefusedData } from '../../providers/refused-data.ts';
import type { Account } from '../accounts/account.ts';
import { requireBank } from '../accounts/open-finance-bank.ts';
import { releasePayin } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { boletoDueDate, NOTHING_TO_PAY_BY, orderFactsOf } from './payin.ts';
import { acknowledgement } from './payin-transition.ts';
import { providerFailed, refusedByProvider } from './provider-refusal.ts';
import { returnAddressOf } from './return-url.ts';

type PaymentData = Pick<Payin, keyof typeof NOTHING_TO_PAY_BY>;

/**
 * Acknowledged as PENDING with what the buyer pays by. 502 PROVIDER_ERROR where the acquirer fails,
 * is late, or asks for another amount; 400 INVALID_DATA where it does not take what the order
 * holds. The next of the route is asked where one is unavailable. Decision: on failure the
 * reservation is taken back, since what nobody has seen nobody pays; a charge by card differs.
 */
export async function issuePayment(
  account: Account,
  payin: Payin,
  route: readonly Provider[],
  services: PayinDependencies,
): Promise<Payin> {
  const issued = await issueByOne(account, payin, route, services);
  if ('data' in issued) {
    const waits = { status: payin.status, chargeState: 'awaiting_payment' } as const;
    const move = acknowledgement(payin, { ...waits, ...issued.data });
    // False: another process took the payin for one left over.
    if (await services.transitionPayin(move)) return move.to;
  }
  await releasePayin(payin, services);
  throw 'refusal' in issued ? issued.refusal : providerFailed();
}

type IssuedByOne =
  | { data: PaymentData & { provider: string; externalId: string } }
  | { refusal: ApiError };

async function issueByOne(
  account: Account,
  payin: Payin,
  route: readonly Provider[],
  services: PayinDependencies,
): Promise<IssuedByOne> {
  const { log } = services;
  for (const provider of route) {
    const { name, payments } = provider;
    const answer = await callProvider(
      async (signal) => (payments === null ? null : issue(account, payin, payments, signal)),
      callDeadlineMs(provider),
      services,
    );
    if (answer.kind !== 'answered') break;
    if (answer.value === null) continue;
    if ('field' in answer.value) {
      return { refusal: refusedByProvider({ ...payin, provider: name }, answer.value, services) };
    }
    const { isPixLeftOut, ...data } = answer.value;
    if (isPixLeftOut) {
      const { companyId, id: payinId } = payin;
      log.warn({ companyId, payinId, provider: name }, 'the PIX code of a boleto was left out');
    }
    return { data: { ...data, provider: name } };
  }
  return { refusal: providerFailed() };
}

async function issue(
  account: Account,
  payin: Payin,
  payments: PaymentIssuer,
  signal: AbortSignal,
): Promise<RefusedData | (PaymentData & { externalId: string; isPixLeftOut?: boolean }) | null> {
  const { companyId, id: reference, amount, expiresAt } = payin;
  if (expiresAt === null) throw new Error('a payment needs an end');
  const facts = orderFactsOf(account, payin);
  const order: PaymentOrder = { ...facts, companyId, reference, amount, expiresAt };
  switch (payin.paymentMethod) {
    case 'PIX':
      return toPaymentData(await payments.issuePix(order, signal), ({ copyAndPaste, location }) => {
        const asked = { amount, location: location ?? null };
        if (!asksExactly(copyAndPaste, asked)) throw new Error('another amount');
        return { pixCopyAndPaste: copyAndPaste };
      });
    case 'BOLETO': {
      const dueOn = boletoDueDate(payin);
      if (dueOn === null) throw new Error('a boleto is due some day');
      const issued = await payments.issueBoleto({ ...order, dueOn }, signal);
      const pix = issued.kind === 'issued' ? issued.pix : undefined;
      // Decision: what is printed besides is not worth the boleto, which is paid without it.
      const isPixRight =
        pix !== undefined &&
        asksExactly(pix.copyAndPaste, { amount, location: pix.location ?? null });
      const data = toPaymentData(issued, ({ barcode }) => {
        const read = readBoletoBarcode(barcode, expiresAt);
        // Where banks do not work on its day, the numbers may have the one on which it is paid.
        const isDue = read?.dueOn === dueOn || read?.dueOn === bankDayFrom(dueOn);
        if (read?.amount !== amount || !isDue) throw new Error('another boleto');
        const boletoBarcode = toDigitableLine(barcode);
        return isPixRight
          ? { boletoBarcode, boletoPixCopyAndPaste: pix.copyAndPaste }
          : { boletoBarcode };
      });
      if (data === null || 'field' in data) return data;
      return { ...data, isPixLeftOut: pix !== undefined && !isPixRight };
    }
    case 'OPEN_FINANCE': {
      const bank = requireBank(account, payin.bankId);
      const returnUrl = returnAddressOf(account, payin);
      const consent = { ...order, bankId: bank.id, bankName: bank.name, returnUrl };
      return toPaymentData(await payments.openConsent(consent, signal), ({ redirectUrl }) => {
        if (!/^https?:$/.test(new URL(redirectUrl).protocol)) throw new Error('no web address');
        return { openFinanceRedirectUrl: redirectUrl };
      });
    }
    case 'CREDIT_CARD':
      throw new Error('a card is charged, not issued');
  }
}

function toPaymentData<Given>(
  issued: Issued<Given>,
  read: (given: Given) => Partial<PaymentData>,
): RefusedData | (PaymentData & { externalId: string }) | null {
  if (issued.kind === 'unavailable') return null;
  if (issued.kind === 'invalid_data') return issued;
  return { ...NOTHING_TO_PAY_BY, ...read(issued), externalId: issued.externalId };
}
