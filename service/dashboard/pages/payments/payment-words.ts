import type { DeclineReason } from '../../../../contract/errors/decline-reason.ts';
import type { PayinStatus } from '../../../../contract/payments/payin.ts';
import type { PayinPlace } from '../../../../contract/payments/payin-list.ts';
import { payinListQuerySchema, toPayinCursor } from '../../../../contract/payments/payin-list.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import type { PayinSearch } from '../../../domain/payins/payin-search.ts';
import type { StateKind } from '../../framework/parts/table.tsx';
import { METHOD_NAMES } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

export const STATUS_KINDS: Readonly<Record<PayinStatus, StateKind>> = {
  PENDING: 'warn',
  PENDING_3DS: 'warn',
  APPROVED: 'good',
  REFUSED: 'bad',
  FAILED: 'bad',
  CANCELED: 'plain',
  REFUNDED: 'plain',
  CHARGEBACK: 'bad',
  MED: 'bad',
  EXPIRED: 'plain',
};

/** A card as people tell it from others, on one line: `Visa final 1111`. */
export function cardText(
  { cardBrand, cardLast4 }: Pick<Payin, 'cardBrand' | 'cardLast4'>,
  language: Language,
): string | null {
  if (cardLast4 === null) return null;
  const brand = cardBrand ?? METHOD_NAMES[language].CREDIT_CARD;
  const name = `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`;
  return `${name} ${language === 'en' ? 'ending in' : 'final'} ${cardLast4}`;
}

export const PAYMENT_WORDS = words<{
  statuses: Readonly<Record<PayinStatus, string>>;
  declines: Readonly<Record<DeclineReason, string>>;
}>({
  statuses: {
    PENDING: ['Aguardando', 'Waiting'],
    PENDING_3DS: ['Aguardando autenticação', 'Waiting for authentication'],
    APPROVED: ['Aprovado', 'Approved'],
    REFUSED: ['Recusado', 'Refused'],
    FAILED: ['Falhou', 'Failed'],
    CANCELED: ['Cancelado', 'Canceled'],
    REFUNDED: ['Reembolsado', 'Refunded'],
    CHARGEBACK: ['Contestado (chargeback)', 'Disputed (chargeback)'],
    MED: ['Contestado (MED)', 'Disputed (MED)'],
    EXPIRED: ['Vencido', 'Expired'],
  },
  declines: {
    insufficient_funds: ['Saldo ou limite insuficiente.', 'Not enough money or limit.'],
    limit_exceeded: [
      'O valor passa do limite do cartão.',
      'The amount is above the limit of the card.',
    ],
    card_expired: ['O cartão está vencido.', 'The card has expired.'],
    card_blocked: ['O cartão está bloqueado.', 'The card is blocked.'],
    invalid_card: ['Os dados do cartão não conferem.', 'The data of the card are not right.'],
    invalid_cvv: ['O código de segurança não confere.', 'The security code is not right.'],
    suspected_fraud: ['O banco suspeitou de fraude.', 'The bank suspected fraud.'],
    not_allowed: ['O cartão não permite esta compra.', 'The card does not allow this purchase.'],
    tries_exceeded: ['Houve tentativas demais com este cartão.', 'This card was tried too often.'],
    retry_not_allowed: [
      'A bandeira não permite tentar este cartão de novo.',
      'The card’s network does not allow another try.',
    ],
    not_authenticated: [
      'O comprador não foi autenticado pelo banco.',
      'The buyer was not authenticated by the bank.',
    ],
    issuer_unavailable: [
      'O banco do cartão não respondeu.',
      'The bank of the card did not answer.',
    ],
    do_not_honour: ['O banco recusou sem dizer por quê.', 'The bank refused without saying why.'],
  },
});

const NAMES = ['q', 'status', 'method', 'startDate', 'endDate', 'cursor'] as const;
type Name = (typeof NAMES)[number];

/** In the words of `GET /payin` but for `method`. With a name in `wrong`, nothing is looked for. */
export type PaymentFilter = {
  typed: Readonly<Partial<Record<Name, string>>>;
  wrong: readonly Name[];
  search: Omit<PayinSearch, 'limit'>;
};

export function readPaymentFilter(query: URLSearchParams): PaymentFilter {
  // A form sends its empty fields too.
  const typed: PaymentFilter['typed'] = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  const { q = '', method, ...rest } = typed;
  const read = payinListQuerySchema.safeParse({ ...rest, paymentMethod: method });
  const wrong = read.success ? [] : NAMES.filter((name) => namesOf(read.error).includes(name));
  const { status, paymentMethod, startDate, endDate, cursor } = read.success ? read.data : {};
  return {
    typed,
    wrong,
    search: {
      text: q,
      status: status ?? null,
      method: paymentMethod ?? null,
      from: startDate ?? null,
      until: endDate ?? null,
      after: cursor ?? null,
    },
  };
}

function namesOf({ issues }: { issues: readonly { path: readonly PropertyKey[] }[] }): unknown[] {
  return issues.map(({ path }) => (path[0] === 'paymentMethod' ? 'method' : path[0]));
}

export function toQuery({ typed }: PaymentFilter, after: PayinPlace | null): string {
  const { cursor: _place, ...kept } = typed;
  const query = new URLSearchParams(kept);
  if (after !== null) query.set('cursor', toPayinCursor(after));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
