import type { Language, Text } from '../language.ts';
import { escapeHtml } from './escape-html.ts';

function both(en: string, pt = en): Text {
  return { en, pt };
}

/** `from` and `to` are indexes of the diagram's `actors`, equal for a step of its own. */
function step(from: number, to: number, ...words: [en: string, pt?: string]) {
  return { from, to, text: both(...words), isAnswer: false };
}

function answer(...given: Parameters<typeof step>) {
  return { ...step(...given), isAnswer: true };
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
      step(1, 2, 'mountCardElement'),
      step(0, 2, 'types the card', 'digita o cartão'),
      step(1, 2, 'element.submit()'),
      step(2, 4, 'card, public key', 'cartão, chave pública'),
      answer(4, 2, 'single-use token', 'token de uso único'),
      answer(2, 1, 'payinCard, antifraud'),
      step(1, 3, 'prepared card', 'cartão preparado'),
      step(3, 4, 'POST /payin\nsecret key', 'POST /payin\nchave secreta'),
      answer(4, 3, 'APPROVED or REFUSED', 'APPROVED ou REFUSED'),
    ],
  },
  'pre-order': {
    title: both(
      '3-D Secure before the order: the account’s flow is pre-order',
      '3-D Secure antes do pedido: o fluxo da conta é pre-order',
    ),
    actors: [BUYER, PAGE, FRAME, SERVER, SERVICE, BANK],
    steps: [
      step(1, 2, 'element.submit()'),
      step(2, 4, 'card, public key', 'cartão, chave pública'),
      step(4, 5, 'may this card pay?', 'este cartão pode pagar?'),
      answer(5, 4, 'ask the buyer', 'pergunte ao comprador'),
      step(2, 0, 'challenge in a dialog', 'desafio em um diálogo'),
      step(0, 5, 'confirms with the code', 'confirma com o código'),
      step(4, 4, 'binds the result\nto the token', 'liga o resultado\nao token'),
      answer(2, 1, 'payinCard with\nthreeDSecure', 'payinCard com\nthreeDSecure'),
      step(1, 3, 'prepared card', 'cartão preparado'),
      step(3, 4, 'POST /payin'),
      answer(4, 3, 'APPROVED or REFUSED', 'APPROVED ou REFUSED'),
    ],
  },
  'post-order': {
    title: both(
      '3-D Secure after the order: the account’s flow is post-order',
      '3-D Secure depois do pedido: o fluxo da conta é post-order',
    ),
    actors: [BUYER, PAGE, FRAME, SERVER, SERVICE, BANK],
    steps: [
      step(1, 2, 'element.submit()'),
      answer(2, 1, 'payinCard'),
      step(1, 3, 'prepared card', 'cartão preparado'),
      step(3, 4, 'POST /payin'),
      answer(4, 3, 'threeDSecurePending:\ntrue'),
      answer(3, 1, 'the answer, unchanged', 'a resposta, sem mudanças'),
      step(1, 2, 'handlePendingThreeDS'),
      step(2, 0, 'challenge in a dialog', 'desafio em um diálogo'),
      step(0, 5, 'confirms with the code', 'confirma com o código'),
      answer(2, 1, 'authenticated:\nnot yet approved', 'autenticado:\nainda não aprovado'),
      step(4, 4, 'charges the card', 'cobra o cartão'),
      step(4, 3, 'signed webhook', 'webhook assinado'),
    ],
  },
};

/** Who speaks with whom, in order. */
type SequenceDiagram = {
  title: Text;
  actors: readonly Text[];
  steps: readonly ReturnType<typeof step>[];
};

const COLUMN = 132;
const HEAD = 46;
const STEP = 44;
const LINE = 14;

/** Coloured by the site's styles, for light and dark; its description tells the steps as well. */
export function sequenceDiagram(diagram: SequenceDiagram, id: string, language: Language): string {
  const { actors, steps } = diagram;
  const width = actors.length * COLUMN;
  const height = HEAD + steps.length * STEP + 30;
  const lines = actors.map((actor, index) => actorOf(actor[language], index, height));
  const arrows = steps.map((step, index) => arrowOf(step, step.text[language], index));
  const told = steps.map(({ from, to, text }, index) => {
    const way = [...new Set([from, to])].map((at) => nameOf(actors, at, language)).join(' → ');
    return `${index + 1}. ${way}: ${text[language].replace('\n', ' ')}.`;
  });
  return (
    `<div class="wide diagram" tabindex="0"><svg viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-steps">` +
    `<title id="${id}-title">${escapeHtml(diagram.title[language])}</title>` +
    `<desc id="${id}-steps">${escapeHtml(told.join(' '))}</desc>` +
    `${lines.join('')}${arrows.join('')}</svg></div>\n`
  );
}

function nameOf(actors: readonly Text[], at: number, language: Language): string {
  return (actors[at]?.[language] ?? '').replace('\n', ' ');
}

function middleOf(column: number) {
  return column * COLUMN + COLUMN / 2;
}

function actorOf(name: string, column: number, height: number): string {
  const x = middleOf(column);
  return (
    `<line class="life" x1="${x}" y1="${HEAD}" x2="${x}" y2="${height}"/>` +
    `<rect class="actor" x="${x - 61}" y="2" width="122" height="40" rx="8"/>` +
    textAt(name, x, 22, 'actor-name')
  );
}

function arrowOf(
  { from, to, isAnswer }: SequenceDiagram['steps'][number],
  text: string,
  index: number,
): string {
  const y = HEAD + (index + 1) * STEP;
  if (from === to) {
    const x = middleOf(from);
    return (
      `<rect class="act" x="${x - 61}" y="${y - 30}" width="122" height="38" rx="6"/>` +
      textAt(text, x, y - 11, 'label')
    );
  }
  const [x1, x2] = [middleOf(from), middleOf(to)];
  const back = x2 > x1 ? -8 : 8;
  return (
    `<line class="arrow${isAnswer ? ' answer' : ''}" x1="${x1}" y1="${y}" x2="${x2}" y2="${y}"/>` +
    `<path class="tip" d="M${x2} ${y}l${back} -4.5v9z"/>` +
    textAt(text, (x1 + x2) / 2, y - 6 - (text.split('\n').length * LINE) / 2, 'label')
  );
}

function textAt(text: string, x: number, y: number, name: string): string {
  const lines = text.split('\n');
  const first = y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map(
    (line, index) => `<tspan x="${x}" y="${first + index * LINE}">${escapeHtml(line)}</tspan>`,
  );
  return `<text class="${name}">${spans.join('')}</text>`;
}
