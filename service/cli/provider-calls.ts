import type { KeyedServices } from '../acts/services.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { noticeAddressOf } from '../providers/credentials.ts';
import type { Provider } from '../providers/provider.ts';
import { asked } from '../providers/registered/unanswered.ts';
import type { Command, Invocation } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { OF_COMPANY_OR_ALL, PROVIDER, refuseSetting } from './provider-options.ts';
import type { NamedProvider } from './provider-settings.ts';
import { findCredentials } from './provider-settings.ts';

/** The two commands that ask the party itself. */
export const TEST_PROVIDER: Command = defineCommand({
  name: 'provider test',
  summary: 'tries the credentials by a real call that changes nothing',
  isAct: true,
  options: { company: OF_COMPANY_OR_ALL, provider: PROVIDER },
  async run(named, { trail, services: open }) {
    const services = await open();
    const { test } = await openProvider(named, services);
    if (test === undefined) {
      throw invalidField('provider', 'has no call that changes nothing: pay something small');
    }
    const answer = await ask((signal) => test(signal));
    await trail.record(services.db, { subjects: { works: answer.works } });
    return { content: { record: { ...named, ...answer } }, isBad: !answer.works };
  },
});

export const CONNECT_PROVIDER: Command = defineCommand({
  name: 'provider connect',
  summary: 'tells the party where to send its notices, and shows the address',
  isAct: true,
  options: { company: OF_COMPANY_OR_ALL, provider: PROVIDER },
  run: (named, invocation) => connect(named, invocation),
});

async function openProvider(
  named: NamedProvider,
  { registeredProviders }: Pick<KeyedServices, 'registeredProviders'>,
): Promise<Provider> {
  const { company: companyId, provider } = named;
  const opened = await registeredProviders.open({ companyId, provider });
  if (opened === null) throw unknown('provider');
  if (opened.kind === 'fault') throw refuseSetting(opened, named);
  return opened.provider;
}

/** Every call of a provider has a deadline of its own. */
function ask(
  work: (signal: AbortSignal) => ReturnType<NonNullable<Provider['test']>>,
): Promise<{ works: boolean; reason: string | null }> {
  return asked(async (why) => {
    try {
      const answer = await work(new AbortController().signal);
      return answer.kind === 'works'
        ? { works: true, reason: null }
        : { works: false, reason: answer.reason };
    } catch {
      // The words of the failure are for programmers, and may be the party's.
      return {
        works: false,
        reason: why() ?? 'it answers in words that say nothing',
      };
    }
  });
}

async function connect(named: NamedProvider, { trail, services: open }: Invocation) {
  const services = await open();
  const { db, providerCredentials, envelope, now } = services;
  const credentials = await findCredentials(named, services);
  const baseUrl = services.noticesBaseUrl(named.provider);
  if (baseUrl === null) {
    throw invalidField('provider', 'cannot be told an address: BASE_URL is not set');
  }
  const { notices } = await openProvider(named, services);
  if (notices === undefined) throw invalidField('provider', 'sends no notices');
  const address = noticeAddressOf(credentials, { baseUrl, envelope });
  const { connect: register } = notices;
  if (register === undefined) {
    await trail.record(db, { subjects: { connected: false } });
    const record = { ...named, address, connected: 'by hand' };
    const told =
      'This party is told by hand: give it the address, or type it where it asks for it.';
    return { content: { record }, notes: [told] };
  }
  await trail.record(db, { result: 'begun' });
  const { works, reason } = await ask((signal) => register.call(notices, address, signal));
  const key = { companyId: named.company, provider: named.provider };
  await db.transaction(async (tx) => {
    if (works) await providerCredentials.setConnected(tx, key, now());
    await trail.record(tx, { subjects: { connected: works } });
  });
  const record = { ...named, address, connected: works ? 'yes' : 'no', reason };
  return { content: { record }, isBad: !works };
}
