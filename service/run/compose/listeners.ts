import { X509Certificate } from 'node:crypto';
import packageInfo from '../../../package.json' with { type: 'json' };
import {
  createBaseApp,
  createCheckoutApp,
  createNoticesApp,
  createPageApp,
  createStageApp,
} from '../../api/apps.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import type { SharedSites } from '../../api/documents/frame-document.ts';
import { createFrameDocuments } from '../../api/documents/frame-document.ts';
import type { KeptFonts } from '../../api/documents/kept-fonts.ts';
import { NO_FONTS, readKeptFonts } from '../../api/documents/kept-fonts.ts';
import { readReleasedScripts } from '../../api/documents/released-scripts.ts';
import { isSameSite } from '../../api/documents/same-site.ts';
import type { SdkScripts } from '../../api/documents/sdk-script.ts';
import { createSdkScripts } from '../../api/documents/sdk-script.ts';
import type { WebAssets } from '../../api/documents/web-assets.ts';
import { readWebAssets } from '../../api/documents/web-assets.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { checkoutConfigFor } from '../../domain/accounts/checkout-config.ts';
import type { ConnectionLimits } from '../../http/connection-limits.ts';
import type { Listener, ListeningApp } from '../../http/server.ts';
import { listen } from '../../http/server.ts';
import type { WorkLimit } from '../../http/work-limit.ts';
import type { Settings } from '../../settings.ts';
import { arePagesServed, dashboardUrlOf, localUrl, originsOf } from '../../settings.ts';
import { tlsOfNotices } from './notice-authorities.ts';
import type { SandboxBank } from './three-d-secure.ts';

export type ServiceUrls = {
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  bankUrl: string | null;
  dashboardUrl: string | null;
  paymentPageUrl: string | null;
  /** Of this machine: where parties show their certificate; null where none is asked here. */
  noticesUrl: string | null;
};

/** What browsers load, and the sdk's scripts for the address they are expected to name. */
export type BuiltWeb = {
  assets: WebAssets;
  fonts: KeptFonts;
  scriptsFor(checkoutUrl: string): Promise<SdkScripts>;
};

export async function readBuiltWeb(settings: Settings): Promise<BuiltWeb | null> {
  const { webDir, host, checkoutPort, checkoutUrl } = settings;
  if (webDir === undefined) return null;
  const assets = await readWebAssets(webDir);
  const { sdkReleasesDir, fontsDir } = settings;
  const earlier =
    sdkReleasesDir === undefined ? new Map() : await readReleasedScripts(sdkReleasesDir);
  const create = (url: string) => createSdkScripts(assets, url, packageInfo.version, earlier);
  // A port that was left to the system is known later.
  const expectedUrl = checkoutUrl ?? localUrl(host, checkoutPort);
  const expected = await create(expectedUrl);
  return {
    assets,
    fonts: fontsDir === undefined ? NO_FONTS : await readKeptFonts(fontsDir),
    scriptsFor: async (url) => (url === expectedUrl ? expected : create(url)),
  };
}

type Open = (
  app: ListeningApp,
  port: number,
  setting: string,
  more?: { url?: string | undefined; work?: WorkLimit },
) => Promise<string>;

