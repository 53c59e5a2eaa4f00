import { byId } from '../page-element.ts';
import type { Order, Simulation } from '../shop-api.ts';
import { ApiError, SIMULATIONS } from '../shop-api.ts';

const DONE: { [simulation in Simulation]: string } = {
  pay: 'Pago no sandbox: a página muda quando o aviso chegar.',
  expire: 'Prazo encerrado no sandbox: a página muda quando o aviso chegar.',
  refund: 'Devolvido no sandbox: a página muda quando o aviso chegar.',
};

/**
 * The part of the test panel that plays the outside world for the payment on the screen. Every
 * button can always be pressed: what the payment's status does not allow, the sandbox refuses.
 */
export function setUpSimulation(options: {
  simulate(referenceId: string, simulation: Simulation): Promise<void>;
}): { show(order: Order | null): void } {
  let shown: Order | null = null;
  const say = (text: string) => {
    byId('simulation-status', HTMLElement).textContent = text;
  };

  async function simulate(simulation: Simulation): Promise<void> {
    if (shown === null) return;
    say('');
    try {
      await options.simulate(shown.referenceId, simulation);
      say(DONE[simulation]);
    } catch (error) {
      say(`O sandbox não fez isto (${error instanceof ApiError ? error.code : 'UNKNOWN'}).`);
    }
  }

  for (const simulation of SIMULATIONS) {
    const button = byId(`simulate-${simulation}`, HTMLButtonElement);
    button.addEventListener('click', () => void simulate(simulation));
  }
  return {
    show(order) {
      if (shown?.referenceId !== order?.referenceId) say('');
      shown = order;
      byId('simulation', HTMLElement).hidden = !order?.payinId;
    },
  };
}
