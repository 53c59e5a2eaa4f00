import type { DeclineReason } from '../../../../contract/decline-reason.ts';
import type { PayinStatus } from '../../../../contract/payin.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import type { StateKind } from '../../framework/parts/state.tsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/** How the colour of a state repeats its word. */
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

/** What states and reasons of a payment are called. */
export const PAYMENT_WORDS = words<{
  statuses: Readonly<Record<PayinStatus, string>>;
  declines: Readonly<Record<DeclineReason, string>>;
}>({
  'pt-BR': {
    statuses: {
      PENDING: 'Aguardando',
      PENDING_3DS: 'Aguardando autenticação',
      APPROVED: 'Aprovado',
      REFUSED: 'Recusado',
      FAILED: 'Falhou',
      CANCELED: 'Cancelado',
      REFUNDED: 'Reembolsado',
      CHARGEBACK: 'Contestado (chargeback)',
      MED: 'Contestado (MED)',
      EXPIRED: 'Vencido',
    },
    declines: {
      insufficient_funds: 'Saldo ou limite insuficiente.',
      limit_exceeded: 'O valor passa do limite do cartão.',
      card_expired: 'O cartão está vencido.',
      card_blocked: 'O cartão está bloqueado.',
      invalid_card: 'Os dados do cartão não conferem.',
      invalid_cvv: 'O código de segurança não confere.',
      suspected_fraud: 'O banco suspeitou de fraude.',
      not_allowed: 'O cartão não permite esta compra.',
      tries_exceeded: 'Houve tentativas demais com este cartão.',
      retry_not_allowed: 'A bandeira não permite tentar este cartão de novo.',
      not_authenticated: 'O comprador não foi autenticado pelo banco.',
      issuer_unavailable: 'O banco do cartão não respondeu.',
      do_not_honour: 'O banco recusou sem dizer por quê.',
    },
  },
  en: {
    statuses: {
      PENDING: 'Waiting',
      PENDING_3DS: 'Waiting for authentication',
      APPROVED: 'Approved',
      REFUSED: 'Refused',
      FAILED: 'Failed',
      CANCELED: 'Canceled',
      REFUNDED: 'Refunded',
      CHARGEBACK: 'Disputed (chargeback)',
      MED: 'Disputed (MED)',
      EXPIRED: 'Expired',
    },
    declines: {
      insufficient_funds: 'Not enough money or limit.',
      limit_exceeded: 'The amount is above the limit of the card.',
      card_expired: 'The card has expired.',
      card_blocked: 'The card is blocked.',
      invalid_card: 'The data of the card are not right.',
      invalid_cvv: 'The security code is not right.',
      suspected_fraud: 'The bank suspected fraud.',
      not_allowed: 'The card does not allow this purchase.',
      tries_exceeded: 'This card was tried too often.',
      retry_not_allowed: 'The card’s network does not allow another try.',
      not_authenticated: 'The buyer was not authenticated by the bank.',
      issuer_unavailable: 'The bank of the card did not answer.',
      do_not_honour: 'The bank refused without saying why.',
    },
  },
});
