import * as z from 'zod/mini';
import type { AccountName } from './merchant-account.ts';
import { keysOf } from './merchant-account.ts';

/**
 * The secrets that events are signed with, by account. A real shop activates signing once, in the
 * dashboard, and reads its secret from the environment; this one asks the sandbox for it, and for a
 * new one where an earlier run of the shop has had it already.
 */
export type WebhookSecrets = {
  /** Null where the account has none: it may not transact, or the service does not answer. */
  secretFor(account: AccountName): Promise<string | null>;
};

const answerSchema = z.object({ secret: z.string() });

export function createWebhookSecrets(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
}): WebhookSecrets {
  const known = new Map<AccountName, Promise<string | null>>();

  async function activate(account: AccountName): Promise<string | null> {
    try {
      const { publicKey, secretKey } = keysOf(account);
      const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
      const call = (name: string, body: unknown) =>
        options.fetch(`${options.baseUrl}/sandbox/webhooks/${name}`, {
          method: 'POST',
          headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs),
        });
      const enabled = await call('enable-signing', {});
      const isOnAlready = enabled.status === 409;
      const response = isOnAlready ? await call('rotate-secret', { endPrevious: true }) : enabled;
      return response.ok ? answerSchema.parse(await response.json()).secret : null;
    } catch {
      return null;
    }
  }

  return {
    async secretFor(account) {
      const asked = known.get(account) ?? activate(account);
      known.set(account, asked);
      const secret = await asked;
      // The next order asks again.
      if (secret === null) known.delete(account);
      return secret;
    },
  };
}
