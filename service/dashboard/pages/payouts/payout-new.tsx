import type { PayoutRequest } from '../../../../contract/payments/payout.ts';
import { PIX_KEY_TYPES } from '../../../../contract/payments/pix-key.ts';
import { CREATE_PAYOUT } from '../../../acts/payouts.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import { payoutFee } from '../../../domain/accounts/fee-schedule.ts';
import type { BatchField, LineProblem } from '../../../domain/payouts/batch-line.ts';
import { BATCH_FIELDS, readLine } from '../../../domain/payouts/batch-line.ts';
import { findReceiver } from '../../../domain/payouts/create-payout.ts';
import { Field, Form, Notice, Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Facts } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { expectedOf, FIELDS, KEY_TYPES, refusalOf, toRow, writtenKey } from './payout-words.ts';

const WORDS = pageWords({
  available: ['Disponível para saque: ', 'Available for payouts: '],
  referenceHint: [
    'Enviar de novo com a mesma referência não paga duas vezes.',
    'Sending it again with the same reference pays nothing twice.',
  ],
  optional: ['Opcional.', 'Optional.'],
  review: ['Revisar o saque', 'Review the payout'],
  reviewTitle: ['Confira antes de enviar', 'Check before it is sent'],
  send: ['Confirmar o saque', 'Confirm the payout'],
  change: ['Corrigir', 'Change it'],
  arrives: ['Chega a quem recebe', 'What arrives'],
  receiver: ['Dono da chave, segundo o banco', 'Owner of the key, as the bank says'],
  unknownReceiver: [
    'O banco só diz de quem é a chave depois do envio.',
    'The bank tells whose the key is only once it is sent.',
  ],
  left: ['Disponível depois', 'Available afterwards'],
  waits: [
    'Esta conta pede aprovação: o saque fica aguardando antes de ir ao banco.',
    'This account asks for approval: the payout waits before it goes to the bank.',
  ],
  goes: [
    'O saque vai ao banco assim que for criado.',
    'The payout goes to the bank as soon as it is created.',
  ],
  created: ['Saque criado.', 'Payout created.'],
});

type Typed = Partial<Record<BatchField, string>>;

/** The form has a reference of its own, so that sending it twice makes one payout. */
export function askForPayout(visit: Visit, services: DashboardServices): Promise<Response> {
  const random = Buffer.from(services.randomBytes(9)).toString('base64url');
  return showForm(visit, services, { typed: { reference: `painel-${random}` } });
}

export async function createPayout(visit: Visit, services: DashboardServices): Promise<Response> {
  const { form } = visit;
  const cells = BATCH_FIELDS.map((field) => form[field] ?? '');
  const typed: Typed = Object.fromEntries(BATCH_FIELDS.map((field, at) => [field, cells[at]]));
  const read = readLine({ line: 1, cells }, BATCH_FIELDS);
  if ('problems' in read) return showForm(visit, services, { typed, problems: read.problems });
  try {
    if (form.step === 'change') return await showForm(visit, services, { typed });
    if (form.step !== 'confirm') return await showReview(visit, services, read.request);
    const { id } = await visit.act(CREATE_PAYOUT, toRow(read.request));
    return visit.redirect(`/payouts/${id}`, WORDS[visit.language].created);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showForm(visit, services, { typed, refusal: error.code });
  }
}

/** Whose the key is and what stays, and one press sends it. What was typed travels in the form. */
async function showReview(visit: Visit, services: DashboardServices, request: PayoutRequest) {
  const { companyId, form, language } = visit;
  const [text, fields] = [WORDS[language], FIELDS[language]];
  const account = await services.accounts.find(companyId);
  if (account === null) return visit.notFound();
  const { available = 0 } = await services.ledger.readBalances(companyId);
  const { amount, referenceId, beneficiaryName, beneficiaryDocument } = request;
  if (available < amount) throw new ApiError('INSUFFICIENT_FUNDS', 'The balance is too low.');
  const receiver = await findReceiver(account, request, services);
  const body = (
    <>
      <Facts
        facts={[
          [fields.amount, <strong>{money(amount, language)}</strong>],
          [text.arrives, money(amount - payoutFee(account.traits.fees, amount), language)],
          [fields.pixKey, writtenKey(request)],
          [
            text.receiver,
            receiver === null
              ? text.unknownReceiver
              : `${receiver.name}, ${receiver.maskedDocument}`,
          ],
          [fields.name, beneficiaryName ?? null],
          [fields.document, beneficiaryDocument ? writtenDocument(beneficiaryDocument) : null],
          [fields.reference, referenceId],
          [text.left, money(available - amount, language)],
        ]}
      />
      <p class="hint">{account.traits.manualPayouts ? text.waits : text.goes}</p>
      <Form action="/payouts/new" visit={visit} label={text.reviewTitle} class="actions">
        {BATCH_FIELDS.map((field) => (
          <input type="hidden" name={field} value={form[field] ?? ''} />
        ))}
        <SubmitButton name="step" value="confirm">
          {text.send}
        </SubmitButton>
        <SubmitButton kind="quiet" name="step" value="change">
          {text.change}
        </SubmitButton>
      </Form>
    </>
  );
  return visit.page(text.reviewTitle, body);
}

async function showForm(
  visit: Visit,
  { accounts, ledger }: DashboardServices,
  {
    typed,
    problems = [],
    refusal,
  }: { typed: Typed; problems?: readonly LineProblem[]; refusal?: string },
): Promise<Response> {
  const { companyId, language } = visit;
  const [text, fields] = [WORDS[language], FIELDS[language]];
  const [account, balances] = await Promise.all([
    accounts.find(companyId),
    ledger.readBalances(companyId),
  ]);
  const of = (field: BatchField) => {
    const problem = problems.find((one) => one.field === field);
    return {
      name: field,
      label: fields[field],
      value: typed[field],
      error: problem === undefined ? undefined : expectedOf(problem, language),
    };
  };
  const body = (
    <>
      {refusal === undefined ? null : <Notice kind="bad">{refusalOf(refusal, language)}</Notice>}
      <p>{`${text.available}${money(balances.available ?? 0, language)}`}</p>
      <p class="hint">{account?.traits.manualPayouts ? text.waits : text.goes}</p>
      <Form action="/payouts/new" visit={visit} label={text.newPayout}>
        <Field {...of('amount')} inputmode="decimal" hint={text.amountHint} autocomplete="off" />
        <Select
          {...of('pixKeyType')}
          options={PIX_KEY_TYPES.map((value) => ({ value, label: KEY_TYPES[language][value] }))}
        />
        <Field {...of('pixKey')} maxlength={200} autocomplete="off" spellcheck={false} />
        <Field {...of('name')} maxlength={150} hint={text.optional} autocomplete="off" />
        <Field {...of('document')} maxlength={18} hint={text.optional} autocomplete="off" />
        <Field
          {...of('reference')}
          maxlength={100}
          hint={text.referenceHint}
          autocomplete="off"
          spellcheck={false}
        />
        <SubmitButton>{text.review}</SubmitButton>
      </Form>
    </>
  );
  const isShownFirst = problems.length === 0 && refusal === undefined;
  const status = isShownFirst ? 200 : refusal === undefined ? 400 : 409;
  return visit.page(text.newPayout, body, { status });
}