/** Opens every listener, base_url last: once it answers, a payment can be taken. */
export async function openListeners(
  settings: Settings,
  made: {
    services: AppDependencies;
    bank: SandboxBank | null;
    web: BuiltWeb | null;
    limits: ConnectionLimits;
    work: WorkLimit;
    dashboard: ListeningApp | null;
  },
): Promise<{ urls: ServiceUrls; listeners: Listener[] }> {
  const { services, bank, web, limits, work, dashboard } = made;
  const { host } = settings;
  const { addresses } = services;
  if (web !== null) services.web = createWeb(settings, web, services);
  const listeners: Listener[] = [];
  /** Gives the address, known only now where the port was left to the system. */
  const open: Open = async (app, port, setting, { url, ...more } = {}) => {
    const listener = await listen(app, { host, port, setting }, limits, more);
    listeners.push(listener);
    return url ?? localUrl(host, listener.port);
  };
  try {
    const bankUrl = await openBank(settings, bank, open);
    const { threeDSPort, threeDSUrl, checkoutPort, checkoutUrl, apiPort, baseUrl } = settings;
    const stage = createStageApp(services, threeDSUrl ?? '');
    addresses.threeDSStageUrl = await open(stage, threeDSPort, 'THREEDS_PORT', {
      url: threeDSUrl,
      work,
    });
    const dashboardUrl = await openDashboard(settings, dashboard, open);
    addresses.dashboardUrl = dashboardUrl ?? '';
    const paymentPageUrl = await openPages(settings, services, { open, work });
    const checkout = createCheckoutApp(services, checkoutUrl ?? '');
    addresses.checkoutUrl = await open(checkout, checkoutPort, 'CHECKOUT_PORT', {
      url: checkoutUrl,
      work,
    });
    if (web !== null && services.web !== undefined) {
      services.web.sdkScripts = await web.scriptsFor(addresses.checkoutUrl);
    }
    const noticesUrl = await openNotices(settings, services, { limits, work, listeners });
    const base = createBaseApp(services, { ownUrl: baseUrl ?? '', version: packageInfo.version });
    addresses.baseUrl = await open(base, apiPort, 'API_PORT', { url: baseUrl, work });
    const urls = {
      baseUrl: addresses.baseUrl,
      checkoutUrl: addresses.checkoutUrl,
      threeDSStageUrl: addresses.threeDSStageUrl,
      bankUrl,
      dashboardUrl,
      paymentPageUrl,
      noticesUrl,
    };
    return { urls, listeners };
  } catch (error) {
    await stopListeners(listeners);
    throw error;
  }
}

/** Every answer from now on ends its connection; the ports stay open. */
export function drainListeners(listeners: readonly Listener[]): void {
  for (const listener of listeners) listener.drain();
}

export async function stopListeners(listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.stop()));
}

async function openBank({ bankPort }: Settings, bank: SandboxBank | null, open: Open) {
  if (bank === null) return null;
  const bankUrl = await open(bank.app, bankPort, 'BANK_PORT');
  bank.startsAt(bankUrl);
  return bankUrl;
}

async function openDashboard(settings: Settings, dashboard: ListeningApp | null, open: Open) {
  if (dashboard === null) return null;
  const { port } = new URL(await open(dashboard, settings.dashboardPort, 'DASHBOARD_PORT'));
  return dashboardUrlOf(settings, Number(port));
}

async function openPages(
  settings: Settings,
  services: AppDependencies,
  { open, work }: { open: Open; work: WorkLimit },
): Promise<string | null> {
  if (!arePagesServed(settings)) return null;
  const { paymentPagePort, paymentPageUrl: url } = settings;
  const app = createPageApp(services, url ?? '');
  const opened = await open(app, paymentPagePort, 'PAYMENT_PAGE_PORT', { url, work });
  services.addresses.paymentPageUrl = opened;
  return opened;
}

async function openNotices(
  { notices }: Settings,
  services: AppDependencies,
  { limits, work, listeners }: { limits: ConnectionLimits; work: WorkLimit; listeners: Listener[] },
): Promise<string | null> {
  const address = notices?.listener ?? null;
  if (notices === null || address === null) return null;
  const tls = tlsOfNotices(address, services.noticeAuthorities);
  const app = createNoticesApp(services, notices.url);
  const listener = await listen(app, { ...address, setting: 'NOTICES_PORT' }, limits, {
    tls,
    work,
  });
  listeners.push(listener);
  services.metrics.noticesCertificateRead(new Date(new X509Certificate(tls.cert).validTo));
  return localUrl(address.host, listener.port).replace('http:', 'https:');
}

function sitesOf(settings: Settings): SharedSites {
  const origins = originsOf(settings);
  const sharesSite = (setting: keyof typeof origins) =>
    Object.entries(origins).some(
      ([name, other]) => name !== setting && isSameSite(origins[setting], other),
    );
  return { checkout: sharesSite('CHECKOUT_URL'), stage: sharesSite('THREEDS_URL') };
}

function createWeb(
  settings: Settings,
  { assets, fonts }: BuiltWeb,
  services: AppDependencies,
): NonNullable<AppDependencies['web']> {
  return {
    frame: {
      chunks: assets.chunks,
      frameDocument: createFrameDocuments(assets.documents, sitesOf(settings), fonts.list),
      fonts: fonts.files,
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
    pageAssets: assets.paymentPage,
  };
}
