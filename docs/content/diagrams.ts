import type { Text } from '../language.ts';
import type { SequenceDiagram } from '../parts/sequence-diagram.ts';

function both(en: string, pt: string): Text {
  return { en, pt };
}

const BUYER = both('Buyer', 'Comprador');
const PAGE = both('Your page\nwith the SDK', 'Sua página\ncom o SDK');
const FRAME = both('Hosted frame', 'Iframe\nhospedado');
const SERVER = both('Your server', 'Seu servidor');
const SERVICE = both('Payment\nservice', 'Serviço de\npagamento');
const BANK = both("Buyer's bank", 'Banco do\ncomprador');

/** The drawings of the guides, by the name a page calls them. */
export const DIAGRAMS: { readonly [name: string]: SequenceDiagram } = {
  payment: {
    title: both('A card payment without 3-D Secure', 'Um pagamento com cartão sem 3-D Secure'),
    actors: [BUYER, PAGE, FRAME, SERVER, SERVICE],
    steps: [
      { from: 1, to: 2, text: both('mountCardElement', 'mountCardElement') },
      { from: 0, to: 2, text: both('types the card', 'digita o cartão') },
      { from: 1, to: 2, text: both('element.submit()', 'element.submit()') },
      { from: 2, to: 4, text: both('card, public key', 'cartão, chave pública') },
      { from: 4, to: 2, text: both('single-use token', 'token de uso único'), isAnswer: true },
      {
        from: 2,
        to: 1,
        text: both('payinCard, antifraud', 'payinCard, antifraud'),
        isAnswer: true,
      },
      { from: 1, to: 3, text: both('prepared card', 'cartão preparado') },
      { from: 3, to: 4, text: both('POST /payin\nsecret key', 'POST /payin\nchave secreta') },
      { from: 4, to: 3, text: both('APPROVED or REFUSED', 'APPROVED ou REFUSED'), isAnswer: true },
    ],
  },
  'pre-order': {
    title: both(
      '3-D Secure before the order: the account’s flow is pre-order',
      '3-D Secure antes do pedido: o fluxo da conta é pre-order',
    ),
    actors: [BUYER, PAGE, FRAME, SERVER, SERVICE, BANK],
    steps: [
      { from: 1, to: 2, text: both('element.submit()', 'element.submit()') },
      { from: 2, to: 4, text: both('card, public key', 'cartão, chave pública') },
      { from: 4, to: 5, text: both('may this card pay?', 'este cartão pode pagar?') },
      { from: 5, to: 4, text: both('ask the buyer', 'pergunte ao comprador'), isAnswer: true },
      { from: 2, to: 0, text: both('challenge in a dialog', 'desafio em um diálogo') },
      { from: 0, to: 5, text: both('confirms with the code', 'confirma com o código') },
      {
        from: 4,
        to: 4,
        text: both('binds the result\nto the token', 'liga o resultado\nao token'),
      },
      {
        from: 2,
        to: 1,
        text: both('payinCard with\nthreeDSecure', 'payinCard com\nthreeDSecure'),
        isAnswer: true,
      },
      { from: 1, to: 3, text: both('prepared card', 'cartão preparado') },
      { from: 3, to: 4, text: both('POST /payin', 'POST /payin') },
      { from: 4, to: 3, text: both('APPROVED or REFUSED', 'APPROVED ou REFUSED'), isAnswer: true },
    ],
  },
  'post-order': {
    title: both(
      '3-D Secure after the order: the account’s flow is post-order',
      '3-D Secure depois do pedido: o fluxo da conta é post-order',
    ),
    actors: [BUYER, PAGE, FRAME, SERVER, SERVICE, BANK],
    steps: [
      { from: 1, to: 2, text: both('element.submit()', 'element.submit()') },
      { from: 2, to: 1, text: both('payinCard', 'payinCard'), isAnswer: true },
      { from: 1, to: 3, text: both('prepared card', 'cartão preparado') },
      { from: 3, to: 4, text: both('POST /payin', 'POST /payin') },
      {
        from: 4,
        to: 3,
        text: both('threeDSecurePending:\ntrue', 'threeDSecurePending:\ntrue'),
        isAnswer: true,
      },
      {
        from: 3,
        to: 1,
        text: both('the answer, unchanged', 'a resposta, sem mudanças'),
        isAnswer: true,
      },
      { from: 1, to: 2, text: both('handlePendingThreeDS', 'handlePendingThreeDS') },
      { from: 2, to: 0, text: both('challenge in a dialog', 'desafio em um diálogo') },
      { from: 0, to: 5, text: both('confirms with the code', 'confirma com o código') },
      {
        from: 2,
        to: 1,
        text: both('authenticated:\nnot yet approved', 'autenticado:\nainda não aprovado'),
        isAnswer: true,
      },
      { from: 4, to: 4, text: both('charges the card', 'cobra o cartão') },
      { from: 4, to: 3, text: both('signed webhook', 'webhook assinado') },
    ],
  },
};
