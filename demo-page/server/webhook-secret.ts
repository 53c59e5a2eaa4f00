import * as z from 'zod/mini';
import type { AccountName } from './merchant-account.ts';
import type { PaymentService } from './payment-service.ts';

/**
 * The secrets that events are signed with, by account. A real shop activates signing once, in the
 * dashboard, and reads its secret from the environment; this one asks the sandbox for it, and for a
 * new one where an earlier run of the shop has had it already.
 */
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

const answerSchema = z.object({ secret: z.string() });

export function createWebhookSecrets(payments: Pick<PaymentService, 'call'>) {
  const known = new Map<AccountName, Promise<string | null>>();

  async function activate(account: AccountName): Promise<string | null> {
    try {
      const call = (name: string, body: object) =>
        payments.call(account, { method: 'POST', path: `/sandbox/webhooks/${name}`, body });
      const enabled = await call('enable-signing', {});
      const isOnAlready = enabled.status === 409;
      const answer = isOnAlready ? await call('rotate-secret', { endPrevious: true }) : enabled;
      return answer.status < 300 ? answerSchema.parse(JSON.parse(answer.body)).secret : null;
    } catch {
      return null;
    }
  }

  return {
    /** Null where the account has none: it may not transact, or the service does not answer. */
    async secretFor(account: AccountName) {
      const asked = known.get(account) ?? activate(account);
      known.set(account, asked);
      const secret = await asked;
      // The next order asks again.
      if (secret === null) known.delete(account);
      return secret;
    },
  };
}
