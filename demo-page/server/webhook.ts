import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { verifyWebhook } from '../../sdk/webhooks/index.ts';
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
  /** Not signed: somebody who replays an event can write another. */
  eventId: string | null;
};

/** How many marks are remembered, two of each event, to know it when it comes again. */
const REMEMBERED = 10_000 * 2;

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
  const remember = (mark: string) => {
    seen.add(mark);
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED) return;
      seen.delete(oldest);
    }
  };

  return async ({ account, rawBody, signature, eventId }) => {
    const secret = await shop.secrets.secretFor(account);
    const nowSeconds = shop.now().getTime() / 1000;
    const isOurs = secret !== null && (await verifyWebhook(rawBody, signature, secret, nowSeconds));
    if (!isOurs) {
      throw new ShopError(400, 'INVALID_WEBHOOK', 'A assinatura do aviso não confere.');
    }
    const news = parseNews(rawBody);
    // Events of payouts are not for this shop.
    if (news === null) return;
    const marks = marksOf({ rawBody, signature, eventId });
    if (marks.some((mark) => seen.has(mark))) return;
    for (const mark of marks) remember(mark);
    shop.onNews(account, news);
  };
}

/**
 * By what an event is known again. A replay brings the same signature, whatever id is written on it.
 * The service signs a repeat of its own anew, which has the same id and body; not the body alone,
 * since a status may come twice, as after a chargeback that was taken back.
 */
function marksOf({ rawBody, signature, eventId }: Omit<ArrivedWebhook, 'account'>): string[] {
  const body = createHash('sha256').update(rawBody).digest('base64');
  const [time = ''] = /(?<=t=)\d+/.exec(signature ?? '') ?? [];
  return [`signed ${time} ${body}`, ...(eventId === null ? [] : [`sent ${eventId} ${body}`])];
}

function parseNews(rawBody: Uint8Array): PayinNews | null {
  try {
    return newsSchema.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
  } catch {
    return null;
  }
}
