import * as z from 'zod/mini';
import type { AccountName } from './merchant-account.ts';
import { keysOf } from './merchant-account.ts';

/**
 * The secrets that events are signed with, by account. A real shop activates signing once, in the
 * dashboard, and reads its secret from the environment; this one asks the sandbox for it.
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
      const url = `${options.baseUrl}/sandbox/webhooks/enable-signing`;
      const response = await options.fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${pair}` },
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
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
