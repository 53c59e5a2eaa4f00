import { invalidField } from '../base/shared/api-error.ts';
import type { CheckFault } from '../providers/check-fault.ts';
import { checkFault } from '../providers/check-fault.ts';
import type { CredentialsKey } from '../providers/credentials.ts';
import { noticeAddressOf } from '../providers/credentials.ts';
import type { Provider } from '../providers/provider.ts';
import { asked } from '../providers/registered/unanswered.ts';
import { defineAct, provenChange, unknown } from './act.ts';
import { CREDENTIALS, findCredentials, refuseSetting } from './provider-values.ts';
import type { KeyedServices } from './services.ts';

export const TEST_PROVIDER = defineAct({
  ...provenChange('provider.test', 'provider test', 'providers.manage'),
  summary: 'tries the credentials by a real call that changes nothing',
  fields: CREDENTIALS,
  async run(key, { trail, services: open }) {
    const services = await open();
    const { test } = await openProvider(key, services);
    if (test === undefined) throw invalidField('provider', 'not_supported');
    const answer = await ask((signal) => test(signal));
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
    const { works, reason } = await ask((signal) => register.call(notices, address, signal));
    await db.transaction(async (tx) => {
      if (works) await providerCredentials.setConnected(tx, key, now());
      await trail.record(tx, { subjects: { connected: works } });
    });
    return { ...key, address, connected: works ? 'yes' : 'no', reason };
  },
});

export const PROVIDER_CALLS = [TEST_PROVIDER, CONNECT_PROVIDER] as const;

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

/** Every call of a provider has a deadline of its own. */
function ask(
  work: (signal: AbortSignal) => ReturnType<NonNullable<Provider['test']>>,
): Promise<{ works: boolean; reason: CheckFault | string | null }> {
  return asked(async (why) => {
    try {
      const answer = await work(new AbortController().signal);
      return answer.kind === 'works'
        ? { works: true, reason: null }
        : { works: false, reason: answer.reason };
    } catch {
      // The words of the failure are for programmers, and may be the party's.
      return { works: false, reason: why() ?? checkFault('silent', {}) };
    }
  });
}
