import type { Child, FC } from 'hono/jsx';
import { PAYIN_ID } from '../../../acts/values.ts';
import type { Payin, PayinMoney } from '../../../domain/payins/payin.ts';
import { chargedAmount } from '../../../domain/payins/payin.ts';
import { payinMoney } from '../../../domain/payins/payin-ledger.ts';
import { readPayinTimeline } from '../../../domain/payins/payin-timeline.ts';
import { amountLeft, refundingAmount } from '../../../domain/payins/refunds/refund.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import { Copyable } from '../../framework/parts/copyable.tsx';
import { Form, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts } from '../../framework/parts/table.tsx';
import { moment, money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { BuyersView, Customer, isCancelable } from './buyer.tsx';
import { mayReadCustomers } from './payment-list.tsx';
import { PAYMENT_WORDS, STATUS_KINDS } from './payment-words.ts';
import { Timeline } from './timeline.tsx';

/** How often one that is not decided is asked for again. */
const LIVE_SECONDS = 5;

const WORDS = words({
  title: ['Pagamento', 'Payment'],
  status: ['Situação', 'State'],
  amount: ['Valor', 'Amount'],
  charged: ['Cobrado do comprador', 'Charged to the buyer'],
  fee: ['Tarifa', 'Fee'],
  net: ['Líquido', 'Net'],
  reserved: ['Em reserva', 'In reserve'],
  refunded: ['Reembolsado', 'Refunded'],
  refunding: ['Reembolso a caminho', 'Refund on its way'],
  order: ['Pedido', 'Order'],
  id: ['Id', 'Id'],
  externalId: ['Id no provedor', 'Id at the provider'],
  provider: ['Provedor', 'Provider'],
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
  erase: ['Apagar dados do comprador', 'Erase data of the buyer'],
});

/** The payment that an address names; null for one that is unknown or of another company. */
export async function findPayment(
  { companyId, params }: Pick<Visit, 'companyId' | 'params'>,
  { payins }: Pick<DashboardServices, 'payins'>,
): Promise<Payin | null> {
  const id = PAYIN_ID.typed.safeParse(params.payin);
  const payin = id.success ? await payins.find(companyId, id.data) : null;
  // What nobody was told of is not there yet.
  return payin === null || payin.chargeState === 'reserved' ? null : payin;
}

/** Whether something of it can be given back now. */
export function isRefundable(payin: Payin): boolean {
  return (payin.status === 'APPROVED' || payin.status === 'REFUNDED') && amountLeft(payin) > 0;
}

export async function showPayment(visit: Visit, services: DashboardServices): Promise<Response> {
  const { language, companyId } = visit;
  const [payin, account] = await Promise.all([
    findPayment(visit, services),
    services.accounts.find(companyId),
  ]);
  if (payin === null || account === null) return visit.notFound();
  const [amounts, timeline, users] = await Promise.all([
    payinMoney(payin, services),
    readPayinTimeline(account, payin, services),
    services.users.list(companyId),
  ]);
  const people = new Map(users.map(({ id, name, email }) => [id, name ?? email ?? id]));
  const title = `${WORDS[language].title} ${payin.referenceId}`;
  return visit.page(
    title,
    <>
      <Live visit={visit} seconds={payin.chargeState === 'decided' ? null : LIVE_SECONDS}>
        <Summary payin={payin} amounts={amounts} visit={visit} />
        <Actions payin={payin} visit={visit} />
        {mayReadCustomers(visit) ? <Customer payin={payin} language={language} /> : null}
        <BuyersView payin={payin} language={language} baseUrl={services.addresses.baseUrl} />
        <Timeline timeline={timeline} language={language} people={people} />
      </Live>
      <Repeat payin={payin} visit={visit} baseUrl={services.addresses.baseUrl} />
    </>,
    { path: '/payments' },
  );
}

type Part = { payin: Payin; visit: Visit };

const Summary: FC<Part & { amounts: PayinMoney }> = ({ payin, amounts, visit: { language } }) => {
  const text = WORDS[language];
  const { statuses } = PAYMENT_WORDS[language];
  const amount = (name: string, centavos: number | null): [string, Child][] =>
    centavos === null ? [] : [[name, money(centavos, language)]];
  const positive = (name: string, centavos: number) => amount(name, centavos || null);
  const at = (name: string, when: Date | null): [string, Child][] =>
    when === null
      ? []
      : [[name, <time datetime={when.toISOString()}>{moment(when, language)}</time>]];
  const charged = chargedAmount(payin);
  return (
    <Facts
      facts={[
        [
          text.status,
          <StateBadge kind={STATUS_KINDS[payin.status]}>{statuses[payin.status]}</StateBadge>,
        ],
        [text.amount, <strong>{money(payin.amount, language)}</strong>],
        ...amount(text.charged, charged === payin.amount ? null : charged),
        ...amount(text.fee, amounts.feeAmount),
        ...amount(text.net, amounts.netAmount),
        ...positive(text.reserved, amounts.reservedAmount ?? 0),
        ...positive(text.refunded, payin.refundedAmount),
        ...positive(text.refunding, refundingAmount(payin)),
        [text.order, payin.referenceId],
        [text.id, <code>{payin.id}</code>],
        [text.externalId, payin.externalId === null ? '–' : <code>{payin.externalId}</code>],
        [text.provider, `${payin.provider}, ${METHOD_NAMES[language][payin.paymentMethod]}`],
        ...at(text.createdAt, payin.createdAt),
        ...at(text.updatedAt, payin.updatedAt),
        ...at(text.expiresAt, isCancelable(payin) ? payin.expiresAt : null),
      ]}
    />
  );
};

const Actions: FC<Part> = ({ payin, visit }) => {
  const text = WORDS[visit.language];
  if (permissionOf(visit.user.role, 'payments.refund') === 'no') return null;
  const here = `/payments/${payin.id}`;
  return (
    <div class="actions">
      {isRefundable(payin) ? (
        <a class="button" href={`${here}/refund`}>
          {text.refund}
        </a>
      ) : null}
      {isCancelable(payin) ? (
        <Form action={`${here}/cancel`} visit={visit}>
          <SubmitButton kind="danger">{text.cancel}</SubmitButton>
          <p class="hint">{text.cancelHint}</p>
        </Form>
      ) : null}
      {permissionOf(visit.user.role, 'customers.erase') === 'no' ? null : (
        <a href={`${here}/customer`}>{text.erase}</a>
      )}
    </div>
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
