import type { InstructionsTools, InstructionsView } from './instructions-view.ts';
import { make } from './page-element.ts';
import type { PaymentInstructions } from './shop-api.ts';

/**
 * The code to copy and to scan, with the time to do it in: all of it is the payment service's own
 * element, so that nothing in this page can put another code in its place.
 */
export function showPix(
  { payin }: Extract<PaymentInstructions, { kind: 'pix' }>,
  tools: InstructionsTools,
): InstructionsView {
  const element = make('div', { class: 'instructions-pix' });
  let isLeft = false;
  const mounting = tools
    .mountPix(element, payin)
    .then((stop) => (isLeft ? stop() : stop))
    .catch(() => {
      element.append(make('p', { class: 'field-error', role: 'alert' }, NOT_SHOWN));
    });
  return {
    element,
    stop() {
      isLeft = true;
      void mounting.then((stop) => stop?.());
    },
  };
}

const NOT_SHOWN = 'Não foi possível mostrar o código PIX. Recarregue a página.';
