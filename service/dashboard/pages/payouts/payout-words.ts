import type { PayoutStatus } from '../../../../contract/payout.ts';
import type { PixKeyType } from '../../../../contract/pix-key.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Expected, LineProblem } from '../../../domain/payouts/batch-line.ts';
import type { Payout } from '../../../domain/payouts/payout.ts';
import type { StateKind } from '../../framework/parts/state.tsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

export const STATE_KINDS: Readonly<Record<PayoutStatus, StateKind>> = {
  AWAITING_APPROVAL: 'warn',
  PENDING: 'plain',
  PROCESSING: 'plain',
  APPROVED: 'plain',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELED: 'plain',
  REFUSED: 'bad',
  REFUNDED: 'warn',
};

export const STATES = words<Readonly<Record<PayoutStatus, string>>>({
  'pt-BR': {
    AWAITING_APPROVAL: 'Aguardando aprovação',
    PENDING: 'Na fila',
    PROCESSING: 'Em processamento',
    APPROVED: 'Aceito pelo banco',
    COMPLETED: 'Concluído',
    FAILED: 'Falhou',
    CANCELED: 'Cancelado',
    REFUSED: 'Recusado pelo banco',
    REFUNDED: 'Devolvido',
  },
  en: {
    AWAITING_APPROVAL: 'Awaiting approval',
    PENDING: 'Queued',
    PROCESSING: 'Processing',
    APPROVED: 'Taken by the bank',
    COMPLETED: 'Completed',
    FAILED: 'Failed',
    CANCELED: 'Canceled',
    REFUSED: 'Refused by the bank',
    REFUNDED: 'Returned',
  },
});

export const FIELDS = words<Readonly<Record<LineProblem['field'], string>>>({
  'pt-BR': {
    reference: 'Referência',
    amount: 'Valor em reais',
    pixKeyType: 'Tipo da chave',
    pixKey: 'Chave PIX',
    name: 'Nome de quem recebe',
    document: 'CPF ou CNPJ de quem recebe',
    line: 'Linha',
  },
  en: {
    reference: 'Reference',
    amount: 'Amount in reais',
    pixKeyType: 'Type of key',
    pixKey: 'PIX key',
    name: 'Who receives it',
    document: 'Their CPF or CNPJ',
    line: 'Line',
  },
});

