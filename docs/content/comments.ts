/** The comments of the samples, as a reader of the Portuguese pages finds them. */
export const COMMENTS_IN_PORTUGUESE: { readonly [english: string]: string } = {
  'The buyer pays the PIX, the boleto or at the bank; expire, cancel, refund, chargeback, med too.':
    'O comprador paga o PIX, o boleto ou no banco; há também expire, cancel, refund, chargeback e med.',
  'Moves the time of this account alone: payins, tokens and challenges expire by it.':
    'Adianta o relógio só desta conta: payins, tokens e desafios expiram por ele.',
  'Answers the secret once, and 409 where signing is on already, as it is for the accounts that the':
    'Mostra o segredo uma única vez, e responde 409 onde a assinatura já está ligada, como nas contas',
  'demo shop was used with. rotate-secret gives a new one, disable-signing ends it.':
    'usadas na loja de demonstração. rotate-secret dá um novo, disable-signing desliga.',
  "What every charge of this page has in common. payerIp is the buyer's address.":
    'O que toda cobrança desta página tem em comum. payerIp é o endereço IP do comprador.',
  'The buyer is sent to the url of the answer.':
    'O comprador é levado ao endereço em url, na resposta.',
  'A link for many people, at most fifty of them.':
    'Um link para muitas pessoas, cinquenta no máximo.',
  'The fields themselves say what is wrong with a card.':
    'Os próprios campos dizem o que há de errado com o cartão.',
  "The card, your server, the bank's confirmation. Do not leave the page before it settles.":
    'O cartão, o seu servidor, a confirmação do banco. Não saia da página antes de terminar.',
  'The page asks the same again where no clear answer reached it. The same order and card are the':
    'A página pergunta o mesmo de novo quando nenhuma resposta clara chegou a ela. O mesmo pedido e',
  'same body, and the service answers it with the payin that there is: nothing is charged twice.':
    'cartão são o mesmo corpo, e o serviço responde com o payin que existe: nada é cobrado duas vezes.',
  'Without an amount: all that is left. PENDING, DONE or FAILED.':
    'Sem um valor: tudo o que falta. PENDING, DONE ou FAILED.',
  'Left open before a reload, or before the buyer went to their bank.':
    'Ficou aberto antes de recarregar a página, ou de o comprador ir ao banco.',
  'The element itself says why a payment was refused, and what helps.':
    'O próprio elemento diz por que um pagamento foi recusado, e o que ajuda.',
  'amount, referenceId, customer, items, isPhysicalProduct':
    'amount, referenceId, customer, items, isPhysicalProduct',
  'Without a clear answer nobody knows whether the card was charged: ask the same again, with the':
    'Sem resposta clara ninguém sabe se o cartão foi cobrado: pergunte o mesmo de novo, com o mesmo',
  'same token. Your server gives one order one payin, and so you learn of it.':
    'token. O seu servidor dá a um pedido um só payin, e assim você fica sabendo dele.',
  'Nobody knows yet whether it was paid: the same call asks again, and nothing else is offered.':
    'Ninguém sabe ainda se foi pago: a mesma chamada pergunta de novo, e nada mais é oferecido.',
  'never leaves this program': 'nunca sai deste programa',
  'Your own orders, with your own prices: an amount from the browser is never charged.':
    'Seus pedidos, com os seus preços: um valor vindo do navegador nunca é cobrado.',
  'The whole answer goes back to the page: a challenge after the order needs every field of it.':
    'A resposta inteira volta para a página: um desafio depois do pedido precisa de todos os campos.',
  "the buyer's address": 'o endereço IP do comprador',
  'only of this session': 'somente desta sessão',
  'made before the page was reloaded': 'feito antes de a página ser recarregada',
  'A PIX may have been paid since.': 'Um PIX pode ter sido pago nesse meio-tempo.',
  'The address keeps the order: a reload is no second one.':
    'O endereço guarda o pedido: recarregar a página não cria outro.',
  NUXT_CHECKOUT_SECRET: 'NUXT_CHECKOUT_SECRET',
  NUXT_WEBHOOK_SECRET: 'NUXT_WEBHOOK_SECRET',
  NUXT_PUBLIC_CHECKOUT_KEY: 'NUXT_PUBLIC_CHECKOUT_KEY',
  NUXT_PUBLIC_CHECKOUT_API: 'NUXT_PUBLIC_CHECKOUT_API',
  NUXT_PUBLIC_CHECKOUT_FRAME: 'NUXT_PUBLIC_CHECKOUT_FRAME',
  "Yours, in server/utils/orders.ts: with your prices; null where it is not this session's.":
    'Seu, em server/utils/orders.ts: com os seus preços; null se não for desta sessão.',
  'behind a proxy of yours: { xForwardedFor: true }':
    'atrás de um proxy seu: { xForwardedFor: true }',
  'and not readBody': 'e não readBody',
  "Your shop's own session: a cookie that no script reads and no other site sends.":
    'A sessão da sua loja: um cookie que nenhum script lê e nenhum outro site envia.',
  'An order of somebody else is answered like one that is not there.':
    'O pedido de outra pessoa é respondido como um que não existe.',
  'The code under test: what your page does with a client.':
    'O código em teste: o que a sua página faz com um cliente.',
  'no frame, no network': 'sem iframe, sem rede',
  'what your code told of the payment': 'o que o seu código contou do pagamento',
  'For 24 hours after a change of the secret there are two marks; one that fits is enough.':
    'Por 24 horas depois de uma troca do segredo há duas assinaturas; basta que uma confira.',
  'For the tests: header, secret, time and base64 of the body, again and again.':
    'Para os testes: cabeçalho, segredo, horário e o corpo em base64, repetidas vezes.',
  'whsec_…': 'whsec_…',
  'yours: a table with a unique column': 'no seu caso: uma tabela com uma coluna única',
  'before any parsing': 'antes de qualquer parser',
  'why it is not taken': 'por que não foi aceito',
  'any 2xx confirms; answer within 5 seconds': 'qualquer 2xx confirma; responda em até 5 segundos',
  'VerifyWebhook takes the body as it arrived, the header X-Webhook-Signature and the Unix time.':
    'VerifyWebhook recebe o corpo como chegou, o cabeçalho X-Webhook-Signature e a hora Unix.',
  'your server: gets the POST /payin body, answers the payin':
    'seu servidor: recebe o corpo de POST /payin e responde o payin',
  'centavos: R$ 159,90': 'centavos: R$ 159,90',
  'yours, unique for each order': 'seu, único para cada pedido',
  'the buyer chooses; default 1': 'o comprador escolhe; padrão 1',
  'Send payinCard and antifraud to your server.': 'Envie payinCard e antifraud ao seu servidor.',
  'the buyer can type now': 'o comprador já pode digitar',
  'nothing can be typed: mount again': 'nada pode ser digitado: monte de novo',
  'a coupon: what is typed stays': 'um cupom: o que foi digitado fica',
  'the handler of `change` hears no more': 'quem ouvia `change` não ouve mais',
  'removes the frame and the card in it': 'remove o iframe e o cartão que está nele',
  'everything of this client, for example when a single-page app leaves':
    'tudo o que é deste cliente, por exemplo quando uma SPA troca de tela',
  'payinCard.token of a payin of this customer that was approved':
    'payinCard.token de um payin aprovado deste cliente',
  '{ brand, last4 }, to show; your server kept them with the token':
    '{ brand, last4 }, para mostrar; seu servidor guardou junto com o token',
  "{ holderName, number, expiry: '12/30', cvv }": "{ holderName, number, expiry: '12/30', cvv }",
  "{ referenceId, paymentMethod: 'CREDIT_CARD', card, antifraud? }":
    "{ referenceId, paymentMethod: 'CREDIT_CARD', card, antifraud? }",
  'AUTHENTICATED or ATTEMPTED: not yet an approval':
    'AUTHENTICATED ou ATTEMPTED: ainda não é uma aprovação',
  'or en, es: what the buyer reads': 'ou en, es: o que o comprador lê',
  'pre-order, post-order': 'pre-order, post-order',
  'details.fields: which field, and what is wrong with it':
    'details.fields: qual campo, e o que há de errado com ele',
  'details.reason: a closed list': 'details.reason: uma lista fechada',
  'error.reason says what to change': 'error.reason diz o que mudar',
  'R$ 50,00 of the payin. Without an amount, all that is left.':
    'R$ 50,00 do payin. Sem valor, tudo o que resta.',
  'In the sandbox the reason PEND makes a refund that takes its time.':
    'No sandbox o motivo PEND cria um reembolso que demora.',
  'never leaves your server': 'nunca sai do seu servidor',
  'R$ 50,00 of the available balance, to an e-mail key.':
    'R$ 50,00 do saldo disponível, para uma chave de e-mail.',
  'By your own id, where the answer of the call was lost.':
    'Pelo seu próprio id, quando a resposta da chamada se perdeu.',
  'The card payins that were paid in November.': 'Os payins com cartão pagos em novembro.',
  centavos: 'centavos',
  'PENDING, DONE or FAILED': 'PENDING, DONE ou FAILED',
  'such as amount, more_than_left, { left: 4000 }':
    'por exemplo amount, more_than_left, { left: 4000 }',
  'The buyer pays by another way, or not at all.': 'O comprador paga de outra forma, ou não paga.',
  'Without an amount: all that is left.': 'Sem valor: tudo o que resta.',
  yours: 'seu',
  "the buyer's address, from your proxy": 'o endereço do comprador, dado pelo seu proxy',
  'and not request.json()': 'e não request.json()',
  'a Buffer': 'um Buffer',
  'Before express.json(), which would have the body first.':
    'Antes de express.json(), que leria o corpo primeiro.',
  'For every other route of your shop.': 'Para as demais rotas da sua loja.',
  'Once, outside of what renders.': 'Uma vez, fora do que é renderizado.',
  'Null: the buyer has to correct something, and the fields say what.':
    'Null: o comprador tem algo a corrigir, e os campos dizem o quê.',
  'Status of the answer; what is done with a payment that came in is yours.':
    'Status da resposta; o que fazer com um pagamento que chegou é com você.',
  'What the page does next.': 'O que a página faz em seguida.',
  "`page` is Playwright's, at your checkout on `pk_test_preorder`.":
    '`page` é a do Playwright, no seu checkout com `pk_test_preorder`.',
  "$rawBody: file_get_contents('php://input'). $header: $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'].":
    "$rawBody: file_get_contents('php://input'). $header: $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'].",
  'rawBody: as it arrived. header: X-Webhook-Signature. nowSeconds: Unix time in seconds.':
    'rawBody: como chegou. header: X-Webhook-Signature. nowSeconds: hora Unix em segundos.',
  'rawBody: a Buffer, as it arrived. header: X-Webhook-Signature. nowSeconds: Date.now() / 1000.':
    'rawBody: um Buffer, como chegou. header: X-Webhook-Signature. nowSeconds: Date.now() / 1000.',
};
