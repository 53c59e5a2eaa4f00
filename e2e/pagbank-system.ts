import type { PagBank } from '../simulators/pagbank/pagbank.ts';
import { startPagBank } from '../simulators/pagbank/pagbank.ts';
import type { MerchantSite } from './merchant-page.ts';
import { simulatorHarness, startRoutedSystem } from './routed-system.ts';
import { test as base } from './system.ts';

/** The account before the order, whose cards an operator has sent to PagBank as it is played. */
const COMPANY = 'preorder';

export type PagBankSystem = {
  merchant: MerchantSite;
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  party: PagBank;
  dataDir: string;
  logs: () => string;
};

/** `atPagBank`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atPagBank: PagBankSystem }>({
  atPagBank: [
    async ({ merchant }, use) => {
      const party = await startPagBank(simulatorHarness());
      const { api, sdk, assets, bank } = party;
      const { stop, ...system } = await startRoutedSystem({
        ...{ company: COMPANY, provider: 'pagbank', party },
        hosts: { api, sdk, assets, bank },
        settings: { token: party.credentials.token },
      });
      await use({ ...system, party, merchant });
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
