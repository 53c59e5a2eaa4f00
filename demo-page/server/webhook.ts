import { createHash } from 'node:crypto';
import { constructEvent, WebhookError } from '../../sdk/server/index.ts';
import type { AccountName } from './merchant-account.ts';
import { ShopError } from './shop-error.ts';
import type { WebhookSecrets } from './webhook-secret.ts';

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
    const [oldest = mark] = seen;
    if (seen.size > REMEMBERED) seen.delete(oldest);
  };

  return async ({ account, rawBody, signature, eventId }) => {
    const secret = await shop.secrets.secretFor(account);
    const nowSeconds = shop.now().getTime() / 1000;
    const event = await constructEvent(rawBody, signature, secret ?? '', nowSeconds).catch(refuse);
    // Events of payouts are not for this shop.
    if (event?.kind !== 'payin') return;
    const marks = marksOf({ rawBody, signature, eventId });
    if (marks.some((mark) => seen.has(mark))) return;
    for (const mark of marks) remember(mark);
    shop.onNews(account, event);
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

/** What was signed and is no event is confirmed, since it would come again. */
function refuse(error: unknown): null {
  if (error instanceof WebhookError && error.reason === 'not_an_event') return null;
  throw new ShopError(400, 'INVALID_WEBHOOK', 'A assinatura do aviso não confere.');
}
