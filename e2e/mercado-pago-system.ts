import type { MercadoPago } from '../simulators/mercado-pago/mercado-pago.ts';
import { startMercadoPago } from '../simulators/mercado-pago/mercado-pago.ts';
import type { MerchantSite } from './merchant-page.ts';
import { simulatorHarness, startRoutedSystem } from './routed-system.ts';
import { test as base } from './system.ts';

/** The account after the order, whose cards an operator has sent to Mercado Pago as it is played. */
export const COMPANY = 'postorder';

export type MercadoPagoSystem = { merchant: MerchantSite; baseUrl: string; party: MercadoPago };

/** `atMercadoPago`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atMercadoPago: MercadoPagoSystem }>({
  atMercadoPago: [
    async ({ merchant }, use) => {
      const party = await startMercadoPago(simulatorHarness());
      const { accessToken, webhookSecret } = party.credentials;
      const { baseUrl, stop } = await startRoutedSystem({
        ...{ company: COMPANY, provider: 'mercadopago', party },
        hosts: { api: party.api },
        settings: {
          'access-token': accessToken,
          'webhook-secret': webhookSecret,
          'three-d-secure': 'on',
        },
      });
      await use({ baseUrl, party, merchant });
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
