import type { CheckoutErrorCode } from './checkout-error-code.ts';

type GuideText = { readonly en: string; readonly pt: string };

/** In Markdown: why it comes, what the developer does about it, how to see it in the sandbox. */
export type ErrorGuide = {
  readonly cause: GuideText;
  readonly action: GuideText;
  readonly reproduce: GuideText;
};

/**
 * Every code of the sdk. No page of a shop loads this. The English `reproduce` is also what the
 * test kit tells; `page.route` is Playwright's, and any other way to change an answer does as well.
 */
export const CHECKOUT_ERROR_GUIDES: { readonly [code in CheckoutErrorCode]: ErrorGuide } = {
  THREEDS_EXPIRED: {
    cause: {
      en: 'The time to confirm at the bank ran out, about 15 minutes. The card was not refused.',
      pt: 'O prazo para confirmar no banco acabou, cerca de 15 minutos. O cartão não foi recusado.',
    },
    action: {
      en: 'Offer a new attempt with the same card: prepare it again and create a new payin.',
      pt: 'Ofereça uma nova tentativa com o mesmo cartão: prepare de novo e crie um novo payin.',
    },
    reproduce: {
      en: 'On pk_test_preorder submit 4000000000002503, leave the challenge open and POST /sandbox/clock {"advanceSeconds": 901}.',
      pt: 'Em `pk_test_preorder` envie 4000000000002503, deixe o desafio aberto e chame `POST /sandbox/clock` com `{"advanceSeconds": 901}`.',
    },
  },
  THREEDS_FAILED: {
    cause: {
      en: 'The issuer did not authenticate the buyer. `details.reason` says why: `not_authenticated`, `cancelled`, `rejected`, `unavailable`, `not_supported` or `error`.',
      pt: 'O emissor não autenticou o comprador. `details.reason` diz o motivo: `not_authenticated`, `cancelled`, `rejected`, `unavailable`, `not_supported` ou `error`.',
    },
    action: {
      en: 'Ask for another card; where `retryable` is true (`cancelled`, `error`), the same one may be tried again. Do not charge it without 3-D Secure.',
      pt: 'Peça outro cartão; onde `retryable` é true (`cancelled`, `error`), o mesmo pode ser tentado de novo. Não cobre sem 3-D Secure.',
    },
    reproduce: {
      en: 'On pk_test_preorder submit 4000000000002925, or cancel the challenge of 4000000000002503.',
      pt: 'Em `pk_test_preorder` envie 4000000000002925, ou cancele o desafio de 4000000000002503.',
    },
  },
  THREEDS_SDK_UNAVAILABLE: {
    cause: {
      en: "The 3-D Secure provider's script did not load. `details.cause`: `csp` (with `directive` and `host`), `blocked`, `network`, `timeout`, `refused` or `unsupported`.",
      pt: 'O script do provedor de 3-D Secure não carregou. `details.cause`: `csp` (com `directive` e `host`), `blocked`, `network`, `timeout`, `refused` ou `unsupported`.',
    },
    action: {
      en: 'For `csp`, add the host to the directive; `client.contentSecurityPolicy()` lists them all. With the card element nothing has to be allowed: the script runs outside your page.',
      pt: 'Para `csp`, acrescente o host à diretiva; `client.contentSecurityPolicy()` lista todos. Com o elemento de cartão nada precisa ser liberado: o script roda fora da sua página.',
    },
    reproduce: {
      en: "On pk_test_preorder abort the requests for the provider's script (capabilities.threeDS.sdkUrl of getConfig) and submit 4000000000002503.",
      pt: 'Em `pk_test_preorder` aborte as requisições do script do provedor (`capabilities.threeDS.sdkUrl` de `getConfig`) e envie 4000000000002503.',
    },
  },
  INVALID_ARGUMENT: {
    cause: {
      en: 'A function got something it cannot use. `details.field` names it.',
      pt: 'Uma função recebeu algo que não pode usar. `details.field` diz o campo.',
    },
    action: { en: 'Correct the call in your code.', pt: 'Corrija a chamada no seu código.' },
    reproduce: {
      en: "Call init without apiBaseUrl, or mountCardElement with amount '159,90'.",
      pt: 'Chame `init` sem `apiBaseUrl`, ou `mountCardElement` com amount `159,90` em texto.',
    },
  },
  INVALID_CARD: {
    cause: {
      en: 'The buyer still has to correct the card, typed into the element or into your own form. `details.fields` names each `field` and its `problem`: `required`, `incomplete`, `invalid`, `expired` or `unsupported`.',
      pt: 'O comprador ainda precisa corrigir o cartão, digitado no elemento ou no seu próprio formulário. `details.fields` diz cada `field` e o seu `problem`: `required`, `incomplete`, `invalid`, `expired` ou `unsupported`.',
    },
    action: {
      en: 'With the element nothing: it marks the fields, says what is wrong and puts the focus on the first one. In your own form mark the fields yourself.',
      pt: 'Com o elemento, nada: ele marca os campos, diz o que está errado e põe o foco no primeiro. No seu próprio formulário, marque você os campos.',
    },
    reproduce: {
      en: 'Submit the card element with empty fields, or call prepareCardPayment with the number 4111111111111112.',
      pt: 'Envie o elemento de cartão com os campos vazios, ou chame `prepareCardPayment` com o número 4111111111111112.',
    },
  },
  CONTAINER_NOT_FOUND: {
    cause: {
      en: 'The selector given to `mountCardElement` matches nothing in the page.',
      pt: 'O seletor dado a `mountCardElement` não encontra nada na página.',
    },
    action: {
      en: 'Mount after the node exists, or pass the node itself.',
      pt: 'Monte depois que o nó existir, ou passe o próprio nó.',
    },
    reproduce: {
      en: "Mount into a selector that matches nothing: mountCardElement('#nowhere').",
      pt: "Monte em um seletor que não encontra nada: `mountCardElement('#nada')`.",
    },
  },
  ALREADY_MOUNTED: {
    cause: {
      en: 'The node already holds a card element.',
      pt: 'O nó já tem um elemento de cartão.',
    },
    action: {
      en: 'Call `element.unmount()` first, or keep the element you have.',
      pt: 'Chame `element.unmount()` antes, ou fique com o elemento que já existe.',
    },
    reproduce: {
      en: 'Mount a second card element into the same node.',
      pt: 'Monte um segundo elemento de cartão no mesmo nó.',
    },
  },
  DESTROYED: {
    cause: {
      en: 'The element or the client was removed while a call was running, or a call was made afterwards.',
      pt: 'O elemento ou o cliente foi removido durante uma chamada, ou a chamada veio depois disso.',
    },
    action: {
      en: 'Ignore it where you removed the element yourself; otherwise mount a new one.',
      pt: 'Ignore se foi você quem removeu o elemento; senão, monte outro.',
    },
    reproduce: {
      en: 'Call element.unmount() while element.submit() runs, or any function after destroy().',
      pt: 'Chame `element.unmount()` durante `element.submit()`, ou qualquer função depois de `destroy()`.',
    },
  },
  ABORTED: {
    cause: {
      en: 'The `signal` you passed was aborted.',
      pt: 'O `signal` que você passou foi abortado.',
    },
    action: {
      en: 'The same call may be made again. Where `outcome` is `unknown`, your endpoint had been asked: that call asks for the same payment.',
      pt: 'A mesma chamada pode ser repetida. Se `outcome` é `unknown`, o seu endpoint já tinha sido chamado: ela pergunta pelo mesmo pagamento.',
    },
    reproduce: {
      en: 'Pass a signal to element.submit({ signal }) and abort it.',
      pt: 'Passe um `signal` a `element.submit({ signal })` e aborte.',
    },
  },
  TIMEOUT: {
    cause: {
      en: 'An answer did not come before its deadline. `details.phase` says which.',
      pt: 'Uma resposta não chegou dentro do prazo. `details.phase` diz qual.',
    },
    action: {
      en: 'Offer to try again. Where `outcome` is `unknown` the charge may exist: make the same call again, which asks for the same payment, and offer no other.',
      pt: 'Ofereça tentar de novo. Se `outcome` é `unknown`, a cobrança pode existir: repita a mesma chamada, que pergunta pelo mesmo pagamento, e não ofereça outro.',
    },
    reproduce: {
      en: 'Never answer the request for /checkout/tokens; element.submit() gives up after 20 s.',
      pt: 'Nunca responda a `/checkout/tokens`; `element.submit()` desiste após 20 s.',
    },
  },
  NETWORK: {
    cause: {
      en: 'The service could not be reached. `details.cause` is `csp` where the policy of your page blocked the request.',
      pt: 'Não foi possível chegar ao serviço. `details.cause` é `csp` se a política da sua página bloqueou a requisição.',
    },
    action: {
      en: 'Offer to try again; what the buyer typed is still there. For `csp`, add `details.host` to `details.directive`. While you integrate, look at `apiBaseUrl` first: an address that is not the API answers no page.',
      pt: 'Ofereça tentar de novo; o que o comprador digitou continua lá. Para `csp`, acrescente `details.host` a `details.directive`. Ao integrar, confira primeiro `apiBaseUrl`: um endereço que não é o da API não responde a página alguma.',
    },
    reproduce: {
      en: 'Abort the request for /checkout/config and call client.getConfig().',
      pt: 'Aborte a requisição a `/checkout/config` e chame `client.getConfig()`.',
    },
  },
  FRAME_UNAVAILABLE: {
    cause: {
      en: 'The hosted frame did not load. `details.cause`: `csp`, `network`, `http`, `refused` or `unknown`.',
      pt: 'O iframe hospedado não carregou. `details.cause`: `csp`, `network`, `http`, `refused` ou `unknown`.',
    },
    action: {
      en: "`csp`: allow the frame's origin in `frame-src`. `network`: check `checkoutUrl` where you set it, the network and blockers. `refused`: the page, or one around it, may not embed the frame: check registered origins, `sandbox` and extensions. `client.diagnose()` tells the same before a buyer comes.",
      pt: '`csp`: libere a origem do iframe em `frame-src`. `network`: confira `checkoutUrl`, se você o define, a rede e bloqueadores. `refused`: a página, ou uma em volta dela, não pode incorporar o iframe: confira as origens cadastradas, `sandbox` e extensões. `client.diagnose()` diz o mesmo antes de um comprador chegar.',
    },
    reproduce: {
      en: "Mount the card element under a policy whose frame-src lacks the hosted frame's origin.",
      pt: 'Monte o elemento sob uma política cujo `frame-src` não tem a origem do iframe.',
    },
  },
  FRAME_VERSION_MISMATCH: {
    cause: {
      en: 'The script and the hosted frame are of different major versions, for example because a copy of the script was kept.',
      pt: 'O script e o iframe hospedado são de versões incompatíveis, por exemplo porque uma cópia do script foi guardada.',
    },
    action: {
      en: 'Load the script from the service, or update your copy or npm package.',
      pt: 'Carregue o script a partir do serviço, ou atualize sua cópia ou o pacote npm.',
    },
    reproduce: {
      en: 'Answer the request for the hosted card document with one of another release.',
      pt: 'Responda a requisição do documento do iframe com o de outra versão.',
    },
  },
  FRAME_LOST: {
    cause: {
      en: 'The frame was removed, moved in the document or reloaded. What was typed is gone with it.',
      pt: 'O iframe foi removido, movido no documento ou recarregado. O que foi digitado se perdeu com ele.',
    },
    action: {
      en: 'Mount a new element. Do not move the node after mounting.',
      pt: 'Monte um novo elemento. Não mova o nó depois de montar.',
    },
    reproduce: {
      en: "Remove the card's iframe from the page, or move its node.",
      pt: 'Remova o iframe do cartão da página, ou mova o nó dele.',
    },
  },
  CHANNEL_FLOODED: {
    cause: {
      en: 'More than 20 000 malformed messages came over the channel between page and frame; it was closed.',
      pt: 'Mais de 20.000 mensagens malformadas passaram pelo canal entre página e iframe; ele foi fechado.',
    },
    action: {
      en: 'Look for a script in your page that writes to ports that are not its own; mount a new element.',
      pt: 'Procure na sua página um script que escreve em portas que não são dele; monte um novo elemento.',
    },
    reproduce: {
      en: 'Let a script of the page send 20 000 unlisted messages over the port.',
      pt: 'Faça um script da página enviar 20.000 mensagens fora da lista pela porta.',
    },
  },
  CALL_NOT_ALLOWED: {
    cause: {
      en: 'A call that the other side does not take, or not at this moment.',
      pt: 'Uma chamada que o outro lado não aceita, ou não neste momento.',
    },
    action: {
      en: 'Use the functions of the sdk only; if you do, tell us.',
      pt: 'Use apenas as funções do SDK; se já é assim, avise a gente.',
    },
    reproduce: {
      en: 'Let a script of the page send the frame a call that is not listed.',
      pt: 'Faça um script da página enviar ao iframe uma chamada fora da lista.',
    },
  },
  SCRIPT_UNAVAILABLE: {
    cause: {
      en: 'A script of the sdk itself did not load. `details.cause` says why, for `csp` with the directive to extend.',
      pt: 'Um script do próprio SDK não carregou. `details.cause` diz o motivo; em `csp`, também a diretiva a ampliar.',
    },
    action: {
      en: "Allow the API's origin in `script-src`; otherwise offer to try again: the next call loads anew.",
      pt: 'Libere a origem da API em `script-src`; senão, ofereça tentar de novo: a próxima chamada carrega outra vez.',
    },
    reproduce: {
      en: 'Abort the request for checkout-sdk.js and call loadCheckout, or abort checkout-sdk-flows.js and call client.getConfig().',
      pt: 'Aborte a requisição de `checkout-sdk.js` e chame `loadCheckout`, ou aborte `checkout-sdk-flows.js` e chame `client.getConfig()`.',
    },
  },
  PAYMENT_ENDPOINT_FAILED: {
    cause: {
      en: "`processCardPayment` called your `endpoint`, which failed or did not answer a payin. `details.status`, and `details.apiCode` where your server passed the service's refusal on. A refusal of the card itself has its own code: `REJECTED_BY_RISK`, `PAYER_LIMIT_REJECTED`, `INVALID_CVV`.",
      pt: '`processCardPayment` chamou o seu `endpoint`, que falhou ou não respondeu um payin. `details.status` e, se o seu servidor repassou a recusa do serviço, `details.apiCode`. A recusa do próprio cartão tem código próprio: `REJECTED_BY_RISK`, `PAYER_LIMIT_REJECTED`, `INVALID_CVV`.',
    },
    action: {
      en: 'Look at `details.apiCode` and your server’s log. `outcome` says whether the order may have been charged: where it is `unknown`, make the same call again; where it is `charged`, the order was paid before.',
      pt: 'Veja `details.apiCode` e o log do seu servidor. `outcome` diz se o pedido pode ter sido cobrado: se é `unknown`, repita a mesma chamada; se é `charged`, o pedido já foi pago.',
    },
    reproduce: {
      en: 'Let the endpoint given to processCardPayment answer any status that is not 2xx.',
      pt: 'Faça o endpoint dado a `processCardPayment` responder um status que não seja 2xx.',
    },
  },
  PAYMENT_DECLINED: {
    cause: {
      en: 'The payin was refused by the bank or the acquirer. `details.payinId` and, where one was given, `details.declineReason`; the whole answer is in `payin`.',
      pt: 'O payin foi recusado pelo banco ou pelo adquirente. `details.payinId` e, quando informado, `details.declineReason`; a resposta inteira está em `payin`.',
    },
    action: {
      en: 'Nothing to do: the element shows `userMessage`, and the buyer may try another card or method with the same order.',
      pt: 'Nada a fazer: o elemento mostra `userMessage`, e o comprador pode tentar outro cartão ou método no mesmo pedido.',
    },
    reproduce: {
      en: 'Pay with the sandbox card 4000000000000002 in a payment element.',
      pt: 'Pague com o cartão de teste 4000000000000002 em um elemento de pagamento.',
    },
  },
  UNSUPPORTED: {
    cause: {
      en: 'This browser, page or program cannot do what was asked, for example on a server, or a challenge in a page with COEP outside Chromium.',
      pt: 'Este navegador, página ou programa não consegue fazer o que foi pedido, por exemplo em um servidor, ou um desafio em página com COEP fora do Chromium.',
    },
    action: {
      en: 'Call the sdk in a browser; send no COEP header with the checkout page.',
      pt: 'Chame o SDK em um navegador; não envie o cabeçalho COEP na página de checkout.',
    },
    reproduce: {
      en: 'Call a function of a client on a server, or in a page without a MessageChannel.',
      pt: 'Chame uma função do cliente em um servidor, ou em uma página sem `MessageChannel`.',
    },
  },
  INTERNAL: {
    cause: { en: 'Something went wrong on our side.', pt: 'Algo deu errado do nosso lado.' },
    action: {
      en: 'Offer to try again. Where `details.requestId` is present, tell us that id.',
      pt: 'Ofereça tentar de novo. Se houver `details.requestId`, informe esse id ao suporte.',
    },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 500 and the code INTERNAL.',
      pt: 'Responda 500 com o código INTERNAL a `/checkout/tokens` em um teste no navegador.',
    },
  },
  INVALID_DATA: {
    cause: {
      en: 'The service refused a field. `details.fields` lists each `path` with what it must be.',
      pt: 'O serviço recusou um campo. `details.fields` lista cada `path` e o que ele deve ser.',
    },
    action: {
      en: 'Correct the field; show the buyer which one where it is theirs.',
      pt: 'Corrija o campo; mostre ao comprador qual é, se for dele.',
    },
    reproduce: {
      en: 'Take threeDSecureSession out of a payin with a challenge before you call handlePendingThreeDS.',
      pt: 'Retire `threeDSecureSession` de um payin com desafio antes de chamar `handlePendingThreeDS`.',
    },
  },
  REJECTED_BY_RISK: {
    cause: {
      en: 'The service refused the charge for its risk, or because 3-D Secure is missing on an account that demands it.',
      pt: 'O serviço recusou a cobrança pelo risco, ou porque falta o 3-D Secure em uma conta que o exige.',
    },
    action: { en: 'Ask for another card.', pt: 'Peça outro cartão.' },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 422 and the code REJECTED_BY_RISK.',
      pt: 'Responda 422 com o código REJECTED_BY_RISK a `/checkout/tokens` em um teste no navegador.',
    },
  },
  PAYER_LIMIT_REJECTED: {
    cause: {
      en: "The limit of the card does not cover the amount. Your endpoint answered `processCardPayment` with the service's refusal.",
      pt: 'O limite do cartão não cobre o valor. O seu endpoint respondeu a `processCardPayment` com a recusa do serviço.',
    },
    action: { en: 'Ask for another card.', pt: 'Peça outro cartão.' },
    reproduce: {
      en: 'Pay with 4000000000009995 by processCardPayment, with an endpoint that passes the body of POST /payin on.',
      pt: 'Pague com 4000000000009995 por `processCardPayment`, com um endpoint que repassa o corpo de `POST /payin`.',
    },
  },
  INVALID_CVV: {
    cause: {
      en: "The CVV is wrong. Your endpoint answered `processCardPayment` with the service's refusal.",
      pt: 'O CVV está errado. O seu endpoint respondeu a `processCardPayment` com a recusa do serviço.',
    },
    action: {
      en: 'Ask for the CVV again; the card element does it by itself.',
      pt: 'Peça o CVV de novo; o elemento de cartão faz isso sozinho.',
    },
    reproduce: {
      en: 'Pay with 4000000000000127 by processCardPayment, with an endpoint that passes the body of POST /payin on.',
      pt: 'Pague com 4000000000000127 por `processCardPayment`, com um endpoint que repassa o corpo de `POST /payin`.',
    },
  },
  UNAUTHORIZED: {
    cause: {
      en: 'Nobody knows this public key, or it was revoked.',
      pt: 'Ninguém conhece esta chave pública, ou ela foi revogada.',
    },
    action: {
      en: 'Copy the key again; check that key and address are of the same environment.',
      pt: 'Copie a chave de novo; confira se chave e endereço são do mesmo ambiente.',
    },
    reproduce: {
      en: 'Use the key pk_test_nobody and mount the element, or call client.getConfig().',
      pt: 'Use a chave `pk_test_nobody` e monte o elemento, ou chame `client.getConfig()`.',
    },
  },
  INVALID_CREDENTIALS: {
    cause: { en: 'The key does not look like a key at all.', pt: 'A chave nem parece uma chave.' },
    action: { en: 'Copy the key again.', pt: 'Copie a chave de novo.' },
    reproduce: {
      en: 'Use a public key of 200 characters and call client.getConfig().',
      pt: 'Use uma chave pública de 200 caracteres e chame `client.getConfig()`.',
    },
  },
  FORBIDDEN: {
    cause: {
      en: 'A call of the browser carried the secret key, for example added by a proxy of yours.',
      pt: 'Uma chamada do navegador levou a chave secreta, por exemplo acrescentada por um proxy seu.',
    },
    action: {
      en: 'Remove it, and replace the key: it was seen by a browser.',
      pt: 'Remova-a e troque a chave: um navegador a viu.',
    },
    reproduce: {
      en: "Let a proxy add the secret key's Authorization header to a call of the browser to /checkout/.",
      pt: 'Faça um proxy acrescentar o cabeçalho `Authorization` da chave secreta a uma chamada do navegador a `/checkout/`.',
    },
  },
  NOT_FOUND: {
    cause: {
      en: 'The payin or its 3-D Secure session is unknown, or belongs to another account.',
      pt: 'O payin ou a sessão de 3-D Secure é desconhecido, ou é de outra conta.',
    },
    action: {
      en: 'Pass the answer of `POST /payin` on unchanged, and use the public key of the same account.',
      pt: 'Repasse a resposta de `POST /payin` sem mudanças, com a chave pública da mesma conta.',
    },
    reproduce: {
      en: 'Call handlePendingThreeDS with a payin whose session_id was made up.',
      pt: 'Chame `handlePendingThreeDS` com um payin cujo `session_id` foi inventado.',
    },
  },
  KYC_NOT_APPROVED: {
    cause: {
      en: 'The registration (KYC) of the account is not approved yet.',
      pt: 'O cadastro (KYC) da conta ainda não foi aprovado.',
    },
    action: { en: 'Finish the registration.', pt: 'Conclua o cadastro.' },
    reproduce: {
      en: 'Use pk_test_pending and mount the element.',
      pt: 'Use `pk_test_pending` e monte o elemento.',
    },
  },
  COMPANY_BLOCKED: {
    cause: { en: 'The account is blocked.', pt: 'A conta está bloqueada.' },
    action: { en: 'Talk to support.', pt: 'Fale com o suporte.' },
    reproduce: {
      en: 'Use pk_test_blocked and mount the element.',
      pt: 'Use `pk_test_blocked` e monte o elemento.',
    },
  },
  METHOD_NOT_ENABLED: {
    cause: {
      en: 'Cards are not enabled for the account.',
      pt: 'Cartões não estão habilitados para a conta.',
    },
    action: {
      en: 'Ask support to enable them; offer another method meanwhile.',
      pt: 'Peça a habilitação ao suporte; enquanto isso, ofereça outro meio.',
    },
    reproduce: {
      en: 'Use pk_test_nocard and mount the element.',
      pt: 'Use `pk_test_nocard` e monte o elemento.',
    },
  },
  ORIGIN_NOT_REGISTERED: {
    cause: {
      en: 'The page is none of the origins that are registered for this public key; or the key is live and has none.',
      pt: 'A página não é uma das origens cadastradas para esta chave pública; ou a chave é de produção e não tem nenhuma.',
    },
    action: {
      en: 'Register the origin of the page, exactly as the browser has it: scheme, host and port.',
      pt: 'Cadastre a origem da página, exatamente como o navegador a tem: esquema, host e porta.',
    },
    reproduce: {
      en: 'Register another origin for a sandbox account, and mount the element with its key.',
      pt: 'Cadastre outra origem para uma conta do sandbox e monte o elemento com a chave dela.',
    },
  },
  RATE_LIMITED: {
    cause: { en: 'Too many calls in too short a time.', pt: 'Chamadas demais em pouco tempo.' },
    action: { en: 'Wait and offer to try again.', pt: 'Espere e ofereça tentar de novo.' },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 429 and the code RATE_LIMITED.',
      pt: 'Responda 429 com o código RATE_LIMITED a `/checkout/tokens` em um teste no navegador.',
    },
  },
  PAYLOAD_TOO_LARGE: {
    cause: {
      en: 'What was sent to the service is larger than 64 KiB.',
      pt: 'O que foi enviado ao serviço passa de 64 KiB.',
    },
    action: {
      en: 'Look at what your page passes: no field of a card or an order is that long.',
      pt: 'Veja o que a sua página envia: nenhum campo de cartão ou pedido é tão longo.',
    },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 413 and the code PAYLOAD_TOO_LARGE.',
      pt: 'Responda 413 com o código PAYLOAD_TOO_LARGE a `/checkout/tokens` em um teste no navegador.',
    },
  },
  PROVIDER_ERROR: {
    cause: {
      en: 'The acquirer or the 3-D Secure provider failed for a moment. Nothing was charged.',
      pt: 'A adquirente ou o provedor de 3-D Secure falhou por um momento. Nada foi cobrado.',
    },
    action: { en: 'Offer to try again.', pt: 'Ofereça tentar de novo.' },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 502 and the code PROVIDER_ERROR.',
      pt: 'Responda 502 com o código PROVIDER_ERROR a `/checkout/tokens` em um teste no navegador.',
    },
  },
  UNAVAILABLE: {
    cause: {
      en: 'The service cannot take calls at the moment.',
      pt: 'O serviço não pode atender no momento.',
    },
    action: {
      en: 'Offer to try again in a little while.',
      pt: 'Ofereça tentar de novo daqui a pouco.',
    },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 503 and the code UNAVAILABLE.',
      pt: 'Responda 503 com o código UNAVAILABLE a `/checkout/tokens` em um teste no navegador.',
    },
  },
  UNKNOWN_ANSWER: {
    cause: {
      en: 'The service, or the hosted frame, answered a code that this release of the SDK does not know. `details.apiCode` is that code, and `details.status` the status it came with.',
      pt: 'O serviço, ou o iframe hospedado, respondeu um código que esta versão do SDK não conhece. `details.apiCode` é esse código, e `details.status` o status que veio com ele.',
    },
    action: {
      en: 'Update the SDK; look the code up in the list of the service below. Treat it as a failure that says nothing of the card.',
      pt: 'Atualize o SDK; procure o código na lista do serviço abaixo. Trate como uma falha que nada diz do cartão.',
    },
    reproduce: {
      en: 'Answer the request for /checkout/tokens with status 400 and the code SOMETHING_NEW.',
      pt: 'Responda 400 com o código SOMETHING_NEW a `/checkout/tokens` em um teste no navegador.',
    },
  },
};
