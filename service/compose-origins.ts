import packageInfo from '../package.json' with { type: 'json' };
import { ApiError } from './api-error.ts';
import { checkoutConfigFor } from './checkout-config.ts';
import type { ComposedThreeDS } from './compose-three-d-secure.ts';
import { createFrameDocuments } from './frame-document.ts';
import type { Listener, ListeningApp } from './http/server.ts';
import { listen } from './http/server.ts';
import type { AppServices } from './routes/apps.ts';
import { createBaseApp, createCheckoutApp, createStageApp } from './routes/apps.ts';
import { createSdkScripts } from './sdk-script.ts';
import type { Settings } from './settings.ts';
import type { WebAssets } from './web-assets.ts';
import { readWebAssets } from './web-assets.ts';

/** The addresses of the service as a browser or merchant sees them. */
export type Origins = {
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  /** Null where there is no sandbox bank. */
  bankUrl: string | null;
};

/** Opens every origin, base_url last: once it answers, a payment can be taken. */
export async function openOrigins(
  settings: Settings,
  { services, threeDS }: { services: AppServices; threeDS: ComposedThreeDS },
): Promise<{ origins: Origins; listeners: Listener[] }> {
  const { host, webDir } = settings;
  const { addresses } = services;
  const assets = webDir === undefined ? null : await readWebAssets(webDir);
  if (assets !== null) services.web = createWeb(assets, services);
  const listeners: Listener[] = [];
  /** Gives the address, known only now where the port was left to the system. */
  const open = async (app: ListeningApp, port: number, setting: string, url?: string) => {
    const listener = await listen(app, { host, port, setting });
    listeners.push(listener);
    return url ?? localUrl(host, listener.port);
  };
  try {
    const bankUrl = await openBank(settings, threeDS, open);
    const { threeDSPort, threeDSUrl, checkoutPort, checkoutUrl, apiPort, baseUrl } = settings;
    const stage = createStageApp(services, threeDSUrl ?? '');
    addresses.threeDSStageUrl = await open(stage, threeDSPort, 'THREEDS_PORT', threeDSUrl);
    const checkout = createCheckoutApp(services, checkoutUrl ?? '');
    addresses.checkoutUrl = await open(checkout, checkoutPort, 'CHECKOUT_PORT', checkoutUrl);
    if (assets !== null && services.web !== undefined) {
      services.web.sdkScripts = await createSdkScripts(
        assets.sdk,
        addresses.checkoutUrl,
        packageInfo.version,
      );
    }
    const base = createBaseApp(services, baseUrl ?? '');
    addresses.baseUrl = await open(base, apiPort, 'API_PORT', baseUrl);
    const origins = {
      baseUrl: addresses.baseUrl,
      checkoutUrl: addresses.checkoutUrl,
      threeDSStageUrl: addresses.threeDSStageUrl,
      bankUrl,
    };
    return { origins, listeners };
  } catch (error) {
    await stopListeners(listeners);
    throw error;
  }
}

export async function stopListeners(listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.stop()));
}

async function openBank(
  { bankPort }: Settings,
  { bank }: ComposedThreeDS,
  open: (app: ListeningApp, port: number, setting: string) => Promise<string>,
): Promise<string | null> {
  if (bank === null) return null;
  const bankUrl = await open(bank.app, bankPort, 'BANK_PORT');
  bank.startsAt(bankUrl);
  return bankUrl;
}

/** What browsers load; the sdk's scripts follow once checkout_url is known. */
function createWeb(assets: WebAssets, services: AppServices): NonNullable<AppServices['web']> {
  return {
    frame: {
      chunks: assets.chunks,
      frameDocument: createFrameDocuments(assets.documents),
      findConfig: async (publicKey) => {
        try {
          return await checkoutConfigFor(publicKey, services);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return null;
          throw error;
        }
      },
    },
    sdkScripts: null,
  };
}

function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
