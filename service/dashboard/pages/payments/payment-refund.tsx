import type { FC } from 'hono/jsx';
import { refundReasonSchema } from '../../../../contract/payments/refund.ts';
import { CANCEL_PAYMENT } from '../../../acts/payments.ts';
import { LIMITED_REFUND_CENTAVOS, REFUND_PAYMENT } from '../../../acts/refunds.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { readReais } from '../../../base/shared/reais.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { amountLeft } from '../../../domain/payins/refunds/refund.ts';
import { Field, Form, Notice, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { Facts } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { isCancelable } from './buyer.tsx';
import { findPayment, isRefundable } from './payment-detail.tsx';

const WORDS = pageWords({
  title: ['Reembolsar pagamento', 'Refund a payment'],
  amount: ['Valor do pagamento', 'Amount of the payment'],
  left: ['Ainda pode ser reembolsado', 'Can still be refunded'],
  howMuch: ['Quanto reembolsar', 'How much to refund'],
  howMuchHint: [
    'Em reais, como 159,90. Já está tudo o que resta; troque para reembolsar uma parte.',
    'In reais, such as 159,90. It is all that is left; change it to refund a part.',
  ],
  limited: [
    (limit: string) =>
      `O seu papel permite reembolsar até ${limit} de um pagamento. Acima disso, peça ao financeiro.`,
    (limit: string) =>
      `Your role may refund up to ${limit} of a payment. Ask finance for more than that.`,
  ],
  reason: ['Motivo (opcional)', 'Reason (optional)'],
  reasonHint: [
    'O comprador pode ver este texto. Até 140 caracteres.',
    'The buyer may see this text. Up to 140 characters.',
  ],
  review: ['Revisar o reembolso', 'Review the refund'],
  reviewTitle: ['Confira antes de reembolsar', 'Check before it is refunded'],
  given: ['Valor a reembolsar', 'Amount to refund'],
  leftAfter: ['Ainda poderá ser reembolsado depois', 'Can still be refunded afterwards'],
  submit: ['Confirmar o reembolso', 'Confirm the refund'],
  change: ['Corrigir', 'Change it'],
  tooMuch: [
    (left: string) => `O valor passa do que resta: ${left}.`,
    (left: string) => `This is more than what is left: ${left}.`,
  ],
  overLimit: [
    (limit: string) =>
      `O seu papel permite reembolsar até ${limit} de um pagamento, contando o que já foi reembolsado.`,
    (limit: string) =>
      `Your role may refund up to ${limit} of a payment, counted with what was refunded before.`,
  ],
  badReason: [
    'O texto pode ter até 140 caracteres, em uma linha.',
    'The text may have up to 140 characters, in one line.',
  ],
  nothingLeft: [
    'Nada deste pagamento pode ser reembolsado agora.',
    'Nothing of this payment can be refunded now.',
  ],
  disputed: [
    'O comprador contestou este pagamento, por isso ele não pode ser reembolsado.',
    'The buyer disputed this payment, so it cannot be refunded.',
  ],
  notSupported: [
    'Este meio de pagamento não pode ser reembolsado por aqui.',
    'This payment method cannot be refunded here.',
  ],
  noFunds: [
    'O saldo disponível não cobre este reembolso.',
    'The balance that is available does not cover this refund.',
  ],
  usedForm: [
    'Este formulário já pediu outro reembolso. Abra o pagamento e veja a linha do tempo.',
    'This form has asked for another refund. Open the payment and look at its timeline.',
  ],
  busy: [
    'O pagamento está sendo alterado por outra pessoa. Tente de novo.',
    'Somebody else is changing the payment. Try again.',
  ],
  refused: [
    'O provedor recusou o reembolso. O valor voltou ao saldo.',
    'The provider refused the refund. The amount is back in the balance.',
  ],
  done: [
    (amount: string) => `Reembolso de ${amount} feito.`,
    (amount: string) => `Refund of ${amount} done.`,
  ],
  pending: [
    (amount: string) => `Reembolso de ${amount} a caminho. Você verá aqui quando terminar.`,
    (amount: string) => `Refund of ${amount} on its way. You will see here when it ends.`,
  ],
  canceled: ['Cobrança cancelada.', 'Charge canceled.'],
  notCanceled: [
    'A cobrança não espera mais por um pagamento; nada foi alterado.',
    'The charge waits for no payment any more; nothing was changed.',
  ],
});

/** `id`: a form that is sent twice counts once by it. */
type RefundForm = {
  id: string;
  amount: string;
  reason: string;
  errors: { amount?: string | undefined; reason?: string | undefined; form?: string | undefined };
};

const FORM_ID = /^[\w-]{22}$/;

export async function askForRefund(visit: Visit, services: DashboardServices): Promise<Response> {
  const payin = await findPayment(visit, services);
  const id = Buffer.from(services.randomBytes(16)).toString('base64url');
  const amount = typedAmount(most(payin, visit), visit.language);
  return formPage(payin, { id, amount, reason: '', errors: {} }, visit);
}

export async function postRefund(visit: Visit, services: DashboardServices): Promise<Response> {
  const payin = await findPayment(visit, services);
  const { id = '', amount: typed = '', reason = '', step } = visit.form;
  if (!FORM_ID.test(id)) return visit.notFound();
  const text = WORDS[visit.language];
  const amount = readReais(typed);
  const asked = { id, amount: typed, reason };
  if (amount === null) {
    return formPage(payin, { ...asked, errors: { amount: text.wrongAmount } }, visit);
  }
  if (step === 'change') return formPage(payin, { ...asked, errors: {} }, visit);
  if (step !== 'confirm') {
    const errors = problemOf(payin, { amount, reason: reason.trim() }, visit);
    if (errors !== null) return formPage(payin, { ...asked, errors }, visit);
    return reviewPage(payin, { ...asked, centavos: amount }, visit);
  }
  try {
    const { status } = await visit.act(REFUND_PAYMENT, {
      payinId: payin.id,
      referenceId: `dashboard-${id}`,
      amount,
      reason: reason.trim() || undefined,
    });
    const told = money(amount, visit.language);
    const notice =
      status === 'FAILED' ? text.refused : status === 'DONE' ? text.done(told) : text.pending(told);
    return visit.redirect(`/payments/${payin.id}`, notice);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // As it is by now: what was refused may have come between.
    const current = await findPayment(visit, services);
    const errors = toErrors(error, current, visit);
    if (errors === null) throw error;
    return formPage(current, { ...asked, errors }, visit);
  }
}

/** Before it is reviewed; what has changed until it is confirmed, the act refuses. */
function problemOf(
  payin: Payin,
  { amount, reason }: { amount: number; reason: string },
  visit: Visit,
): RefundForm['errors'] | null {
  const { language } = visit;
  const text = WORDS[language];
  const left = amountLeft(payin);
  if (!isRefundable(payin)) return { form: whyNot(payin, visit) };
  if (amount > left) return { amount: text.tooMuch(money(left, language)) };
  if (amount > most(payin, visit)) {
    return { amount: text.overLimit(money(LIMITED_REFUND_CENTAVOS, language)) };
  }
  const isGood = reason === '' || refundReasonSchema.safeParse(reason).success;
  return isGood ? null : { reason: text.badReason };
}

/** What goes back, to whom and what stays, and one press does it. */
function reviewPage(
  payin: Payin,
  { id, amount, reason, centavos }: Omit<RefundForm, 'errors'> & { centavos: number },
  visit: Visit,
): Promise<Response> {
  const { language } = visit;
  const text = WORDS[language];
  const buyer = visit.may('customers.read') ? payin.customer.name : null;
  const body = (
    <>
      <Facts
        facts={[
          [text.order, payin.referenceId],
          [text.given, <strong>{money(centavos, language)}</strong>],
          [text.customer, buyer],
          [text.reason, reason || null],
          [text.leftAfter, money(amountLeft(payin) - centavos, language)],
        ]}
      />
      <Form action={`/payments/${payin.id}/refund`} visit={visit} class="actions">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="amount" value={amount} />
        <input type="hidden" name="reason" value={reason} />
        <SubmitButton kind="danger" name="step" value="confirm">
          {text.submit}
        </SubmitButton>
        <SubmitButton kind="quiet" name="step" value="change">
          {text.change}
        </SubmitButton>
      </Form>
    </>
  );
  return visit.page(text.reviewTitle, body);
}

/** Null for a refusal that is none of the form's. */
function toErrors(error: ApiError, payin: Payin, visit: Visit): RefundForm['errors'] | null {
  const { language } = visit;
  const text = WORDS[language];
  switch (error.code) {
    case 'INVALID_DATA': {
      const broken = error.details.find(({ path }) => path === 'amount');
      if (broken === undefined) return { reason: text.badReason };
      const { max = LIMITED_REFUND_CENTAVOS, left = amountLeft(payin) } = broken.params ?? {};
      return broken.rule === 'over_limit'
        ? { amount: text.overLimit(money(Number(max), language)) }
        : { amount: text.tooMuch(money(Number(left), language)) };
    }
    case 'NOT_REFUNDABLE':
      return { form: whyNot(payin, visit) };
    case 'REFUND_NOT_SUPPORTED':
      return { form: text.notSupported };
    case 'INSUFFICIENT_FUNDS':
      return { amount: text.noFunds };
    case 'DUPLICATE_REFERENCE':
      return { form: text.usedForm };
    case 'IN_PROGRESS':
      return { form: text.busy };
    default:
      return null;
  }
}

function whyNot({ status }: Payin, { language }: Pick<Visit, 'language'>): string {
  const isDisputed = status === 'CHARGEBACK' || status === 'MED';
  return isDisputed ? WORDS[language].disputed : WORDS[language].nothingLeft;
}

/** Centavos that somebody may give back of a payment now. */
function most(payin: Payin, { permission }: Pick<Visit, 'permission'>): number {
  const left = amountLeft(payin);
  if (permission === 'yes') return left;
  return Math.max(0, Math.min(left, LIMITED_REFUND_CENTAVOS - (payin.amount - left)));
}

function typedAmount(centavos: number, language: Visit['language']): string {
  // As it is read, whatever the language of the page.
  return money(centavos, language === 'en' ? 'pt-BR' : language).replace(/[^\d.,]/g, '');
}

function formPage(payin: Payin, form: RefundForm, visit: Visit): Promise<Response> {
  const hasErrors = Object.values(form.errors).some((error) => error !== undefined);
  return visit.page(
    WORDS[visit.language].title,
    <RefundPage payin={payin} form={form} visit={visit} />,
    { status: hasErrors ? 400 : 200 },
  );
}

const RefundPage: FC<{ payin: Payin; form: RefundForm; visit: Visit }> = ({
  payin,
  form,
  visit,
}) => {
  const { language, permission } = visit;
  const text = WORDS[language];
  const here = `/payments/${payin.id}`;
  const error = form.errors.form ?? (isRefundable(payin) ? undefined : whyNot(payin, visit));
  return (
    <>
      {error === undefined ? null : <Notice kind="bad">{error}</Notice>}
      <Facts
        facts={[
          [text.order, payin.referenceId],
          [text.amount, money(payin.amount, language)],
          [text.left, <strong>{money(amountLeft(payin), language)}</strong>],
        ]}
      />
      {isRefundable(payin) ? (
        <Form action={`${here}/refund`} visit={visit}>
          <input type="hidden" name="id" value={form.id} />
          {permission === 'limited' ? (
            <p>{text.limited(money(LIMITED_REFUND_CENTAVOS, language))}</p>
          ) : null}
          <Field
            name="amount"
            label={text.howMuch}
            value={form.amount}
            hint={text.howMuchHint}
            error={form.errors.amount}
            inputmode="decimal"
            autocomplete="off"
            maxlength={30}
            required
          />
          <Field
            name="reason"
            label={text.reason}
            value={form.reason}
            hint={text.reasonHint}
            error={form.errors.reason}
            autocomplete="off"
            maxlength={140}
          />
          <SubmitButton>{text.review}</SubmitButton>
        </Form>
      ) : null}
      <Way to={here}>{text.backToPayin}</Way>
    </>
  );
};

export async function postCancel(visit: Visit, services: DashboardServices): Promise<Response> {
  const payin = await findPayment(visit, services);
  const text = WORDS[visit.language];
  const here = `/payments/${payin.id}`;
  if (!isCancelable(payin)) return visit.redirect(here, text.notCanceled);
  const cancel = visit.act(CANCEL_PAYMENT, { payinId: payin.id });
  // It was paid, or is over, since it was looked at.
  const isOver = (await orRefusal(cancel, 'ILLEGAL_TRANSITION')) instanceof ApiError;
  return visit.redirect(here, isOver ? text.notCanceled : text.canceled);
}
