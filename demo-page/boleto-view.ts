import { makeCopyButton } from './copy-button.ts';
import type { InstructionsTools, InstructionsView } from './instructions-view.ts';
import { formatMoney } from './money.ts';
import { make } from './page-element.ts';
import type { PaymentInstructions } from './shop-api.ts';

const DAY = new Intl.DateTimeFormat('pt-BR', {
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The line to type or copy, the document to print, and the PIX that is printed on it. */
export function showBoleto(
  boleto: Extract<PaymentInstructions, { kind: 'boleto' }>,
  amount: number,
  tools: InstructionsTools,
): InstructionsView {
  const field = make('textarea', {
    id: 'boleto-line',
    class: 'code boleto-line',
    readonly: '',
    rows: '2',
    spellcheck: 'false',
  });
  field.value = boleto.printedLine;
  field.addEventListener('focus', () => field.select());
  const copy = makeCopyButton({
    label: 'Copiar linha digitável',
    text: boleto.line,
    copied: 'Copiado. Cole a linha no app do seu banco.',
    field,
    copy: tools.copy,
    after: tools.clock.after,
  });
  const link = make(
    'a',
    { class: 'document-link', href: boleto.url, target: '_blank', rel: 'noopener' },
    'Abrir o boleto em PDF',
    make('span', { class: 'visually-hidden' }, ' (em outra aba)'),
  );
  const element = make(
    'div',
    { class: 'instructions-boleto' },
    make(
      'div',
      { class: 'instructions-head' },
      make('p', { class: 'instructions-amount' }, formatMoney(amount)),
      make('p', { class: 'due' }, 'Vencimento: ', dayOf(boleto.dueOn)),
    ),
    make(
      'div',
      { class: 'instructions-code' },
      make('label', { for: 'boleto-line' }, 'Linha digitável'),
      field,
      copy,
      link,
    ),
    ...(boleto.pixCode === null ? [] : [makePix(boleto.pixCode, tools)]),
    make(
      'p',
      { class: 'hint' },
      'Pague em qualquer banco, lotérica ou app. A confirmação leva até 2 dias' +
        `${boleto.pixCode === null ? '' : '; por PIX, minutos'}, e esta página muda sozinha ` +
        'quando ela chegar.',
    ),
  );
  return { element, stop: () => {} };
}

/** The picture of it is in the document; here it is copied. */
function makePix(pixCode: string, tools: InstructionsTools): HTMLElement {
  const field = make('textarea', {
    id: 'boleto-pix',
    class: 'code',
    readonly: '',
    rows: '4',
    spellcheck: 'false',
  });
  field.value = pixCode;
  field.addEventListener('focus', () => field.select());
  const copy = makeCopyButton({
    label: 'Copiar código PIX',
    text: pixCode,
    copied: 'Copiado. Cole o código no PIX copia e cola do seu banco.',
    field,
    copy: tools.copy,
    after: tools.clock.after,
  });
  return make(
    'div',
    { class: 'instructions-code boleto-pix' },
    make('label', { for: 'boleto-pix' }, 'Ou pague este boleto por PIX'),
    field,
    copy,
  );
}

/** `terça-feira, 24/11/2026`, marked as the day it is. */
function dayOf(day: string): HTMLTimeElement {
  const time = make('time', { datetime: day });
  time.append(make('strong', {}, DAY.format(new Date(`${day}T00:00:00Z`))));
  return time;
}
