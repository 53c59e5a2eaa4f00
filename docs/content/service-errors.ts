import type { ApiErrorCode } from '../../contract/api-error.ts';
import { type ErrorGuide, guide } from './error-guide.ts';

/** Every code the service answers with; a new one does not compile without its guide. */
export const SERVICE_ERRORS: { readonly [code in ApiErrorCode]: ErrorGuide } = {
  INSUFFICIENT_FUNDS: guide(
    ['The available balance does not cover the payout.', 'O saldo disponível não cobre o saque.'],
    ['Wait for credits, or send less.', 'Espere créditos ou envie menos.'],
    ['`POST /payout` with an amount of 100000000.', '`POST /payout` com amount 100000000.'],
  ),
  INVALID_PIX_KEY: guide(
    [
      'The key does not fit its type, or nobody has it.',
      'A chave não combina com o tipo, ou ninguém a tem.',
    ],
    ['Ask the receiver for the key again.', 'Peça a chave de novo a quem recebe.'],
    [
      '`POST /payout` to the e-mail key missing@sandbox.test.',
      '`POST /payout` para a chave de e-mail missing@sandbox.test.',
    ],
  ),
  BEYOND_LIMITS: guide(
    ['More than is allowed at this hour.', 'Mais do que é permitido neste horário.'],
    ['Send less, or later.', 'Envie menos, ou mais tarde.'],
    [
      '`POST /payout` to the e-mail key limits@sandbox.test.',
      '`POST /payout` para a chave de e-mail limits@sandbox.test.',
    ],
  ),
  TEMPORARY_UNAVAILABLE: guide(
    [
      'The acquirer cannot send now; nothing was debited.',
      'A adquirente não consegue enviar agora; nada foi debitado.',
    ],
    [
      'Try again in 5 to 10 minutes with the same `referenceId`.',
      'Tente de novo em 5 a 10 minutos com o mesmo `referenceId`.',
    ],
    [
      '`POST /payout` to the e-mail key unavailable@sandbox.test.',
      '`POST /payout` para a chave de e-mail unavailable@sandbox.test.',
    ],
  ),
  PROVIDER_REJECTED: guide(
    [
      'The payment system rejected the transfer; the payout is FAILED and the money is back.',
      'O sistema de pagamentos rejeitou a transferência; o saque fica FAILED e o dinheiro volta.',
    ],
    ['Check the key; use a new `referenceId`.', 'Confira a chave; use um novo `referenceId`.'],
    [
      '`POST /payout` to the e-mail key rejected@sandbox.test.',
      '`POST /payout` para a chave de e-mail rejected@sandbox.test.',
    ],
  ),
  INVALID_DATA: guide(
    [
      'A field is missing or wrong; `details` names each `path`. 422 where the id of the 3-D Secure session is missing.',
      'Um campo falta ou está errado; `details` diz cada `path`. 422 quando falta o id da sessão de 3-D Secure.',
    ],
    ['Correct the fields.', 'Corrija os campos.'],
    ['`POST /payin` with the document 11111111111.', '`POST /payin` com o documento 11111111111.'],
  ),
  REJECTED_BY_RISK: guide(
    [
      'The antifraud refused the charge. 422 where the account charges with 3-D Secure only and none came.',
      'O antifraude recusou a cobrança. 422 quando a conta só cobra com 3-D Secure e ele não veio.',
    ],
    ['Ask for another card; do not retry this one.', 'Peça outro cartão; não repita este.'],
    ['Card 4100000000000019, or holder RISK.', 'Cartão 4100000000000019, ou titular RISK.'],
  ),
  PAYER_LIMIT_REJECTED: guide(
    ['The limit of the card is too low.', 'O limite do cartão não basta.'],
    ['Ask for another card.', 'Peça outro cartão.'],
    ['Card 4000000000009995, or holder FUND.', 'Cartão 4000000000009995, ou titular FUND.'],
  ),
  INVALID_CVV: guide(
    [
      'The CVV is wrong, or missing where a saved card needs it.',
      'O CVV está errado, ou falta onde um cartão salvo o exige.',
    ],
    ['Ask for the CVV again.', 'Peça o CVV de novo.'],
    ['Card 4000000000000127, or holder SECU.', 'Cartão 4000000000000127, ou titular SECU.'],
  ),
  PROVIDER_ERROR: guide(
    [
      'The acquirer failed for a moment; nothing was charged.',
      'A adquirente falhou por um momento; nada foi cobrado.',
    ],
    [
      'Send the same request again; the token can still be used.',
      'Envie a mesma requisição de novo; o token ainda vale.',
    ],
    [
      'Card 4000000000000119: the first try fails, the second is approved. Holder PERR always fails.',
      'Cartão 4000000000000119: a primeira tentativa falha, a segunda é aprovada. O titular PERR sempre falha.',
    ],
  ),
  UNAUTHORIZED: guide(
    [
      'The credentials are missing, wrong, revoked or inactive.',
      'As credenciais faltam, estão erradas, revogadas ou inativas.',
    ],
    ['Check both keys and the environment.', 'Confira as duas chaves e o ambiente.'],
    ['Call with the secret key sk_test_wrong.', 'Chame com a chave secreta sk_test_errada.'],
  ),
  INVALID_CREDENTIALS: guide(
    [
      'The credentials are malformed, or of several kinds at once.',
      'As credenciais estão malformadas, ou são de vários tipos ao mesmo tempo.',
    ],
    [
      'Send `Authorization: Basic` with both keys, and nothing else.',
      'Envie `Authorization: Basic` com as duas chaves, e mais nada.',
    ],
    ['Send `Authorization: Basic nonsense`.', 'Envie `Authorization: Basic qualquercoisa`.'],
  ),
  FORBIDDEN: guide(
    [
      'A secret key came with `Origin` or `Referer`: it was used in a browser.',
      'Uma chave secreta veio com `Origin` ou `Referer`: foi usada em um navegador.',
    ],
    [
      'Call from your server only, and replace the key.',
      'Chame só do seu servidor, e troque a chave.',
    ],
    [
      'Send `GET /whoami` with the key pair and an `Origin` header.',
      'Envie `GET /whoami` com o par de chaves e um cabeçalho `Origin`.',
    ],
  ),
  KYC_NOT_APPROVED: guide(
    ['The registration (KYC) is not approved.', 'O cadastro (KYC) não foi aprovado.'],
    ['Finish the registration.', 'Conclua o cadastro.'],
    ['Account `pending`.', 'Conta `pending`.'],
  ),
  COMPANY_BLOCKED: guide(
    ['The account is blocked.', 'A conta está bloqueada.'],
    ['Talk to support.', 'Fale com o suporte.'],
    ['Account `blocked`.', 'Conta `blocked`.'],
  ),
  METHOD_NOT_ENABLED: guide(
    ['The payment method is not enabled.', 'O meio de pagamento não está habilitado.'],
    ['Offer the methods `GET /whoami` lists.', 'Ofereça os meios que `GET /whoami` lista.'],
    ['Account `nocard` with a card.', 'Conta `nocard` com um cartão.'],
  ),
  NOT_FOUND: guide(
    [
      'There is no such thing, or it belongs to another account.',
      'Não existe, ou é de outra conta.',
    ],
    ['Check the id and the keys.', 'Confira o id e as chaves.'],
    ['`GET /payin/pay_nothing`.', '`GET /payin/pay_nada`.'],
  ),
  RATE_LIMITED: guide(
    [
      'More than 30 calls of `GET /whoami` in a minute from one address.',
      'Mais de 30 chamadas de `GET /whoami` em um minuto do mesmo endereço.',
    ],
    ['Wait as long as `Retry-After` says.', 'Espere o que `Retry-After` diz.'],
    ['Call `GET /whoami` 31 times.', 'Chame `GET /whoami` 31 vezes.'],
  ),
  DUPLICATE_REFERENCE: guide(
    [
      'The `referenceId` is in use with another body.',
      'O `referenceId` está em uso com outro corpo.',
    ],
    [
      'Use a new `referenceId` for a new order; send the same body to ask for the first answer.',
      'Use um novo `referenceId` para um novo pedido; envie o mesmo corpo para ter a primeira resposta.',
    ],
    [
      'Send `POST /payin` twice with one `referenceId` and two amounts.',
      'Envie `POST /payin` duas vezes com um `referenceId` e dois valores.',
    ],
  ),
  IDEMPOTENCY_MISMATCH: guide(
    [
      'This `Idempotency-Key` came before with another body.',
      'Este `Idempotency-Key` já veio com outro corpo.',
    ],
    ['Use a new key for a new request.', 'Use uma nova chave para uma nova requisição.'],
    [
      'Send two different bodies with one `Idempotency-Key`.',
      'Envie dois corpos diferentes com o mesmo `Idempotency-Key`.',
    ],
  ),
  IN_PROGRESS: guide(
    [
      'The first request with this key is still running.',
      'A primeira requisição com esta chave ainda está em andamento.',
    ],
    ['Ask again in a second.', 'Pergunte de novo em um segundo.'],
    [
      'Send the same request twice at once, holder SLOW.',
      'Envie a mesma requisição duas vezes ao mesmo tempo, titular SLOW.',
    ],
  ),
  ILLEGAL_TRANSITION: guide(
    ['The status does not allow this move.', 'O status não permite esta mudança.'],
    ['Read the record first.', 'Leia o registro antes.'],
    [
      '`POST /sandbox/payins/{id}/pay` for a payin that is approved.',
      '`POST /sandbox/payins/{id}/pay` para um payin aprovado.',
    ],
  ),
  METHOD_NOT_ALLOWED: guide(
    [
      'The address does not take this method; `Allow` lists those it takes.',
      'O endereço não aceita este método; `Allow` lista os aceitos.',
    ],
    ['Use one of them.', 'Use um deles.'],
    ['`DELETE /payin`.', '`DELETE /payin`.'],
  ),
  UNSUPPORTED_MEDIA_TYPE: guide(
    ['The body is not `application/json`.', 'O corpo não é `application/json`.'],
    ['Send `Content-Type: application/json`.', 'Envie `Content-Type: application/json`.'],
    ['`POST /payin` as a form.', '`POST /payin` como formulário.'],
  ),
  PAYLOAD_TOO_LARGE: guide(
    ['The body is larger than 64 KiB.', 'O corpo passa de 64 KiB.'],
    ['Send less.', 'Envie menos.'],
    ['`POST /payin` with 65 537 bytes.', '`POST /payin` com 65.537 bytes.'],
  ),
  UNAVAILABLE: guide(
    ['The service cannot take calls now.', 'O serviço não pode atender agora.'],
    [
      'Send the same request again after `Retry-After` seconds.',
      'Envie a mesma requisição depois dos segundos de `Retry-After`.',
    ],
    ['Call while the service is stopping.', 'Chame enquanto o serviço está parando.'],
  ),
  INTERNAL: guide(
    ['Something went wrong on our side.', 'Algo deu errado do nosso lado.'],
    ['Tell us the `requestId`.', 'Informe o `requestId`.'],
    ['Not on purpose.', 'Não acontece de propósito.'],
  ),
};
