import type { CheckoutClient } from './checkout-sdk.ts';
import type { PageOptions } from './page-options.ts';
import type { ShopApi, ShopConfig } from './shop-api.ts';

/** The shop's settings and the SDK that was opened with them. */
export type Sdk = { config: ShopConfig; client: CheckoutClient };

/** Opens the SDK when it is first needed, and once. Rejects where it cannot be opened. */
export function createSdk(
  api: Pick<ShopApi, 'config'>,
  { account, lang }: Pick<PageOptions, 'account' | 'lang'>,
): () => Promise<Sdk> {
  let opened: Promise<Sdk> | null = null;

  async function open(): Promise<Sdk> {
    const config = await api.config(account);
    const { publicKey, apiBaseUrl } = config;
    if (!window.CheckoutSDK) throw { code: 'SDK_NOT_LOADED', userMessage: NOT_LOADED };
    return { config, client: window.CheckoutSDK.init({ publicKey, apiBaseUrl, locale: lang }) };
  }

  return () => {
    opened ??= open();
    return opened;
  };
}

const NOT_LOADED = 'Não foi possível carregar o pagamento. Recarregue a página.';
