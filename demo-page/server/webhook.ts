import * as z from 'zod/mini';
import { verifyWebhook } from '../../sdk/webhooks/verify-webhook.ts';
import type { AccountName } from './merchant-account.ts';
import { ShopError } from './shop-error.ts';
import type { WebhookSecrets } from './webhook-secret.ts';

/** What an event says of a payin. */
export type PayinNews = { id: string; status: string; referenceId: string };

export type ArrivedWebhook = {
  account: AccountName;
  /** As it arrived: parsed text would have another signature. */
  rawBody: Uint8Array;
  signature: string | null;
  eventId: string | null;
};

/** How many events are remembered, to know them when they come again. */
const REMEMBERED = 10_000;

const newsSchema = z.object({ id: z.string(), status: z.string(), referenceId: z.string() });

/**
 * Receives events: one that is not signed for the account is refused with 400, a new one is told to
 * `onNews`, one that comes again is confirmed and does nothing.
 */
export function createWebhookReceiver(shop: {
  secrets: WebhookSecrets;
  now: () => Date;
  onNews: (account: AccountName, news: PayinNews) => void;
}): (webhook: ArrivedWebhook) => Promise<void> {
  const seen = new Set<string>();
  const remember = (eventId: string) => {
    seen.add(eventId);
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) return;
      seen.delete(oldest);
    }
  };

  return async ({ account, rawBody, signature, eventId }) => {
    const secret = await shop.secrets.secretFor(account);
    const nowSeconds = shop.now().getTime() / 1000;
    const isOurs = secret !== null && (await verifyWebhook(rawBody, signature, secret, nowSeconds));
    if (!isOurs || eventId === null) {
      throw new ShopError(400, 'INVALID_WEBHOOK', 'A assinatura do aviso não confere.');
    }
    const news = parseNews(rawBody);
    // Events of payouts are not for this shop.
    if (news === null) return;
    // By the id alone: a status may come twice, as after a chargeback that was taken back.
    if (seen.has(eventId)) return;
    remember(eventId);
    shop.onNews(account, news);
  };
}

function parseNews(rawBody: Uint8Array): PayinNews | null {
  try {
    return newsSchema.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
  } catch {
    return null;
  }
}
