import * as z from 'zod/mini';
import { refusedPayinSchema } from '../payments/payin.ts';
import type { BrokenRule } from './broken-rule.ts';
import { declineReasonSchema, declineRetrySchema } from './decline-reason.ts';
import type { ErrorGuide } from './error-guide.ts';
import { API_RULE_NAMES, RULES } from './refusal-rule.ts';

export const brokenRuleSchema = z.object({
  rule: z.enum(RULES),
  params: z.exactOptional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/**
 * `path` names the field (`card.number`), `rule` what it broke; `message` says the same for people.
 * None of them holds what was sent.
 */
export const errorDetailSchema = z.object({
  path: z.string(),
  rule: z.enum(API_RULE_NAMES),
  params: brokenRuleSchema.shape.params,
  message: z.string(),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

export type ApiErrorRow = ErrorGuide & {
  /** Of the answer, except for the two cases of 3-D Secure that the specification gives 422. */
  status: number;
  /** The answer where a refusal has no sentence of its own; also the example of the API. */
  message: string;
  details?: readonly ({ path: string } & BrokenRule)[];
  /** Seconds, answered as `Retry-After` where a refusal has none of its own. */
  retryAfter?: number;
};

/**
 * Every code the API answers with: the specification's codes first, then ours. The status of an
 * answer, the API's description and the page about errors all come from here, so that a new code is
 * one row. Source: spec, "Errors".
 */
export const API_ERRORS = {
  INSUFFICIENT_FUNDS: {
    status: 400,
    message: 'The available balance is too low.',
    cause: {
      en: 'The available balance, after reserves and pending payouts, is below the amount.',
      pt: 'O saldo disponível, depois de reservas e saques pendentes, é menor que o valor.',
    },
    action: { en: 'Wait for credits, or send less.', pt: 'Espere créditos ou envie menos.' },
    reproduce: {
      en: '`POST /payout` with an amount of 100000000.',
      pt: '`POST /payout` com amount 100000000.',
    },
  },
  INVALID_PIX_KEY: {
    status: 400,
    message: 'The PIX key is not valid or does not exist.',
    details: [{ path: 'pixKey', rule: 'unknown' }],
    cause: {
      en: 'The key does not fit its type, or is not in the directory.',
      pt: 'A chave não combina com o tipo, ou não está no diretório.',
    },
    action: {
      en: 'Ask the receiver for the key again.',
      pt: 'Peça a chave de novo a quem recebe.',
    },
    reproduce: {
      en: '`POST /payout` to the e-mail key missing@sandbox.test.',
      pt: '`POST /payout` para a chave de e-mail missing@sandbox.test.',
    },
  },
  BEYOND_LIMITS: {
    status: 400,
    message: 'The amount exceeds the limit allowed at this time.',
    cause: {
      en: 'The amount exceeds the limit allowed at this time.',
      pt: 'O valor passa do limite permitido neste horário.',
    },
    action: { en: 'Send less, or later.', pt: 'Envie menos, ou mais tarde.' },
    reproduce: {
      en: '`POST /payout` to the e-mail key limits@sandbox.test.',
      pt: '`POST /payout` para a chave de e-mail limits@sandbox.test.',
    },
  },
  TEMPORARY_UNAVAILABLE: {
    status: 502,
    message: 'The acquirer is unavailable; try again later.',
    retryAfter: 300,
    cause: {
      en: 'The acquirer is unavailable; nothing was debited.',
      pt: 'A adquirente está indisponível; nada foi debitado.',
    },
    action: {
      en: 'Try again in 5 to 10 minutes with the same `referenceId`.',
      pt: 'Tente de novo em 5 a 10 minutos com o mesmo `referenceId`.',
    },
    reproduce: {
      en: '`POST /payout` to the e-mail key unavailable@sandbox.test.',
      pt: '`POST /payout` para a chave de e-mail unavailable@sandbox.test.',
    },
  },
  PROVIDER_REJECTED: {
    status: 502,
    message: 'The payment system rejected the transfer.',
    cause: {
      en: 'The payment system rejected the transfer: the payout is FAILED, its balance is returned.',
      pt: 'O sistema de pagamentos rejeitou a transferência: o saque fica FAILED e o saldo volta.',
    },
    action: {
      en: 'Check the key; use a new `referenceId`.',
      pt: 'Confira a chave; use um novo `referenceId`.',
    },
    reproduce: {
      en: '`POST /payout` to the e-mail key rejected@sandbox.test.',
      pt: '`POST /payout` para a chave de e-mail rejected@sandbox.test.',
    },
  },
  INVALID_DATA: {
    status: 400,
    message: 'Some fields are not valid.',
    details: [{ path: 'amount', rule: 'too_small', params: { min: 1 } }],
    cause: {
      en: 'A field is missing or wrong; `details` names each `path`, never its value.',
      pt: 'Um campo falta ou está errado; `details` diz cada `path`, nunca o valor.',
    },
    action: {
      en: 'Correct the fields. With status 422 it is the id of the 3-D Secure session that is missing.',
      pt: 'Corrija os campos. Com status 422 é o id da sessão de 3-D Secure que falta.',
    },
    reproduce: {
      en: '`POST /payin` with the document 11111111111.',
      pt: '`POST /payin` com o documento 11111111111.',
    },
  },
  REJECTED_BY_RISK: {
    status: 400,
    message: 'The charge was refused by the antifraud.',
    cause: { en: 'The antifraud refused the charge.', pt: 'O antifraude recusou a cobrança.' },
    action: {
      en: 'Ask for another card; do not retry this one. With status 422 the account charges with 3-D Secure only: authenticate first.',
      pt: 'Peça outro cartão; não repita este. Com status 422 a conta só cobra com 3-D Secure: autentique antes.',
    },
    reproduce: {
      en: 'Card 4100000000000019, or holder RISK.',
      pt: 'Cartão 4100000000000019, ou titular RISK.',
    },
  },
  PAYER_LIMIT_REJECTED: {
    status: 400,
    message: 'The limit of the card does not cover this amount.',
    cause: {
      en: 'The limit of the card does not cover the amount.',
      pt: 'O limite do cartão não cobre o valor.',
    },
    action: { en: 'Ask for another card.', pt: 'Peça outro cartão.' },
    reproduce: {
      en: 'Card 4000000000009995, or holder FUND.',
      pt: 'Cartão 4000000000009995, ou titular FUND.',
    },
  },
  INVALID_CVV: {
    status: 400,
    message: 'The CVV is not right.',
    cause: {
      en: 'The CVV is wrong, or missing where a saved card needs it.',
      pt: 'O CVV está errado, ou falta onde um cartão salvo o exige.',
    },
    action: { en: 'Ask for the CVV again.', pt: 'Peça o CVV de novo.' },
    reproduce: {
      en: 'Card 4000000000000127, or holder SECU.',
      pt: 'Cartão 4000000000000127, ou titular SECU.',
    },
  },
  PROVIDER_ERROR: {
    status: 502,
    message: 'The acquirer failed for a moment; try again.',
    retryAfter: 5,
    cause: {
      en: 'The acquirer failed for a moment; nothing was charged.',
      pt: 'A adquirente falhou por um momento; nada foi cobrado.',
    },
    action: {
      en: 'Send the same request again after `Retry-After` seconds; the token can still be used.',
      pt: 'Envie a mesma requisição depois dos segundos de `Retry-After`; o token ainda vale.',
    },
    reproduce: {
      en: 'Card 4000000000000119: the first try fails, the second is approved. Holder PERR always fails.',
      pt: 'Cartão 4000000000000119: a primeira tentativa falha, a segunda é aprovada. O titular PERR sempre falha.',
    },
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'The credentials are missing, wrong or no longer valid.',
    cause: {
      en: 'The credentials are missing, wrong, revoked or inactive.',
      pt: 'As credenciais faltam, estão erradas, revogadas ou inativas.',
    },
    action: {
      en: 'Check both keys and the environment.',
      pt: 'Confira as duas chaves e o ambiente.',
    },
    reproduce: {
      en: 'Call with the secret key sk_test_wrong.',
      pt: 'Chame com a chave secreta sk_test_errada.',
    },
  },
  INVALID_CREDENTIALS: {
    status: 400,
    message: 'Send one kind of credentials, not several.',
    cause: {
      en: 'The credentials are malformed, of several kinds at once, or a secret key stands in the place of a public one.',
      pt: 'As credenciais estão malformadas, são de vários tipos ao mesmo tempo, ou há uma chave secreta no lugar da pública.',
    },
    action: {
      en: 'Send `Authorization: Basic` with both keys, and nothing else.',
      pt: 'Envie `Authorization: Basic` com as duas chaves, e mais nada.',
    },
    reproduce: {
      en: 'Send `Authorization: Basic nonsense`.',
      pt: 'Envie `Authorization: Basic qualquercoisa`.',
    },
  },
  FORBIDDEN: {
    status: 403,
    message: 'The secret key must never be used from a browser.',
    cause: {
      en: 'A secret key came with `Origin` or `Referer`: it must never be used from a browser.',
      pt: 'Uma chave secreta veio com `Origin` ou `Referer`: ela nunca deve ser usada em um navegador.',
    },
    action: {
      en: 'Call from your server only, and replace the key.',
      pt: 'Chame só do seu servidor, e troque a chave.',
    },
    reproduce: {
      en: 'Send `GET /whoami` with the key pair and an `Origin` header.',
      pt: 'Envie `GET /whoami` com o par de chaves e um cabeçalho `Origin`.',
    },
  },
  KYC_NOT_APPROVED: {
    status: 403,
    message: 'The identity check (KYC) of this account is not approved.',
    cause: {
      en: 'The identity check (KYC) of the account is not approved.',
      pt: 'O cadastro (KYC) da conta não foi aprovado.',
    },
    action: { en: 'Finish the registration.', pt: 'Conclua o cadastro.' },
    reproduce: { en: 'Account `pending`.', pt: 'Conta `pending`.' },
  },
  COMPANY_BLOCKED: {
    status: 403,
    message: 'This account is blocked.',
    cause: { en: 'The account is blocked.', pt: 'A conta está bloqueada.' },
    action: { en: 'Talk to support.', pt: 'Fale com o suporte.' },
    reproduce: { en: 'Account `blocked`.', pt: 'Conta `blocked`.' },
  },
  METHOD_NOT_ENABLED: {
    status: 403,
    message: 'CREDIT_CARD is not enabled for this account.',
    cause: {
      en: 'The payment method is not enabled for the account.',
      pt: 'O meio de pagamento não está habilitado para a conta.',
    },
    action: {
      en: 'Offer the methods `GET /whoami` lists.',
      pt: 'Ofereça os meios que `GET /whoami` lista.',
    },
    reproduce: { en: 'Account `nocard` with a card.', pt: 'Conta `nocard` com um cartão.' },
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this address.',
    cause: {
      en: 'Nothing exists under this id or address, or it belongs to another account.',
      pt: 'Não existe, ou é de outra conta.',
    },
    action: { en: 'Check the id and the keys.', pt: 'Confira o id e as chaves.' },
    reproduce: { en: '`GET /payin/pay_nothing`.', pt: '`GET /payin/pay_nada`.' },
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many calls; try again later.',
    retryAfter: 60,
    cause: {
      en: 'Too many calls, such as more than 30 of `GET /whoami` in a minute from one address.',
      pt: 'Chamadas demais, como mais de 30 de `GET /whoami` em um minuto do mesmo endereço.',
    },
    action: { en: 'Wait as long as `Retry-After` says.', pt: 'Espere o que `Retry-After` diz.' },
    reproduce: { en: 'Call `GET /whoami` 31 times.', pt: 'Chame `GET /whoami` 31 vezes.' },
  },
  DUPLICATE_REFERENCE: {
    status: 409,
    message: 'This referenceId belongs to another payin.',
    details: [{ path: 'referenceId', rule: 'in_use' }],
    cause: {
      en: 'The `referenceId` is in use by another order, or was paid in another way.',
      pt: 'O `referenceId` está em uso por outro pedido, ou já foi pago de outra forma.',
    },
    action: {
      en: 'Read `error.payin`: it may be paid. Cancel it first where the buyer changed the order; use a new `referenceId` for a new order alone.',
      pt: 'Leia `error.payin`: pode estar pago. Cancele-o antes se o comprador mudou o pedido; use um novo `referenceId` só para um novo pedido.',
    },
    reproduce: {
      en: 'Send `POST /payin` twice with one `referenceId` and two amounts.',
      pt: 'Envie `POST /payin` duas vezes com um `referenceId` e dois valores.',
    },
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    message: 'This Idempotency-Key came with another body.',
    cause: {
      en: 'This `Idempotency-Key` came before with another body.',
      pt: 'Este `Idempotency-Key` já veio com outro corpo.',
    },
    action: {
      en: 'Use a new key for a new request.',
      pt: 'Use uma nova chave para uma nova requisição.',
    },
    reproduce: {
      en: 'Send two different bodies with one `Idempotency-Key`.',
      pt: 'Envie dois corpos diferentes com o mesmo `Idempotency-Key`.',
    },
  },
  IN_PROGRESS: {
    status: 409,
    message: 'The first request with this key is still running.',
    retryAfter: 1,
    cause: {
      en: 'The first of two equal requests is still running.',
      pt: 'A primeira de duas requisições iguais ainda está em andamento.',
    },
    action: { en: 'Ask again in a second.', pt: 'Pergunte de novo em um segundo.' },
    reproduce: {
      en: 'Send the same request twice at once, holder SLOW.',
      pt: 'Envie a mesma requisição duas vezes ao mesmo tempo, titular SLOW.',
    },
  },
  ILLEGAL_TRANSITION: {
    status: 409,
    message: 'A payin cannot go from REFUSED to APPROVED.',
    cause: { en: 'The status does not allow this move.', pt: 'O status não permite esta mudança.' },
    action: { en: 'Read the record first.', pt: 'Leia o registro antes.' },
    reproduce: {
      en: '`POST /sandbox/payins/{id}/pay` for a payin that is approved.',
      pt: '`POST /sandbox/payins/{id}/pay` para um payin aprovado.',
    },
  },
  NOT_REFUNDABLE: {
    status: 409,
    message: 'A payin that is PENDING cannot be refunded.',
    cause: {
      en: 'The payin is not paid, or it is disputed: only what is `APPROVED` or `REFUNDED` can be given back.',
      pt: 'O payin não está pago, ou está em disputa: só o que está `APPROVED` ou `REFUNDED` pode ser reembolsado.',
    },
    action: { en: 'Wait until it is paid.', pt: 'Espere até que esteja pago.' },
    reproduce: {
      en: '`POST /payin/{id}/refund` for a PIX that nobody has paid.',
      pt: '`POST /payin/{id}/refund` para um PIX que ninguém pagou.',
    },
  },
  REFUND_NOT_SUPPORTED: {
    status: 400,
    message: 'A payin by BOLETO cannot be refunded here.',
    cause: {
      en: 'Nobody gives money back by this payment method, such as boleto.',
      pt: 'Não há reembolso por este meio de pagamento, como o boleto.',
    },
    action: {
      en: 'Agree with the buyer on another way, such as a payout to a PIX key.',
      pt: 'Combine outro caminho com o comprador, como um saque para uma chave PIX.',
    },
    reproduce: {
      en: '`POST /payin/{id}/refund` for a boleto.',
      pt: '`POST /payin/{id}/refund` para um boleto.',
    },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Use GET, HEAD, OPTIONS here.',
    cause: {
      en: 'The address does not take this method; `Allow` names those it takes.',
      pt: 'O endereço não aceita este método; `Allow` diz os aceitos.',
    },
    action: { en: 'Use one of them.', pt: 'Use um deles.' },
    reproduce: { en: '`DELETE /payin`.', pt: '`DELETE /payin`.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The content type must be application/json.',
    cause: {
      en: 'The body is not `application/json` in UTF-8, or it is compressed.',
      pt: 'O corpo não é `application/json` em UTF-8, ou está comprimido.',
    },
    action: {
      en: 'Send `Content-Type: application/json`.',
      pt: 'Envie `Content-Type: application/json`.',
    },
    reproduce: { en: '`POST /payin` as a form.', pt: '`POST /payin` como formulário.' },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The body must be at most 65536 bytes.',
    cause: { en: 'The body is larger than 64 KiB.', pt: 'O corpo passa de 64 KiB.' },
    action: { en: 'Send less.', pt: 'Envie menos.' },
    reproduce: { en: '`POST /payin` with 65 537 bytes.', pt: '`POST /payin` com 65.537 bytes.' },
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The service cannot take requests now; try again soon.',
    retryAfter: 5,
    cause: { en: 'The service cannot take requests now.', pt: 'O serviço não pode atender agora.' },
    action: {
      en: 'Send the same request again after `Retry-After` seconds.',
      pt: 'Envie a mesma requisição depois dos segundos de `Retry-After`.',
    },
    reproduce: {
      en: 'Call while the service is stopping.',
      pt: 'Chame enquanto o serviço está parando.',
    },
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side.',
    cause: {
      en: 'Something went wrong on our side; the request id finds it in our logs.',
      pt: 'Algo deu errado do nosso lado; o id da requisição leva ao registro do erro.',
    },
    action: { en: 'Tell us the `requestId`.', pt: 'Informe o `requestId`.' },
    reproduce: { en: 'Not on purpose.', pt: 'Não acontece de propósito.' },
  },
} as const satisfies Readonly<Record<string, ApiErrorRow>>;

export type ApiErrorCode = keyof typeof API_ERRORS;

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}

export const API_ERROR_CODES: readonly ApiErrorCode[] =
  Object.keys(API_ERRORS).filter(isApiErrorCode);

export const apiErrorCodeSchema = z.enum(API_ERROR_CODES);

/**
 * The body of every answer that is not 2xx. Why a card was refused comes with a decline alone, `payin`
 * with the 409s that are about one.
 */
export const errorBodySchema = z.object({
  error: z.object({
    code: apiErrorCodeSchema,
    message: z.string(),
    details: z.array(errorDetailSchema),
    declineReason: z.optional(declineReasonSchema),
    retry: z.optional(declineRetrySchema),
    payin: z.optional(refusedPayinSchema),
  }),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
