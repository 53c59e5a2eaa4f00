import type { MiddlewareHandler } from 'hono';
import type { RefusedCallLog } from '../domain/accounts/refused-call.ts';
import type { AppEnv } from '../http/app-env.ts';
import { knownMethod } from '../http/request-log.ts';

/** For the company whose keys came. A card that its bank refused is told with the payment. */
export function refusedCalls(
  log: Pick<RefusedCallLog, 'note'>,
  now: () => Date,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const [refusal, caller] = [c.get('refusal'), c.get('caller')];
    if (refusal === undefined || caller === undefined) return;
    if (refusal.declineReason !== undefined) return;
    log.note({
      companyId: caller.companyId,
      requestId: c.get('requestId'),
      at: now(),
      caller: caller.kind,
      keyId: caller.keyId,
      method: knownMethod(c.req.method),
      route: c.get('route') ?? 'none',
      status: c.res.status,
      code: refusal.code,
      message: refusal.message,
      details: refusal.details,
    });
  };
}
