import type { PayoutRequest, PayoutStatus } from '../../../../contract/payments/payout.ts';
import type { PixKeyType } from '../../../../contract/payments/pix-key.ts';
import type { CREATE_PAYOUT } from '../../../acts/payouts.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Expected, LineProblem } from '../../../domain/payouts/batch-line.ts';
import type { Payout } from '../../../domain/payouts/payout.ts';
import type { StateKind } from '../../framework/parts/table.tsx';
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
  AWAITING_APPROVAL: ['Aguardando aprovação', 'Awaiting approval'],
  PENDING: ['Na fila', 'Queued'],
  PROCESSING: ['Em processamento', 'Processing'],
  APPROVED: ['Aceito pelo banco', 'Accepted by the bank'],
  COMPLETED: ['Concluído', 'Completed'],
  FAILED: ['Falhou', 'Failed'],
  CANCELED: ['Cancelado', 'Canceled'],
  REFUSED: ['Recusado pelo banco', 'Refused by the bank'],
  REFUNDED: ['Voltou', 'Returned'],
});

export const FIELDS = words<Readonly<Record<LineProblem['field'], string>>>({
  reference: ['Referência', 'Reference'],
  amount: ['Valor em reais', 'Amount in reais'],
  pixKeyType: ['Tipo da chave', 'Type of key'],
  pixKey: ['Chave PIX', 'PIX key'],
  name: ['Nome de quem recebe', 'Who receives it'],
  document: ['CPF ou CNPJ de quem recebe', 'Their CPF or CNPJ'],
  line: ['Linha', 'Line'],
});

export const KEY_TYPES = words<Readonly<Record<PixKeyType, string>>>({
  CPF: ['CPF', 'CPF'],
  CNPJ: ['CNPJ', 'CNPJ'],
  EMAIL: ['E-mail', 'E-mail'],
  PHONE: ['Telefone', 'Phone'],
  EVP: ['Aleatória', 'Random key'],
});

export function writtenKey({ pixKey, pixKeyType }: Pick<Payout, 'pixKey' | 'pixKeyType'>): string {
  return pixKeyType === 'CPF' || pixKeyType === 'CNPJ' ? writtenDocument(pixKey) : pixKey;
}

const EXPECTED = words<Readonly<Record<Exclude<Expected, 'once'>, string>>>({
  reference: [
    'Informe um código seu para este saque, com até 100 caracteres.',
    'Give a code of your own for this payout, at most 100 characters.',
  ],
  amount: [
    'Informe um valor como 1.234,56, com centavos: 1.234 pode ser 1.234,00 ou 1,23.',
    'Give an amount such as 1.234,56, with centavos: 1.234 may be 1.234,00 or 1,23.',
  ],
  pixKeyType: [
    'Use CPF, CNPJ, e-mail, telefone ou aleatória.',
    'Use CPF, CNPJ, EMAIL, PHONE or EVP.',
  ],
  pixKey: ['Informe a chave PIX.', 'Give the PIX key.'],
  name: ['Use até 150 caracteres, em uma linha.', 'Use at most 150 characters, on one line.'],
  document: [
    'Informe um CPF ou CNPJ válido, com ou sem pontos e traços.',
    'Give a valid CPF or CNPJ, with or without dots and dashes.',
  ],
  'as-text': [
    'A planilha tomou isto por um número e perdeu dígitos: formate a coluna como texto.',
    'The spreadsheet took this for a number and lost digits: format the column as text.',
  ],
  CPF: [
    'A chave deve ser um CPF válido: 11 dígitos, com os zeros à esquerda.',
    'The key must be a valid CPF: 11 digits, with its leading zeros.',
  ],
  CNPJ: [
    'A chave deve ser um CNPJ válido: 14 caracteres.',
    'The key must be a valid CNPJ: 14 characters.',
  ],
  EMAIL: [
    'A chave deve ser um e-mail em letras minúsculas, com até 77 caracteres.',
    'The key must be an e-mail address in lower case, at most 77 characters.',
  ],
  PHONE: [
    'A chave deve ser um telefone como +5511987654321: +55, DDD e número.',
    'The key must be a phone such as +5511987654321: +55, area code and number.',
  ],
  EVP: [
    'A chave deve ser uma chave aleatória completa, em letras minúsculas e com os traços.',
    'The key must be a whole random key, in lower case and with its dashes.',
  ],
  unused: [
    'Já existe um saque com esta referência e outros dados. Use outra referência.',
    'There is a payout with this reference and other values. Use another reference.',
  ],
  columns: [
    'A linha tem mais células do que o cabeçalho.',
    'The line has more cells than the first line of the file.',
  ],
});

const ONCE = words<(line: number) => string>([
  (line) => `Esta referência já está na linha ${line}.`,
  (line) => `This reference is on line ${line} already.`,
]);

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
  | 'ILLEGAL_TRANSITION';

const REFUSALS = words<Readonly<Record<RefusalCode | 'other', string>>>({
  INSUFFICIENT_FUNDS: [
    'O saldo disponível não cobre este valor. Nada foi enviado.',
    'The available balance does not cover this amount. Nothing was sent.',
  ],
  INVALID_PIX_KEY: [
    'Esta chave PIX não existe. Confirme com quem recebe. Nada foi enviado.',
    'This PIX key does not exist. Check it with whoever receives the money. Nothing was sent.',
  ],
  BEYOND_LIMITS: [
    'O valor passa do limite permitido neste horário. Nada foi enviado.',
    'The amount exceeds the limit allowed at this time. Nothing was sent.',
  ],
  TEMPORARY_UNAVAILABLE: [
    'O banco não respondeu e nada foi debitado. Tente de novo em 5 a 10 minutos.',
    'The bank did not answer and nothing was debited. Try again in 5 to 10 minutes.',
  ],
  PROVIDER_REJECTED: [
    'O banco rejeitou a transferência e o valor voltou ao saldo. Confira a chave e use outra referência.',
    'The bank rejected the transfer and the amount is available again. Check the key and use another reference.',
  ],
  DUPLICATE_REFERENCE: [
    'Já existe um saque com esta referência e outros dados.',
    'There is a payout with this reference and other values.',
  ],
  RATE_LIMITED: [
    'Muitas chaves foram consultadas. Aguarde alguns minutos e tente de novo.',
    'Too many keys were looked up. Wait a few minutes and try again.',
  ],
  COMPANY_BLOCKED: [
    'Esta conta está bloqueada e não pode enviar saques.',
    'This account is blocked and cannot send payouts.',
  ],
  KYC_NOT_APPROVED: [
    'O cadastro desta conta ainda não foi aprovado.',
    'This account has not been approved yet.',
  ],
  ILLEGAL_TRANSITION: [
    'Este saque já mudou de situação. Veja abaixo como ele está agora.',
    'This payout has moved on already. See below how it is now.',
  ],
  other: [
    'O serviço recusou o pedido. Tente de novo.',
    'The service refused the request. Try again.',
  ],
});

export function refusalOf(code: string, language: Language): string {
  const refusals: Readonly<Record<string, string>> = REFUSALS[language];
  return refusals[code] ?? REFUSALS[language].other;
}

export function toRow(request: PayoutRequest): Parameters<typeof CREATE_PAYOUT.ask>[0] {
  const { amount, pixKey, pixKeyType, referenceId } = request;
  const { beneficiaryName: name, beneficiaryDocument: document } = request;
  return { amount, pixKey, pixKeyType, referenceId, name, document };
}
