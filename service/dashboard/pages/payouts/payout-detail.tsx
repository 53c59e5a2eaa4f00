import type { Child, FC } from 'hono/jsx';
import type { PayoutStatus } from '../../../../contract/payments/payout.ts';
import { APPROVE_PAYOUT, CANCEL_PAYOUT } from '../../../acts/payouts.ts';
import { PAYOUT_ID } from '../../../acts/values.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { LedgerMovement } from '../../../domain/ledger/statement.ts';
import type { FourEyesRule } from '../../../domain/payouts/four-eyes.ts';
import { fourEyesRule } from '../../../domain/payouts/four-eyes.ts';
import type { Payout } from '../../../domain/payouts/payout.ts';
import { Form, Notice, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Facts, Moment, StateBadge, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { sayRule, whyRefused } from '../../words/say-refusal.ts';
import { pageWords } from '../../words/words.ts';
import { FIELDS, KEY_TYPES, refusalOf, STATE_KINDS, STATES, writtenKey } from './payout-words.ts';

const WORDS = pageWords({
  title: ['Saque', 'Payout'],
  back: ['Todos os saques', 'All payouts'],
  fee: ['Tarifa, incluída no valor', 'Fee, inside the amount'],
  net: ['Valor transferido', 'Amount transferred'],
  id: ['Id do saque', 'Id of the payout'],
  externalId: ['Id no banco', 'Id at the bank'],
  hidden: ['Visível para quem envia saques', 'Shown to those who send payouts'],
  none: ['Não informado', 'Not given'],
  approve: ['Aprovar e enviar', 'Approve and send'],
  cancel: ['Recusar e repor no saldo', 'Refuse and return to the balance'],
  cancelSent: ['Cancelar e repor no saldo', 'Cancel and return to the balance'],
  approved: [
    'Saque aprovado. Ele segue agora para o banco.',
    'Payout approved. It goes on to the bank now.',
  ],
  canceled: [
    'Saque cancelado. O valor voltou ao saldo.',
    'Payout canceled. The amount is available again.',
  ],
  timeline: ['O que aconteceu', 'What happened'],
  who: ['Por quem', 'By whom'],
  created: ['Pedido', 'Asked for'],
  decided: { yes: ['Aprovado', 'Approved'], no: ['Recusado', 'Refused'] },
  now: ['Situação atual: ', 'State now: '],
  debited: ['Debitado do saldo: ', 'Debited from the balance: '],
  transferred: ['Transferência concluída: ', 'Transfer completed: '],
  returned: ['De volta ao saldo: ', 'Returned to the balance: '],
  service: ['Serviço', 'Service'],
  left: ['Alguém que saiu da equipe', 'Somebody who left the team'],
  key: ['Chave de API', 'API key'],
  operator: ['Operação do serviço', 'Running the service'],
});

const LIVE_SECONDS = 5;
const MOVING: readonly PayoutStatus[] = ['AWAITING_APPROVAL', 'PENDING', 'PROCESSING', 'APPROVED'];

type Text = (typeof WORDS)['en'];

export async function showPayout(
  visit: Visit,
  services: DashboardServices,
  refusal: string | null = null,
): Promise<Response> {
  const { companyId, language, params } = visit;
  const text: Text = WORDS[language];
  const id = PAYOUT_ID.typed.safeParse(params.payout);
  if (!id.success) return visit.notFound();
  const [payout, account] = await Promise.all([
    services.payouts.find(companyId, id.data),
    services.accounts.find(companyId),
  ]);
  if (payout === null || account === null) return visit.notFound();
  const isWaiting = payout.status === 'AWAITING_APPROVAL';
  const rule = isWaiting ? await fourEyesRule(account, payout, visit.user.id, services) : null;
  const body = (
    <>
      {refusal === null ? null : <Notice kind="bad">{refusal}</Notice>}
      <Live visit={visit} seconds={MOVING.includes(payout.status) ? LIVE_SECONDS : null}>
        <Facts facts={factsOf(payout, visit)} />
        <DecisionForms payout={payout} rule={rule} visit={visit} />
        <h2>{text.timeline}</h2>
        <Table
          caption={text.timeline}
          columns={[text.at, text.what, text.who]}
          rows={await timelineOf(payout, visit, services)}
        />
      </Live>
      <Way to="/payouts">{text.back}</Way>
    </>
  );
  const title = `${text.title} ${payout.referenceId}`;
  return visit.page(title, body, { status: refusal === null ? 200 : 409 });
}

export const DECISIONS = { approve: APPROVE_PAYOUT, cancel: CANCEL_PAYOUT } as const;
export type PayoutDecision = keyof typeof DECISIONS;

/** Where it is refused, the page says what has become of the payout. */
export async function decidePayout(
  decision: PayoutDecision,
  visit: Visit,
  services: DashboardServices,
): Promise<Response> {
  const payout = visit.params.payout ?? '';
  const text = WORDS[visit.language];
  const deciding = visit.act(DECISIONS[decision], { payoutId: payout });
  const decided = await orRefusal(deciding, 'FORBIDDEN', 'ILLEGAL_TRANSITION');
  if (decided instanceof ApiError) {
    const [{ code }, { language }] = [decided, visit];
    const why = code === 'FORBIDDEN' ? whyRefused(decided, language) : refusalOf(code, language);
    return showPayout(visit, services, why);
  }
  const notice = decision === 'approve' ? text.approved : text.canceled;
  return visit.redirect(`/payouts/${payout}`, notice);
}

function factsOf(payout: Payout, visit: Visit): (readonly [string, Child])[] {
  const { language } = visit;
  const [text, fields] = [WORDS[language], FIELDS[language]];
  // Decision: whom money went to is shown to those who send it, and not to a viewer.
  const secret = (value: string | null) =>
    visit.may('payouts.create') ? (value ?? text.none) : text.hidden;
  const isTransferred = payout.status === 'COMPLETED';
  return [
    [
      text.state,
      <StateBadge kind={STATE_KINDS[payout.status]}>{STATES[language][payout.status]}</StateBadge>,
    ],
    [text.amount, money(payout.amount, language)],
    [text.fee, money(payout.fee, language)],
    [text.net, isTransferred ? money(payout.amount - payout.fee, language) : null],
    [fields.pixKey, secret(writtenKey(payout))],
    [fields.pixKeyType, KEY_TYPES[language][payout.pixKeyType]],
    [fields.name, secret(payout.beneficiaryName)],
    [
      fields.document,
      secret(payout.beneficiaryDocument && writtenDocument(payout.beneficiaryDocument)),
    ],
    [text.reason, payout.reason],
    [text.id, <code>{payout.id}</code>],
    [text.externalId, payout.externalId],
  ];
}

/** `rule`: which of four eyes keeps whoever looks from approving it. */
type DecisionProps = { payout: Payout; rule: FourEyesRule | null; visit: Visit };

const DecisionForms: FC<DecisionProps> = ({ payout, rule, visit }) => {
  const text = WORDS[visit.language];
  const isWaiting = payout.status === 'AWAITING_APPROVAL';
  const isCancelable = isWaiting || (payout.status === 'PENDING' && !payout.isSent);
  if (!isCancelable || !visit.may('payouts.approve')) return null;
  return (
    <>
      {rule === null ? null : <Notice kind="warn">{sayRule({ rule }, visit.language)}</Notice>}
      <div class="actions">
        {isWaiting && rule === null ? (
          <Form action={`/payouts/${payout.id}/approve`} visit={visit}>
            <SubmitButton>{text.approve}</SubmitButton>
          </Form>
        ) : null}
        <Form action={`/payouts/${payout.id}/cancel`} visit={visit}>
          <SubmitButton kind="danger">{isWaiting ? text.cancel : text.cancelSent}</SubmitButton>
        </Form>
      </div>
    </>
  );
};

/** In the order it happened; money moves after what moved it. */
async function timelineOf(payout: Payout, visit: Visit, services: DashboardServices) {
  const { language } = visit;
  const text = WORDS[language];
  const [createdBy, decidedBy, movements] = await Promise.all([
    nameOf(payout.createdBy, visit, services),
    nameOf(payout.decidedBy, visit, services),
    services.statements.ofSource(payout.companyId, payout.id),
  ]);
  const { decidedAt, updatedAt } = payout;
  const isCanceled = payout.status === 'CANCELED';
  const events: { at: Date; what: Child; who: string }[] = [
    { at: payout.createdAt, what: text.created, who: createdBy },
    ...(decidedAt === null
      ? []
      : [{ at: decidedAt, what: text.decided[isCanceled ? 'no' : 'yes'], who: decidedBy }]),
    ...movements.map((movement) => ({
      at: movement.at,
      what: movementText(movement, payout, visit),
      who: text.service,
    })),
    { at: updatedAt, what: `${text.now}${STATES[language][payout.status]}`, who: text.service },
  ];
  const inOrder = events.sort((one, other) => one.at.getTime() - other.at.getTime());
  return inOrder.map(({ at, what, who }) => [<Moment at={at} language={language} />, what, who]);
}

function movementText({ kind }: LedgerMovement, payout: Payout, { language }: Visit): string {
  const text = WORDS[language];
  const net = money(payout.amount - payout.fee, language);
  if (kind === 'payout_completed') return `${text.transferred}${net}`;
  const amount = money(payout.amount, language);
  return `${kind === 'payout_returned' ? text.returned : text.debited}${amount}`;
}

/** A person is called by their name, a key by its id. */
async function nameOf(
  by: string | null,
  { companyId, language }: Visit,
  { users }: Pick<DashboardServices, 'users'>,
): Promise<string> {
  const text = WORDS[language];
  if (by === null) return text.none;
  if (by.startsWith('key_')) return `${text.key} ${by}`;
  const user = by.startsWith('usr_') ? await users.find(by) : null;
  if (user === null || user.companyId !== companyId) return text.operator;
  return user.name ?? text.left;
}