export const KEY_TYPES = words<Readonly<Record<PixKeyType, string>>>({
  'pt-BR': { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Telefone', EVP: 'Aleatória' },
  en: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Phone', EVP: 'Random key' },
});

/** A key as people write it. */
export function writtenKey({ pixKey, pixKeyType }: Pick<Payout, 'pixKey' | 'pixKeyType'>): string {
  return pixKeyType === 'CPF' || pixKeyType === 'CNPJ' ? writtenDocument(pixKey) : pixKey;
}

/** The form of each field, as a whole sentence. */
const EXPECTED = words<Readonly<Record<Exclude<Expected, 'once'>, string>>>({
  'pt-BR': {
    reference: 'Informe um código seu para este saque, com até 100 caracteres.',
    amount: 'Informe um valor como 1.234,56, a partir de 0,01.',
    pixKeyType: 'Use CPF, CNPJ, e-mail, telefone ou aleatória.',
    pixKey: 'Informe a chave PIX.',
    name: 'Use até 150 caracteres, em uma linha.',
    document: 'Informe um CPF ou CNPJ válido, com ou sem pontos e traços.',
    CPF: 'A chave deve ser um CPF válido: 11 dígitos, com os zeros à esquerda.',
    CNPJ: 'A chave deve ser um CNPJ válido: 14 caracteres.',
    EMAIL: 'A chave deve ser um e-mail em letras minúsculas, com até 77 caracteres.',
    PHONE: 'A chave deve ser um telefone como +5511987654321: +55, DDD e número.',
    EVP: 'A chave deve ser uma chave aleatória completa, em letras minúsculas e com os traços.',
    unused: 'Já existe um saque com esta referência e outros dados. Use outra referência.',
    columns: 'A linha tem mais células do que o cabeçalho.',
  },
  en: {
    reference: 'Give a code of your own for this payout, at most 100 characters.',
    amount: 'Give an amount such as 1.234,56, from 0,01 on.',
    pixKeyType: 'Use CPF, CNPJ, EMAIL, PHONE or EVP.',
    pixKey: 'Give the PIX key.',
    name: 'Use at most 150 characters, on one line.',
    document: 'Give a valid CPF or CNPJ, with or without dots and dashes.',
    CPF: 'The key must be a valid CPF: 11 digits, with its leading zeros.',
    CNPJ: 'The key must be a valid CNPJ: 14 characters.',
    EMAIL: 'The key must be an e-mail address in lower case, at most 77 characters.',
    PHONE: 'The key must be a phone such as +5511987654321: +55, area code and number.',
    EVP: 'The key must be a whole random key, in lower case and with its dashes.',
    unused: 'There is a payout with this reference and other values. Use another reference.',
    columns: 'The line has more cells than the first line of the file.',
  },
});

const ONCE = words<(line: number) => string>({
  'pt-BR': (line) => `Esta referência já está na linha ${line}.`,
  en: (line) => `This reference is on line ${line} already.`,
});

export function expectedOf({ expected, ofLine = 0 }: LineProblem, language: Language): string {
  return expected === 'once' ? ONCE[language](ofLine) : EXPECTED[language][expected];
}

type RefusalCode =
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_PIX_KEY'
  | 'BEYOND_LIMITS'
  | 'TEMPORARY_UNAVAILABLE'
  | 'PROVIDER_REJECTED'
  | 'DUPLICATE_REFERENCE'
  | 'RATE_LIMITED'
  | 'COMPANY_BLOCKED'
  | 'KYC_NOT_APPROVED'
  | 'FORBIDDEN'
  | 'ILLEGAL_TRANSITION';

const REFUSALS = words<Readonly<Record<RefusalCode | 'other', string>>>({
  'pt-BR': {
    INSUFFICIENT_FUNDS: 'O saldo disponível não cobre este valor. Nada foi enviado.',
    INVALID_PIX_KEY: 'Esta chave PIX não existe. Confirme com quem recebe. Nada foi enviado.',
    BEYOND_LIMITS: 'O valor passa do limite permitido neste horário. Nada foi enviado.',
    TEMPORARY_UNAVAILABLE:
      'O banco não respondeu e nada foi debitado. Tente de novo em 5 a 10 minutos.',
    PROVIDER_REJECTED:
      'O banco rejeitou a transferência e o valor voltou ao saldo. Confira a chave e use outra referência.',
    DUPLICATE_REFERENCE: 'Já existe um saque com esta referência e outros dados.',
    RATE_LIMITED: 'Muitas chaves não foram encontradas. Aguarde alguns minutos e tente de novo.',
    COMPANY_BLOCKED: 'Esta conta está bloqueada e não pode enviar saques.',
    KYC_NOT_APPROVED: 'O cadastro desta conta ainda não foi aprovado.',
    FORBIDDEN: 'Quem pediu um saque não pode aprová-lo. Peça a outra pessoa da equipe.',
    ILLEGAL_TRANSITION: 'Este saque já mudou de situação. Veja abaixo como ele está agora.',
    other: 'O serviço recusou o pedido. Tente de novo.',
  },
  en: {
    INSUFFICIENT_FUNDS: 'The available balance does not cover this amount. Nothing was sent.',
    INVALID_PIX_KEY: 'There is no such PIX key. Ask whoever receives it. Nothing was sent.',
    BEYOND_LIMITS: 'The amount exceeds the limit allowed at this time. Nothing was sent.',
    TEMPORARY_UNAVAILABLE:
      'The bank did not answer and nothing was debited. Try again in 5 to 10 minutes.',
    PROVIDER_REJECTED:
      'The bank rejected the transfer and the amount is available again. Check the key and use another reference.',
    DUPLICATE_REFERENCE: 'There is a payout with this reference and other values.',
    RATE_LIMITED: 'Too many keys were not found. Wait a few minutes and try again.',
    COMPANY_BLOCKED: 'This account is blocked and cannot send payouts.',
    KYC_NOT_APPROVED: 'This account has not been approved yet.',
    FORBIDDEN: 'Whoever asked for a payout cannot approve it. Ask somebody else of the team.',
    ILLEGAL_TRANSITION: 'This payout has moved on already. See below how it is now.',
    other: 'The service refused it. Try again.',
  },
});

/** Why a payout was not made or moved, in a sentence for people. */
export function refusalOf(code: string, language: Language): string {
  const refusals: Readonly<Record<string, string>> = REFUSALS[language];
  return refusals[code] ?? REFUSALS[language].other;
}
