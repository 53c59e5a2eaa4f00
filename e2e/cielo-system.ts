import type { Acquirer } from '../simulators/cielo/acquirer.ts';
import { startAcquirer } from '../simulators/cielo/acquirer.ts';
import type { MerchantSite } from './merchant-page.ts';
import { simulatorHarness, startRoutedSystem } from './routed-system.ts';
import { test as base } from './system.ts';

/** An account with antifraud and without 3-D Secure, whose cards go to Cielo as it is played. */
export const COMPANY = 'cardonfile';

export type CieloSystem = {
  merchant: MerchantSite;
  baseUrl: string;
  stageUrl: string;
  party: Acquirer;
};

/** `atCielo`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atCielo: CieloSystem }>({
  atCielo: [
    async ({ merchant }, use) => {
      const party = await startAcquirer({ ...simulatorHarness(), profile: 'cielo' });
      const { merchantId, merchantKey } = party.credentials;
      const { baseUrl, threeDSStageUrl, stop } = await startRoutedSystem({
        ...{ company: COMPANY, provider: 'cielo', party },
        hosts: { api: party.api, query: party.query, device: party.device },
        settings: {
          'merchant-id': merchantId,
          'merchant-key': merchantKey,
          'antifraud-merchant-id': party.deviceMerchantId,
        },
      });
      await use({ baseUrl, stageUrl: threeDSStageUrl, party, merchant });
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
