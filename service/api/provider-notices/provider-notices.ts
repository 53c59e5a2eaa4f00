import type { Context, Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import { forEachRecord } from '../../base/shared/each-record.ts';
import type { Asking } from '../../domain/payins/dependencies.ts';
import { followPayin } from '../../domain/payins/follow-payin.ts';
import { followPayout } from '../../domain/payouts/advance-payout.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { shownCertificate } from '../../http/client-certificate.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readBytes } from '../../http/read-json.ts';
import { askedBy } from '../../http/request-log.ts';
import { referenceOf } from '../../providers/attempt-key.ts';
import { ALL_COMPANIES } from '../../providers/credentials.ts';
import { provenFingerprint } from '../../providers/notice-authorities.ts';
import type { Notice, NoticeReading, Provider } from '../../providers/provider.ts';
import { askProvider } from '../../providers/provider.ts';
import type { AppDependencies } from '../dependencies.ts';

type Attempt = Extract<NoticeReading, { kind: 'about' }>['attempts'][number];

/**
 * A notice is a hint, looked up at the party with our own credentials. Decision: 200 comes once it
 * was acted upon, 502 where the party could not be asked: all of them send again, so nothing of a
 * notice is stored or lost, and one that is doubled or early moves nothing.
 */
export function providerNoticeRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  // Some banks append a part of their own to the address they are given.
  for (const path of [
    '/providers/:provider/notices/:secret',
    '/providers/:provider/notices/:secret/pix',
  ]) {
    endpoint(app, path, {
      POST: async (c) => {
        const { provider: name = '', secret = '' } = c.req.param();
        const companyId = await services.registeredProviders.findNoticeOwner(name, secret);
        if (companyId === null) {
          throw new ApiError('NOT_FOUND', 'There is nothing at this address.');
        }
        c.set('provider', name);
        const notice = await readNotice(c, name, services);
        const to = { companyId, provider: name, asking: askedBy(c) };
        await takeNotice(to, notice, ofRequest(c, services));
        return c.json({});
      },
    });
  }
}

async function readNotice(c: Context<AppEnv>, provider: string, services: AppDependencies) {
  const rawBody = await readBytes(c);
  const { searchParams: query } = new URL(c.req.url);
  const { noticeAuthorities, noticeCertificateHeader: header, trustedProxyHops } = services;
  const clientCertificate = provenFingerprint(
    shownCertificate(c, { header, trustedProxyHops }),
    noticeAuthorities.get(provider) ?? [],
    services.now(),
  );
  return { headers: c.req.header(), query, rawBody, clientCertificate };
}

async function takeNotice(
  { companyId, provider: name, asking }: { companyId: string; provider: string; asking: Asking },
  notice: Notice,
  services: AppDependencies,
): Promise<void> {
  const provider = await services.providers.find(companyId, name);
  if (provider?.notices === undefined) throw unavailable();
  const reading = await readAt(provider, notice, services);
  services.metrics.noticeRead({ provider: name, outcome: reading.kind });
  if (reading.kind === 'forged') {
    throw new ApiError('UNAUTHORIZED', 'This is not from whom it says.');
  }
  await forEachRecord(reading.attempts, async ({ of, key }) => {
    const isShared = companyId === ALL_COMPANIES;
    const owner = isShared ? await services.attemptOwners.find(of, key) : companyId;
    if (owner !== null && !(await follow(owner, { of, key, asking }, services)))
      throw unavailable();
  });
}

async function readAt(provider: Provider, notice: Notice, { timers, slot }: AppDependencies) {
  const read = async (signal: AbortSignal) =>
    provider.notices?.read(notice, signal) ?? { kind: 'forged' as const };
  const reading = await askProvider(provider, read, { timers, slot });
  if (reading === null) throw unavailable();
  return reading;
}

/** False where the party did not tell; of what is not of the company there is nothing to tell. */
async function follow(
  companyId: string,
  { of, key, asking }: Attempt & { asking: Asking },
  services: AppDependencies,
): Promise<boolean> {
  const account = await services.accounts.find(companyId);
  const id = referenceOf(key, { prefix: of === 'payin' ? 'pay' : 'out', companyId });
  if (account === null || id === null) return true;
  if (of === 'payin') {
    const payin = await services.payins.find(companyId, id);
    if (payin !== null) asking.isAbout(payin);
    return payin === null || followPayin(account, payin, services);
  }
  const payout = await services.payouts.find(companyId, id);
  if (payout !== null) await followPayout(account, payout, services);
  return true;
}

/** The party sends the notice again. */
function unavailable(): ApiError {
  return new ApiError('TEMPORARY_UNAVAILABLE', 'This cannot be looked up now; send it again.', {
    retryAfterSeconds: 60,
  });
}
