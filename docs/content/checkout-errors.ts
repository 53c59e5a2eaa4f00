import type { CheckoutErrorCode } from '../../contract/checkout-error.ts';
import { ERROR_TRIGGERS } from '../../sdk/testing/error-triggers.ts';
import { type ErrorGuide, guide } from './error-guide.ts';

/**
 * Every code of the sdk; a new one does not compile without its guide. How to make it happen is told
 * by the test kit.
 */
export const CHECKOUT_ERRORS: { readonly [code in CheckoutErrorCode]: ErrorGuide } = {
  THREEDS_EXPIRED: guide(
    [
      'The time to confirm at the bank ran out, about 15 minutes. The card was not refused.',
      'O prazo para confirmar no banco acabou, cerca de 15 minutos. O cartão não foi recusado.',
    ],
    [
      'Offer a new attempt with the same card: prepare it again and create a new payin.',
      'Ofereça uma nova tentativa com o mesmo cartão: prepare de novo e crie um novo payin.',
    ],
    [
      ERROR_TRIGGERS.THREEDS_EXPIRED,
      'Em `pk_test_preorder` envie 4000000000002503, deixe o desafio aberto e chame `POST /sandbox/clock` com `{"advanceSeconds": 901}`.',
    ],
  ),
  THREEDS_FAILED: guide(
    [
      'The issuer did not authenticate the buyer. `details.reason` says why: `not_authenticated`, `cancelled`, `rejected`, `unavailable`, `not_supported` or `error`.',
      'O emissor não autenticou o comprador. `details.reason` diz o motivo: `not_authenticated`, `cancelled`, `rejected`, `unavailable`, `not_supported` ou `error`.',
    ],
    [
      'Ask for another card. Do not charge this one without 3-D Secure.',
      'Peça outro cartão. Não cobre este sem 3-D Secure.',
    ],
    [
      ERROR_TRIGGERS.THREEDS_FAILED,
      'Em `pk_test_preorder` envie 4000000000002925, ou cancele o desafio de 4000000000002503.',
    ],
  ),
  THREEDS_SDK_UNAVAILABLE: guide(
    [
      "The 3-D Secure provider's script did not load. `details.cause`: `csp` (with `directive` and `host`), `blocked`, `network`, `timeout`, `refused` or `unsupported`.",
      'O script do provedor de 3-D Secure não carregou. `details.cause`: `csp` (com `directive` e `host`), `blocked`, `network`, `timeout`, `refused` ou `unsupported`.',
    ],
    [
      'For `csp`, add the host to the directive; `client.contentSecurityPolicy()` lists them all. With the card element nothing has to be allowed: the script runs outside your page.',
      'Para `csp`, acrescente o host à diretiva; `client.contentSecurityPolicy()` lista todos. Com o elemento de cartão nada precisa ser liberado: o script roda fora da sua página.',
    ],
    [
      ERROR_TRIGGERS.THREEDS_SDK_UNAVAILABLE,
      'Em `pk_test_preorder` aborte as requisições do script do provedor (`capabilities.threeDS.sdkUrl` de `getConfig`) e envie 4000000000002503.',
    ],
  ),
  INVALID_ARGUMENT: guide(
    [
      'A function got something it cannot use. `details.field` names it.',
      'Uma função recebeu algo que não pode usar. `details.field` diz o campo.',
    ],
    ['Correct the call in your code.', 'Corrija a chamada no seu código.'],
    [
      ERROR_TRIGGERS.INVALID_ARGUMENT,
      'Chame `init` sem `apiBaseUrl`, ou `mountCardElement` com amount `159,90` em texto.',
    ],
  ),
  INVALID_CARD: guide(
    [
      'The buyer still has to correct the card. `details.fields` names the fields.',
      'O comprador ainda precisa corrigir o cartão. `details.fields` diz os campos.',
    ],
    [
      'Nothing: the element marks the fields, says what is wrong and puts the focus on the first one.',
      'Nada: o elemento marca os campos, diz o que está errado e põe o foco no primeiro.',
    ],
    [ERROR_TRIGGERS.INVALID_CARD, 'Envie o elemento de cartão com os campos vazios.'],
  ),
  CONTAINER_NOT_FOUND: guide(
    [
      'The selector given to `mountCardElement` matches nothing in the page.',
      'O seletor dado a `mountCardElement` não encontra nada na página.',
    ],
    [
      'Mount after the node exists, or pass the node itself.',
      'Monte depois que o nó existir, ou passe o próprio nó.',
    ],
    [
      ERROR_TRIGGERS.CONTAINER_NOT_FOUND,
      "Monte em um seletor que não encontra nada: `mountCardElement('#nada')`.",
    ],
  ),
  ALREADY_MOUNTED: guide(
    ['The node already holds a card element.', 'O nó já tem um elemento de cartão.'],
    [
      'Call `element.unmount()` first, or keep the element you have.',
      'Chame `element.unmount()` antes, ou fique com o elemento que já existe.',
    ],
    [ERROR_TRIGGERS.ALREADY_MOUNTED, 'Monte um segundo elemento de cartão no mesmo nó.'],
  ),
  DESTROYED: guide(
    [
      'The element or the client was removed while a call was running, or a call was made afterwards.',
      'O elemento ou o cliente foi removido durante uma chamada, ou a chamada veio depois disso.',
    ],
    [
      'Ignore it where you removed the element yourself; otherwise mount a new one.',
      'Ignore se foi você quem removeu o elemento; senão, monte outro.',
    ],
    [
      ERROR_TRIGGERS.DESTROYED,
      'Chame `element.unmount()` durante `element.submit()`, ou qualquer função depois de `destroy()`.',
    ],
  ),
  ABORTED: guide(
    ['The `signal` you passed was aborted.', 'O `signal` que você passou foi abortado.'],
    [
      'Nothing: no usable token is left. The same call may be made again.',
      'Nada: nenhum token utilizável fica para trás. A mesma chamada pode ser repetida.',
    ],
    [ERROR_TRIGGERS.ABORTED, 'Passe um `signal` a `element.submit({ signal })` e aborte.'],
  ),
  TIMEOUT: guide(
    [
      'An answer did not come before its deadline. `details.phase` says which.',
      'Uma resposta não chegou dentro do prazo. `details.phase` diz qual.',
    ],
    [
      'Offer to try again. In `processCardPayment` with phase `merchant-endpoint` the charge may exist: look it up by `referenceId` first.',
      'Ofereça tentar de novo. Em `processCardPayment` com a fase `merchant-endpoint` a cobrança pode existir: procure antes pelo `referenceId`.',
    ],
    [
      ERROR_TRIGGERS.TIMEOUT,
      'Nunca responda a `/checkout/tokens`; `element.submit()` desiste após 20 s.',
    ],
  ),
  NETWORK: guide(
    ['The service could not be reached.', 'Não foi possível chegar ao serviço.'],
    [
      'Offer to try again; what the buyer typed is still there. Check `connect-src` if it never works.',
      'Ofereça tentar de novo; o que o comprador digitou continua lá. Se nunca funciona, confira `connect-src`.',
    ],
    [
      ERROR_TRIGGERS.NETWORK,
      'Aborte a requisição a `/checkout/config` e chame `client.getConfig()`.',
    ],
  ),
  FRAME_UNAVAILABLE: guide(
    [
      'The hosted frame did not load. `details.cause`: `csp`, `network`, `http`, `refused` or `unknown`.',
      'O quadro hospedado não carregou. `details.cause`: `csp`, `network`, `http`, `refused` ou `unknown`.',
    ],
    [
      "`csp`: allow the frame's origin in `frame-src`. `refused`: register your page's origin for the key. `client.diagnose()` tells the same before a buyer comes.",
      '`csp`: libere a origem do quadro em `frame-src`. `refused`: cadastre a origem da sua página para a chave. `client.diagnose()` diz o mesmo antes de um comprador chegar.',
    ],
    [
      ERROR_TRIGGERS.FRAME_UNAVAILABLE,
      'Monte o elemento sob uma política cujo `frame-src` não tem a origem do quadro.',
    ],
  ),
  FRAME_VERSION_MISMATCH: guide(
    [
      'The script and the hosted frame are of different major versions, for example because a copy of the script was kept.',
      'O script e o quadro hospedado são de versões incompatíveis, por exemplo porque uma cópia do script foi guardada.',
    ],
    [
      'Load the script from the service, or update your copy or npm package.',
      'Carregue o script a partir do serviço, ou atualize sua cópia ou o pacote npm.',
    ],
    [
      ERROR_TRIGGERS.FRAME_VERSION_MISMATCH,
      'Responda a requisição do documento do quadro com o de outra versão.',
    ],
  ),
  FRAME_LOST: guide(
    [
      'The frame was removed, moved in the document or reloaded. What was typed is gone with it.',
      'O quadro foi removido, movido no documento ou recarregado. O que foi digitado se perdeu com ele.',
    ],
    [
      'Mount a new element. Do not move the node after mounting.',
      'Monte um novo elemento. Não mova o nó depois de montar.',
    ],
    [ERROR_TRIGGERS.FRAME_LOST, 'Remova o iframe do cartão da página, ou mova o nó dele.'],
  ),
  CHANNEL_FLOODED: guide(
    [
      'More than 20 000 malformed messages came over the channel between page and frame; it was closed.',
      'Mais de 20.000 mensagens malformadas passaram pelo canal entre página e quadro; ele foi fechado.',
    ],
    [
      'Look for a script in your page that writes to ports that are not its own; mount a new element.',
      'Procure na sua página um script que escreve em portas que não são dele; monte um novo elemento.',
    ],
    [
      ERROR_TRIGGERS.CHANNEL_FLOODED,
      'Faça um script da página enviar 20.000 mensagens fora da lista pela porta.',
    ],
  ),
  CALL_NOT_ALLOWED: guide(
    [
      'A call that the other side does not take, or not at this moment.',
      'Uma chamada que o outro lado não aceita, ou não neste momento.',
    ],
    [
      'Use the functions of the sdk only; if you do, tell us.',
      'Use apenas as funções do SDK; se já é assim, avise a gente.',
    ],
    [
      ERROR_TRIGGERS.CALL_NOT_ALLOWED,
      'Faça um script da página enviar ao quadro uma chamada fora da lista.',
    ],
  ),
  SCRIPT_UNAVAILABLE: guide(
    [
      'A script of the sdk itself did not load. `details.cause` says why, for `csp` with the directive to extend.',
      'Um script do próprio SDK não carregou. `details.cause` diz o motivo; em `csp`, também a diretiva a ampliar.',
    ],
    [
      "Allow the API's origin in `script-src`; otherwise offer to try again: the next call loads anew.",
      'Libere a origem da API em `script-src`; senão, ofereça tentar de novo: a próxima chamada carrega outra vez.',
    ],
    [
      ERROR_TRIGGERS.SCRIPT_UNAVAILABLE,
      'Aborte a requisição de `checkout-sdk.js` e chame `loadCheckout`, ou aborte `checkout-sdk-flows.js` e chame `client.getConfig()`.',
    ],
  ),
  PAYMENT_ENDPOINT_FAILED: guide(
    [
      "`processCardPayment` called your `endpoint`, which failed or did not answer a payin. `details.status`, and `details.apiCode` where your server passed the service's refusal on.",
      '`processCardPayment` chamou o seu `endpoint`, que falhou ou não respondeu um payin. `details.status` e, se o seu servidor repassou a recusa do serviço, `details.apiCode`.',
    ],
    [
      'Look at `details.apiCode` and your server’s log. Before trying again look the order up by `referenceId`.',
      'Veja `details.apiCode` e o log do seu servidor. Antes de tentar de novo, procure o pedido pelo `referenceId`.',
    ],
    [
      ERROR_TRIGGERS.PAYMENT_ENDPOINT_FAILED,
      'Faça o endpoint dado a `processCardPayment` responder um status que não seja 2xx.',
    ],
  ),
  UNSUPPORTED: guide(
    [
      'This browser, page or program cannot do what was asked, for example on a server, or a challenge in a page with COEP outside Chromium.',
      'Este navegador, página ou programa não consegue fazer o que foi pedido, por exemplo em um servidor, ou um desafio em página com COEP fora do Chromium.',
    ],
    [
      'Call the sdk in a browser; send no COEP header with the checkout page.',
      'Chame o SDK em um navegador; não envie o cabeçalho COEP na página de checkout.',
    ],
    [
      ERROR_TRIGGERS.UNSUPPORTED,
      'Chame uma função do cliente em um servidor, ou em uma página sem `MessageChannel`.',
    ],
  ),
  INTERNAL: guide(
    ['Something went wrong on our side.', 'Algo deu errado do nosso lado.'],
    [
      'Offer to try again. Where `details.requestId` is present, tell us that id.',
      'Ofereça tentar de novo. Se houver `details.requestId`, informe esse id ao suporte.',
    ],
    [
      ERROR_TRIGGERS.INTERNAL,
      'Responda 500 com o código INTERNAL a `/checkout/tokens` em um teste no navegador.',
    ],
  ),
  INVALID_DATA: guide(
    [
      'The service refused a field. `details.fields` lists each `path` with what it must be.',
      'O serviço recusou um campo. `details.fields` lista cada `path` e o que ele deve ser.',
    ],
    [
      'Correct the field; show the buyer which one where it is theirs.',
      'Corrija o campo; mostre ao comprador qual é, se for dele.',
    ],
    [
      ERROR_TRIGGERS.INVALID_DATA,
      'Chame `prepareCardPayment` com um `referenceId` de 500 caracteres.',
    ],
  ),
  REJECTED_BY_RISK: guide(
    [
      'The service refused the charge for its risk, or because 3-D Secure is missing on an account that demands it.',
      'O serviço recusou a cobrança pelo risco, ou porque falta o 3-D Secure em uma conta que o exige.',
    ],
    ['Ask for another card.', 'Peça outro cartão.'],
    [
      ERROR_TRIGGERS.REJECTED_BY_RISK,
      'Responda 422 com o código REJECTED_BY_RISK a `/checkout/tokens` em um teste no navegador.',
    ],
  ),
  UNAUTHORIZED: guide(
    ['Nobody knows this public key.', 'Ninguém conhece esta chave pública.'],
    [
      'Copy the key again; check that key and address are of the same environment.',
      'Copie a chave de novo; confira se chave e endereço são do mesmo ambiente.',
    ],
    [ERROR_TRIGGERS.UNAUTHORIZED, 'Use a chave `pk_test_nobody` e chame `client.getConfig()`.'],
  ),
  INVALID_CREDENTIALS: guide(
    ['The key does not look like a key at all.', 'A chave nem parece uma chave.'],
    ['Copy the key again.', 'Copie a chave de novo.'],
    [
      ERROR_TRIGGERS.INVALID_CREDENTIALS,
      'Use uma chave pública de 200 caracteres e chame `client.getConfig()`.',
    ],
  ),
  FORBIDDEN: guide(
    [
      'A call of the browser carried the secret key, for example added by a proxy of yours.',
      'Uma chamada do navegador levou a chave secreta, por exemplo acrescentada por um proxy seu.',
    ],
    [
      'Remove it, and replace the key: it was seen by a browser.',
      'Remova-a e troque a chave: um navegador a viu.',
    ],
    [
      ERROR_TRIGGERS.FORBIDDEN,
      'Faça um proxy acrescentar o cabeçalho `Authorization` da chave secreta a uma chamada do navegador a `/checkout/`.',
    ],
  ),
  NOT_FOUND: guide(
    [
      'The payin or its 3-D Secure session is unknown, or belongs to another account.',
      'O payin ou a sessão de 3-D Secure é desconhecido, ou é de outra conta.',
    ],
    [
      'Pass the answer of `POST /payin` on unchanged, and use the public key of the same account.',
      'Repasse a resposta de `POST /payin` sem mudanças, com a chave pública da mesma conta.',
    ],
    [
      ERROR_TRIGGERS.NOT_FOUND,
      'Chame `handlePendingThreeDS` com um payin cujo `session_id` foi inventado.',
    ],
  ),
  KYC_NOT_APPROVED: guide(
    [
      'The registration (KYC) of the account is not approved yet.',
      'O cadastro (KYC) da conta ainda não foi aprovado.',
    ],
    ['Finish the registration.', 'Conclua o cadastro.'],
    [ERROR_TRIGGERS.KYC_NOT_APPROVED, 'Use `pk_test_pending` e envie qualquer cartão.'],
  ),
  COMPANY_BLOCKED: guide(
    ['The account is blocked.', 'A conta está bloqueada.'],
    ['Talk to support.', 'Fale com o suporte.'],
    [ERROR_TRIGGERS.COMPANY_BLOCKED, 'Use `pk_test_blocked` e envie qualquer cartão.'],
  ),
  METHOD_NOT_ENABLED: guide(
    ['Cards are not enabled for the account.', 'Cartões não estão habilitados para a conta.'],
    [
      'Ask support to enable them; offer another method meanwhile.',
      'Peça a habilitação ao suporte; enquanto isso, ofereça outro meio.',
    ],
    [ERROR_TRIGGERS.METHOD_NOT_ENABLED, 'Use `pk_test_nocard` e envie qualquer cartão.'],
  ),
  RATE_LIMITED: guide(
    ['Too many calls in too short a time.', 'Chamadas demais em pouco tempo.'],
    ['Wait and offer to try again.', 'Espere e ofereça tentar de novo.'],
    [
      ERROR_TRIGGERS.RATE_LIMITED,
      'Responda 429 com o código RATE_LIMITED a `/checkout/tokens` em um teste no navegador.',
    ],
  ),
  PROVIDER_ERROR: guide(
    [
      'The acquirer or the 3-D Secure provider failed for a moment. Nothing was charged.',
      'A adquirente ou o provedor de 3-D Secure falhou por um momento. Nada foi cobrado.',
    ],
    ['Offer to try again.', 'Ofereça tentar de novo.'],
    [
      ERROR_TRIGGERS.PROVIDER_ERROR,
      'Responda 502 com o código PROVIDER_ERROR a `/checkout/tokens` em um teste no navegador.',
    ],
  ),
  UNAVAILABLE: guide(
    ['The service cannot take calls at the moment.', 'O serviço não pode atender no momento.'],
    ['Offer to try again in a little while.', 'Ofereça tentar de novo daqui a pouco.'],
    [
      ERROR_TRIGGERS.UNAVAILABLE,
      'Responda 503 com o código UNAVAILABLE a `/checkout/tokens` em um teste no navegador.',
    ],
  ),
};
