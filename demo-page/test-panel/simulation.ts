import { byId } from '../page-element.ts';
import type { createShopApi } from '../shop-api.ts';
import { ApiError } from '../shop-api.ts';
import type { Order } from '../shop-order.ts';

/**
 * The part of the test panel that plays the outside world for the payment on the screen. Every
 * button can always be pressed: what the payment's status does not allow, the sandbox refuses.
 */
export function setUpSimulation(api: Pick<ReturnType<typeof createShopApi>, 'simulate'>): {
  show: (order: Order) => void;
} {
  let shown: Order | null = null;
  const say = (text: string) => {
    byId('simulation-status', HTMLElement).textContent = text;
  };

  for (const simulation of ['pay', 'expire', 'refund'] as const) {
    byId(`simulate-${simulation}`, HTMLButtonElement).addEventListener('click', async () => {
      if (shown === null) return;
      say('');
      try {
        await api.simulate(shown.referenceId, simulation);
        say('Feito no sandbox: a página muda sozinha, ou quando for recarregada.');
      } catch (error) {
        say(`O sandbox não fez isto (${error instanceof ApiError ? error.code : 'UNKNOWN'}).`);
      }
    });
  }
  return {
    show(order) {
      shown = order;
      byId('simulation', HTMLElement).hidden = order.payinId === null;
    },
  };
}
