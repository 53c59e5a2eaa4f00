import { makeBankLink } from './bank-visit.ts';
import { showBoleto } from './boleto-view.ts';
import type { PageClock } from './page-clock.ts';
import { make } from './page-element.ts';
import { showPix } from './pix-view.ts';
import type { Means } from './shop-api.ts';

export type MeansTools = {
  clock: PageClock;
  /** Puts a text on the clipboard; rejects where the browser does not let it. */
  copy(text: string): Promise<void>;
  /** The time to pay is over, as far as this page knows. */
  onOver(): void;
};

export type MeansView = { element: HTMLElement; stop(): void };

/** What the buyer pays by. `amount` in centavos. */
export function showMeans(means: Means, amount: number, tools: MeansTools): MeansView {
  switch (means.kind) {
    case 'pix':
      return showPix(means, amount, tools);
    case 'boleto':
      return showBoleto(means, amount, tools);
    case 'open-finance': {
      const link = makeBankLink(means.url, 'Continuar no banco');
      link.className = 'pay-button';
      return { element: make('div', { class: 'means-bank' }, link), stop: () => {} };
    }
  }
}
