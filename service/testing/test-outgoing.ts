import { onTestFinished } from 'vitest';
import type { Route } from '../../simulators/server/exchange.ts';
import { createRecord } from '../../simulators/server/exchange.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { startPartyServer } from '../../simulators/server/party-server.ts';
import type { OutgoingCall } from '../providers/outgoing/client.ts';
import { createOutgoingClient } from '../providers/outgoing/client.ts';
import { partyMeans, pemOf } from './party-means.ts';

/** A party that lets in who shows a certificate, and a client that has one. */
export async function arrangeParty(routes: readonly Route[]) {
  const harness = createTestHarness();
  const { clock, authority } = harness;
  const record = createRecord();
  const hosts = { api: { routes, clientAuthority: authority } };
  const party = await startPartyServer('the party', hosts, { authority, clock, record });
  onTestFinished(() => party.stop());
  const origin = party.origins.api ?? '';
  const client = arrangeClient({ clock, authority, origin });
  return { ...harness, ...client, origin, faults: party.faults, record };
}

/** A client of the tests' company at one address. */
export function arrangeClient({
  clock,
  authority,
  origin,
}: Pick<ReturnType<typeof createTestHarness>, 'clock' | 'authority'> & { origin: string }) {
  const identity = pemOf(authority.issueClient('a company'));
  const party = { authorityPem: authority.certificatePem };
  const { means, run, lines } = partyMeans(party, clock, { identity });
  const client = createOutgoingClient({ ...means, provider: 'party', origin });

  /** A call of a test, spoiled in one place. */
  function send(call: Partial<OutgoingCall> = {}, signal = new AbortController().signal) {
    return client.send(
      { verb: 'read', method: 'GET', path: '/thing', isRead: true, deadlineMs: 8000, ...call },
      signal,
    );
  }

  return { client, send, run, lines };
}
