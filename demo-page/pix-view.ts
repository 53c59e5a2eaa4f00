import { makeCopyButton } from './copy-button.ts';
import { startCountdown } from './countdown.ts';
import type { InstructionsTools, InstructionsView } from './instructions-view.ts';
import { formatMoney } from './money.ts';
import { make } from './page-element.ts';
import type { PaymentInstructions } from './shop-api.ts';

/** The code to copy and to scan, with the time to do it in. */
export function showPix(
  pix: Extract<PaymentInstructions, { kind: 'pix' }>,
  amount: number,
  tools: InstructionsTools,
): InstructionsView {
  const countdown = startCountdown({ ...pix, clock: tools.clock, onOver: tools.onOver });
  const money = formatMoney(amount);
  const field = make('textarea', {
    id: 'pix-code',
    class: 'code',
    readonly: '',
    rows: '4',
    spellcheck: 'false',
  });
  field.value = pix.code;
  field.addEventListener('focus', () => field.select());
  const copy = makeCopyButton({
    label: 'Copiar código PIX',
    text: pix.code,
    copied: 'Copiado. Cole o código no app do seu banco.',
    field,
    copy: tools.copy,
    after: tools.clock.after,
  });
  const picture = make('img', {
    class: 'qr',
    src: pix.picture,
    width: '224',
    height: '224',
    alt: `QR code do PIX de ${money}`,
  });
  const head = make(
    'div',
    { class: 'instructions-head' },
    make('p', { class: 'instructions-amount' }, money),
    countdown.element,
  );
  const element = make(
    'div',
    { class: 'instructions-pix' },
    head,
    make('div', { class: 'qr-frame' }, picture),
    make(
      'div',
      { class: 'instructions-code' },
      make('label', { for: 'pix-code' }, 'PIX copia e cola'),
      field,
      copy,
    ),
    steps(
      'Abra o app do seu banco e escolha pagar com PIX.',
      'Aponte a câmera para o QR code, ou cole o código.',
      'Confira o valor e confirme. Esta página avisa quando o pagamento chegar.',
    ),
  );
  return { element, stop: countdown.stop };
}

function steps(...texts: string[]): HTMLElement {
  return make('ol', { class: 'how-to' }, ...texts.map((text) => make('li', {}, text)));
}
