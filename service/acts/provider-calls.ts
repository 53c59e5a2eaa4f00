import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { addDays, daysBetween } from '../base/shared/sao-paulo-days.ts';
import type { Asker } from '../base/shared/work-slot.ts';
import { withoutSlot } from '../base/shared/work-slot.ts';
import type { Compared } from '../domain/upkeep/compare-listed.ts';
import { compareListed } from '../domain/upkeep/compare-listed.ts';
import { compareSent } from '../domain/upkeep/compare-sent.ts';
import type { CheckFault } from '../providers/check-fault.ts';
import { checkFault, sayCheckFault } from '../providers/check-fault.ts';
import type { CredentialsKey } from '../providers/credentials.ts';
import { ALL_COMPANIES, noticeAddressOf } from '../providers/credentials.ts';
import type { PaymentList, Provider } from '../providers/provider.ts';
import { asked } from '../providers/registered/unanswered.ts';
import { change, defineAct, logged, provenChange, unknown } from './act.ts';
import { CREDENTIALS, definitionOf, findCredentials, refuseSetting } from './provider-values.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';
import { DAY } from './values.ts';

export const TEST_PROVIDER = defineAct({
  ...provenChange('provider.test', 'provider test', 'providers.manage'),
  summary: 'tries the credentials by a real call that changes nothing',
  fields: CREDENTIALS,
  async run(key, { trail, services: open }) {
    const services = await open();
    const { test } = await openProvider(key, services);
    if (test === undefined) throw invalidField('provider', 'not_supported');
    const answer = await ask(services, (signal) => test(signal));
    await trail.record(services.db, { subjects: { works: answer.works } });
    return { ...key, ...answer };
  },
});

export const CONNECT_PROVIDER = defineAct({
  ...provenChange('provider.connect', 'provider connect', 'providers.manage'),
  summary: 'tells the party where to send its notices, and shows the address',
  fields: CREDENTIALS,
  async run(key, { trail, services: open }): Promise<Connection> {
    const services = await open();
    const { db, providerCredentials, envelope, now } = services;
    const credentials = await findCredentials(key, services);
    const baseUrl = services.noticesBaseUrl(key.provider);
    if (baseUrl === null) throw invalidField('provider', 'no_public_address');
    const { notices } = await openProvider(key, services);
    if (notices === undefined) throw invalidField('provider', 'not_supported');
    const address = noticeAddressOf(credentials, { baseUrl, envelope });
    const { connect: register } = notices;
    if (register === undefined) {
      await trail.record(db, { subjects: { connected: false } });
      return { ...key, address, connected: 'by hand', reason: null };
    }
    await trail.record(db, { result: 'begun' });
    const { works, reason } = await ask(services, (signal) =>
      register.call(notices, address, signal),
    );
    await db.transaction(async (tx) => {
      if (works) await providerCredentials.setConnected(tx, key, now());
      await trail.record(tx, { subjects: { connected: works } });
    });
    return { ...key, address, connected: works ? 'yes' : 'no', reason };
  },
});

const MOST_DAYS = 31;

type ListOf = Parameters<PaymentList['read']>;

/** Decision: it is a command of its own, beside `reconcile`, which reads the ledger alone. */
export const RECONCILE_PROVIDER = defineAct({
  ...change('provider.reconcile', 'provider reconcile', null),
  summary:
    'compares payins of some days, and payouts at Efí, with what their provider lists; ' +
    'changes nothing',
  fields: {
    ...CREDENTIALS,
    from: logged(DAY, 'the first day in São Paulo, such as 2026-11-01'),
    until: logged(DAY, `the last day, ${MOST_DAYS} days in all at most`),
  },
  async run({ from, until, ...key }, { database, trail, services: open }) {
    const days = daysBetween(from, until) + 1;
    if (days < 1 || days > MOST_DAYS) {
      const last = addDays(from, MOST_DAYS - 1);
      throw invalidField('until', 'day_between', { first: from, last });
    }
    const services = await open();
    const { list, payouts } = await openProvider(key, services);
    if (list === undefined) {
      const { title, noList = 'it has no call for that' } = definitionOf(key.provider);
      const details = [errorDetail('provider', 'not_supported')];
      throw new ApiError('INVALID_DATA', `${title} lists no payments: ${noList}.`, { details });
    }
    const companyIds = await servedBy(key, services, database);
    const about = { provider: key.provider, companyIds, from, until };
    const compared = await asked(async (why) => {
      const told = <Listed>(read: (...of: ListOf) => AsyncIterable<Listed[]>) =>
        async function* (...of: ListOf) {
          try {
            yield* read(...of);
          } catch {
            const said = sayCheckFault(why() ?? checkFault('not_listed', {}), 'en');
            throw new ApiError('PROVIDER_ERROR', `Nothing was compared: ${said}.`);
          }
        };
      const paid = await compareListed({ ...list, read: told(list.read) }, about, database);
      const sending = payouts?.list;
      return sending === undefined
        ? paid
        : addUp(paid, await compareSent(told(sending), about, services));
    });
    const { counts, findings, unnamed } = compared;
    const subjects = { ...counts, findings: findings.length + unnamed };
    await trail.record(database.db, { subjects });
    return compared;
  },
});

export const PROVIDER_CALLS = [TEST_PROVIDER, CONNECT_PROVIDER, RECONCILE_PROVIDER] as const;

function addUp(a: Compared, b: Compared): Compared {
  const [alike, other] = [a.counts.alike + b.counts.alike, a.counts.other + b.counts.other];
  const findings = [...a.findings, ...b.findings];
  return { counts: { alike, other }, findings, unnamed: a.unnamed + b.unnamed };
}

/** Those that such credentials are of: of all companies, none that has its own. */
async function servedBy(
  { companyId, provider }: CredentialsKey,
  { providerCredentials }: KeyedServices,
  { accounts }: DatabaseServices,
): Promise<readonly string[]> {
  if (companyId !== ALL_COMPANIES) return [companyId];
  const own = (await providerCredentials.listAll()).filter((one) => one.provider === provider);
  return (await accounts.listIds()).filter((id) => !own.some((one) => one.companyId === id));
}

export type Connection = CredentialsKey & {
  address: string;
  connected: 'yes' | 'no' | 'by hand';
  reason: CheckFault | string | null;
};

async function openProvider(
  key: CredentialsKey,
  { registeredProviders }: Pick<KeyedServices, 'registeredProviders'>,
): Promise<Provider> {
  const opened = await registeredProviders.open(key);
  if (opened === null) throw unknown('provider');
  if (opened.kind === 'fault') throw refuseSetting(opened);
  return opened.provider;
}

/** Every call of a provider has a deadline of its own; a page's turn is for others meanwhile. */
function ask(
  asker: Asker,
  work: (signal: AbortSignal) => ReturnType<NonNullable<Provider['test']>>,
): Promise<{ works: boolean; reason: CheckFault | string | null }> {
  return asked(async (why) => {
    try {
      const answer = await withoutSlot(asker, () => work(new AbortController().signal));
      return answer.kind === 'works'
        ? { works: true, reason: null }
        : { works: false, reason: answer.reason };
    } catch {
      // The words of the failure are for programmers, and may be the party's.
      return { works: false, reason: why() ?? checkFault('silent', {}) };
    }
  });
}
