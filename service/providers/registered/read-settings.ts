import { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Agent } from 'undici';
import type * as z from 'zod/mini';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { brokenRuleOf } from '../../base/shared/broken-rule-of.ts';
import type { SettlementTerms } from '../acquirer.ts';
import type { TypedSettings } from '../credentials.ts';
import type { ClientIdentity, ProviderDefinition, ProviderEnvironment } from '../definition.ts';
import { createAgent, toTlsOptions } from '../outgoing/agent.ts';
import { settlementTermsSchema } from '../settlement-terms.ts';

/** For tests and rehearsals: given where the service is composed, and never by an operator. */
export type ProviderOverride = { hosts?: Readonly<Record<string, string>>; trustedPem?: string };

/** What is wrong with a setting, or with all of them (null). */
export type SettingFault = { kind: 'fault'; setting: string | null; fault: BrokenRule };

export type ReadSettings = {
  kind: 'read';
  settings: unknown;
  hosts: Readonly<Record<string, string>>;
  terms: SettlementTerms | null;
  certificateEndsAt: Date | null;
  /** Made anew by each call; whoever calls it closes it. */
  connect: () => Agent;
};

/** As far as it can be read without asking the party. */
export function readSettings(
  definition: ProviderDefinition,
  typed: TypedSettings,
  { environment, override = {} }: { environment: ProviderEnvironment; override?: ProviderOverride },
): ReadSettings | SettingFault {
  const known = definition.settings.map(({ name }) => name);
  const stray = Object.keys(typed).find((name) => !known.includes(name));
  if (stray !== undefined) return faultOf(stray, broken('left_out'));
  const missing = definition.settings.find(
    ({ name, isRequired }) => isRequired && !(name in typed),
  );
  if (missing !== undefined) return faultOf(missing.name, broken('required'));
  const read = definition.schema.safeParse(typed, { reportInput: true });
  const terms = settlementTermsSchema.safeParse(typed, { reportInput: true });
  if (!read.success) return firstFault(read.error.issues, known);
  if (!terms.success) return firstFault(terms.error.issues, known);
  const settings = read.data;
  const hosts = override.hosts ?? definition.hosts(settings, environment);
  if (hosts === null) {
    return faultOf(null, broken('other_environment', { environment }));
  }
  const identity = definition.identityOf(settings);
  const { trustedPem } = override;
  const connect = () =>
    createAgent({ identity, ...(trustedPem === undefined ? {} : { trustedPem }) });
  const file = definition.settings.find(({ name, isFile }) => isFile && name in typed);
  try {
    const certificateEndsAt = readCertificate(identity, connect);
    return { kind: 'read', settings, terms: terms.data, hosts, certificateEndsAt, connect };
  } catch {
    return faultOf(file?.name ?? null, broken('not_opened'));
  }
}

function firstFault([issue]: readonly z.core.$ZodIssue[], known: readonly string[]): SettingFault {
  const name = String(issue?.path[0] ?? '');
  const fault = issue === undefined ? broken('invalid') : brokenRuleOf(issue);
  return faultOf(known.includes(name) ? name : null, fault);
}

/** Opened as every connection will open it. */
function readCertificate(identity: ClientIdentity | null, connect: () => Agent): Date | null {
  if (identity === null) return null;
  connect().destroy();
  return certificateEndOf(identity);
}

function faultOf(setting: string | null, fault: BrokenRule): SettingFault {
  return { kind: 'fault', setting, fault };
}

/** Throws where it cannot be opened. A connection never made reads both forms banks hand out. */
function certificateEndOf(identity: ClientIdentity): Date {
  const secureContext = createSecureContext(toTlsOptions(identity));
  const socket = new TLSSocket(new Socket(), { secureContext, isServer: true });
  try {
    const certificate = socket.getX509Certificate();
    if (certificate === undefined) throw new Error('there is no certificate in it');
    return new Date(certificate.validTo);
  } finally {
    socket.destroy();
  }
}
