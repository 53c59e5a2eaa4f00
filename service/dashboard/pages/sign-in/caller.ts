import type { Caller } from '../../../domain/people/people-log.ts';
import { rateLimitBucket } from '../../../http/client-ip.ts';
import type { Visit } from '../../framework/route.ts';

export function callerOf({ request, address }: Pick<Visit, 'request' | 'address'>): Caller {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { address, network: rateLimitBucket(address), userAgent };
}
