import type { FC } from 'hono/jsx';
import { LOOK_UP_PAYMENT } from '../../../acts/look-up.ts';
import { PAYIN_ID } from '../../../acts/values.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { Payin, PayinMoney } from '../../../domain/payins/payin.ts';
import { chargedAmount } from '../../../domain/payins/payin.ts';
import { payinMoney } from '../../../domain/payins/payin-ledger.ts';
import { readPayinTimeline } from '../../../domain/payins/payin-timeline.ts';
import { amountLeft, refundingAmount } from '../../../domain/payins/refunds/refund.ts';
import { Copyable } from '../../framework/parts/copyable.tsx';
import { ButtonLink, Form, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Facts, Moment, StateBadge } from '../../framework/parts/table.tsx';
import { METHOD_NAMES, money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { BuyersView, Customer, isCancelable } from './buyer.tsx';
import { PAYMENT_WORDS, STATUS_KINDS } from './payment-words.ts';
import { Timeline } from './timeline.tsx';

const LIVE_SECONDS = 5;

const WORDS = pageWords({
  charged: ['Cobrado do comprador', 'Charged to the buyer'],
  fee: ['Tarifa', 'Fee'],
  net: ['Líquido', 'Net'],
  reserved: ['Em reserva', 'In reserve'],
  refunded: ['Reembolsado', 'Refunded'],
  refunding: ['Reembolso a caminho', 'Refund on its way'],
  disputed: ['Contestado', 'Contested'],
  answerBy: ['Responder à contestação até', 'Answer the dispute by'],
  id: ['Id', 'Id'],
  externalId: ['Id no provedor', 'Id at the provider'],
  createdAt: ['Criado em', 'Created'],
  updatedAt: ['Atualizado em', 'Updated'],
  expiresAt: ['Pode ser pago até', 'Can be paid until'],
  repeat: ['Consultar pela API', 'Look it up by the API'],
  repeatHint: [
    'Troque as variáveis pelas suas chaves. Nunca as cole em uma página.',
    'Put your keys in place of the variables. Never paste them into a page.',
  ],
  refund: ['Reembolsar', 'Refund'],
  cancel: ['Cancelar a cobrança', 'Cancel the charge'],
  cancelHint: [
    'O comprador não poderá mais pagar por ela.',
    'The buyer will not be able to pay it any more.',
  ],
  lookUp: ['Consultar o provedor agora', 'Ask the provider now'],
  lookedUp: [
    'O provedor respondeu: esta é a situação agora.',
    'The provider answered: this is the state now.',
  ],
  notTold: [
    'O provedor não respondeu. A consulta será repetida sozinha; tente de novo mais tarde.',
    'The provider gave no answer. It is asked again by itself; try again later.',
  ],
  erase: ['Apagar dados do comprador', 'Erase data of the buyer'],
});

/** 404 for one that is unknown or of another company. */
export async function findPayment(
  { companyId, params }: Pick<Visit, 'companyId' | 'params'>,
  { payins }: Pick<DashboardServices, 'payins'>,
): Promise<Payin> {
  const id = PAYIN_ID.typed.safeParse(params.payin);
  const payin = id.success ? await payins.find(companyId, id.data) : null;
  // What nobody was told of is not there yet.
  if (payin === null || payin.chargeState === 'reserved') {
    throw new ApiError('NOT_FOUND', 'There is no such payment.');
  }
  return payin;
}

export function isRefundable(payin: Payin): boolean {
  return (payin.status === 'APPROVED' || payin.status === 'REFUNDED') && amountLeft(payin) > 0;
}

export async function showPayment(visit: Visit, services: DashboardServices): Promise<Response> {
  const { language, companyId } = visit;
  const [payin, account] = await Promise.all([
    findPayment(visit, services),
    services.accounts.find(companyId),
  ]);
  if (account === null) return visit.notFound();
  const [amounts, timeline, users] = await Promise.all([
    payinMoney(payin, services),
    readPayinTimeline(account, payin, services),
    services.users.list(companyId),
  ]);
  const people = new Map(users.map(({ id, name, email }) => [id, name ?? email ?? id]));
  const title = `${WORDS[language].payin} ${payin.referenceId}`;
  return visit.page(
    title,
    <>
      <Live visit={visit} seconds={payin.chargeState === 'decided' ? null : LIVE_SECONDS}>
        <Summary payin={payin} amounts={amounts} visit={visit} />
        <Actions payin={payin} visit={visit} />
        {visit.may('customers.read') ? <Customer payin={payin} language={language} /> : null}
        <BuyersView payin={payin} language={language} baseUrl={services.addresses.baseUrl} />
        <Timeline timeline={timeline} language={language} people={people} />
      </Live>
      <Repeat payin={payin} visit={visit} baseUrl={services.addresses.baseUrl} />
    </>,
  );
}

type Part = { payin: Payin; visit: Visit };

export const Summary: FC<Part & { amounts: PayinMoney }> = ({
  payin,
  amounts,
  visit: { language },
}) => {
  const text = WORDS[language];
  const { statuses } = PAYMENT_WORDS[language];
  const amount = (centavos: number | null) =>
    centavos === null ? null : money(centavos, language);
  const positive = (centavos = 0) => amount(centavos || null);
  const at = (when: Date | null) =>
    when === null ? null : <Moment at={when} language={language} />;
  const charged = chargedAmount(payin);
  return (
    <Facts
      facts={[
        [
          text.state,
          <StateBadge kind={STATUS_KINDS[payin.status]}>{statuses[payin.status]}</StateBadge>,
        ],
        [text.amount, <strong>{money(payin.amount, language)}</strong>],
        [text.charged, amount(charged === payin.amount ? null : charged)],
        [text.fee, amount(amounts.feeAmount)],
        [text.net, amount(amounts.netAmount)],
        [text.reserved, positive(amounts.reservedAmount ?? 0)],
        [text.refunded, positive(payin.refundedAmount)],
        [text.refunding, positive(refundingAmount(payin))],
        [text.disputed, positive(payin.dispute?.taken)],
        [text.answerBy, at(answerByOf(payin))],
        [text.order, payin.referenceId],
        [text.id, <code>{payin.id}</code>],
        [text.externalId, payin.externalId === null ? '–' : <code>{payin.externalId}</code>],
        [text.provider, `${payin.provider}, ${METHOD_NAMES[language][payin.paymentMethod]}`],
        [text.createdAt, at(payin.createdAt)],
        [text.updatedAt, at(payin.updatedAt)],
        [text.expiresAt, at(isCancelable(payin) ? payin.expiresAt : null)],
      ]}
    />
  );
};

/** Until when its dispute can be answered; null where none waits for that. */
function answerByOf({ dispute }: Payin): Date | null {
  if (dispute === null || dispute.status !== 'open') return null;
  return dispute.answerBy === null ? null : new Date(dispute.answerBy);
}

export async function lookUpPayment(visit: Visit, services: DashboardServices): Promise<Response> {
  const payin = await findPayment(visit, services);
  const { looks } = await visit.act(LOOK_UP_PAYMENT, { payinId: payin.id });
  const text = WORDS[visit.language];
  const isTold = looks.every((look) => look.isTold);
  return visit.redirect(`/payments/${payin.id}`, isTold ? text.lookedUp : text.notTold);
}

const Actions: FC<Part> = ({ payin, visit }) => {
  const text = WORDS[visit.language];
  const here = `/payments/${payin.id}`;
  const lookUp = (
    <div class="actions">
      <Form action={`${here}/look-up`} visit={visit}>
        <SubmitButton kind="quiet">{text.lookUp}</SubmitButton>
      </Form>
    </div>
  );
  if (!visit.may('payments.refund')) return lookUp;
  return (
    <>
      <div class="actions">
        {isRefundable(payin) ? <ButtonLink to={`${here}/refund`}>{text.refund}</ButtonLink> : null}
        {isCancelable(payin) ? (
          <Form action={`${here}/cancel`} visit={visit}>
            <SubmitButton kind="danger">{text.cancel}</SubmitButton>
            <p class="hint">{text.cancelHint}</p>
          </Form>
        ) : null}
        {visit.may('customers.erase') ? <a href={`${here}/customer`}>{text.erase}</a> : null}
      </div>
      {lookUp}
    </>
  );
};

const Repeat: FC<Part & { baseUrl: string }> = ({ payin, visit: { language }, baseUrl }) => {
  const text = WORDS[language];
  return (
    <section class="card" aria-labelledby="repeat">
      <h2 id="repeat">{text.repeat}</h2>
      <p class="hint">{text.repeatHint}</p>
      <Copyable language={language}>
        {`curl -u "$PUBLIC_KEY:$SECRET_KEY" '${baseUrl}/payin/${payin.id}'`}
      </Copyable>
    </section>
  );
};
