import { acquirerHosts, withPrefix } from '../service/testing/acquirer-means.ts';
import { startAcquirer } from '../simulators/cielo/acquirer.ts';
import { startMercadoPago } from '../simulators/mercado-pago/mercado-pago.ts';
import { startPagBank } from '../simulators/pagbank/pagbank.ts';
import type { MerchantSite } from './merchant-page.ts';
import type { RoutedParty } from './routed-system.ts';
import { simulatorHarness, startRoutedSystem } from './routed-system.ts';
import { test as base } from './system.ts';

type Routed = Awaited<ReturnType<typeof startRoutedSystem>>;
export type PartySystem<At> = Omit<Routed, 'stop'> & { merchant: MerchantSite; party: At };

/** `atParty`: a service of this worker with what the build made, and the party it charges at. */
function testAt<At extends RoutedParty>(
  company: string,
  provider: string,
  start: () => Promise<{ party: At; hosts: object; settings: object }>,
) {
  return base.extend<object, { atParty: PartySystem<At> }>({
    atParty: [
      async ({ merchant }, use) => {
        const { party, hosts, settings } = await start();
        const to = { hosts: { ...hosts }, settings: { ...settings } };
        const { stop, ...system } = await startRoutedSystem({ company, provider, party, ...to });
        await use({ ...system, party, merchant });
        await stop();
      },
      { scope: 'worker', timeout: 240_000 },
    ],
  });
}

async function startCielo() {
  const party = await startAcquirer({ ...simulatorHarness(), profile: 'cielo' });
  const { merchantId, merchantKey } = party.credentials;
  const settings = { 'merchant-id': merchantId, 'merchant-key': merchantKey };
  return { party, hosts: acquirerHosts(party), settings };
}

/** An account with antifraud and without 3-D Secure, whose cards go to Cielo as it is played. */
export const testDevice = testAt('cardonfile', 'cielo', async () => {
  const cielo = await startCielo();
  const own = { 'antifraud-merchant-id': cielo.party.deviceMerchantId };
  return { ...cielo, settings: { ...cielo.settings, ...own } };
});

/** The account before the order, whose cards go to Cielo as it is played, with its MPI. */
export const testMpi = testAt('preorder', 'cielo', async () => {
  const cielo = await startCielo();
  const own = withPrefix('mpi-', cielo.party.mpiCredentials);
  return { ...cielo, settings: { ...cielo.settings, ...own } };
});

/** The account before the order, whose cards an operator has sent to PagBank as it is played. */
export const testPagBank = testAt('preorder', 'pagbank', async () => {
  const party = await startPagBank(simulatorHarness());
  const { api, sdk, assets, bank } = party;
  return { party, hosts: { api, sdk, assets, bank }, settings: { token: party.credentials.token } };
});

/** The account after the order, whose cards an operator has sent to Mercado Pago as it is played. */
export const testMercadoPago = testAt('postorder', 'mercadopago', async () => {
  const party = await startMercadoPago(simulatorHarness());
  const { accessToken, webhookSecret } = party.credentials;
  const keys = { 'access-token': accessToken, 'webhook-secret': webhookSecret };
  return { party, hosts: { api: party.api }, settings: { ...keys, 'three-d-secure': 'on' } };
});
