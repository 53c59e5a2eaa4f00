import type { Agent } from 'undici';
import type { TypedSettings } from '../credentials.ts';
import type { ClientIdentity, ProviderDefinition, ProviderEnvironment } from '../definition.ts';
import { createAgent } from '../outgoing/agent.ts';
import { certificateEndOf } from '../outgoing/certificate-end.ts';

/**
 * Where a party is and whose certificates it has, in place of what its definition says: for tests
 * and rehearsals, given where the service is composed and never by an operator.
 */
export type ProviderOverride = {
  hosts?: Readonly<Record<string, string>>;
  trustedPem?: string;
};

/** What is wrong with settings. `problem` follows the name of the setting, and quotes no value. */
export type SettingFault = { kind: 'fault'; setting: string | null; problem: string };

export type ReadSettings = {
  kind: 'read';
  settings: unknown;
  hosts: Readonly<Record<string, string>>;
  certificateEndsAt: Date | null;
  /** Made anew by each call; whoever calls it closes it. */
  connect: () => Agent;
};

/** Reads what was typed for a provider as far as it can be read without asking the party. */
export function readSettings(
  definition: ProviderDefinition,
  typed: TypedSettings,
  { environment, override = {} }: { environment: ProviderEnvironment; override?: ProviderOverride },
): ReadSettings | SettingFault {
  const known = definition.settings.map(({ name }) => name);
  const stray = Object.keys(typed).find((name) => !known.includes(name));
  if (stray !== undefined) return fault(stray, 'is none of its settings');
  const missing = definition.settings.find(
    ({ name, isRequired }) => isRequired && !(name in typed),
  );
  if (missing !== undefined) return fault(missing.name, 'is missing');
  const read = definition.schema.safeParse(typed);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = String(issue?.path[0] ?? '');
    return fault(known.includes(name) ? name : null, issue?.message ?? 'is wrong');
  }
  const settings = read.data;
  const hosts = override.hosts ?? definition.hosts(settings, environment);
  if (hosts === null) {
    return fault(null, `has no address that we know of in its ${environment} environment`);
  }
  const identity = definition.identityOf(settings);
  const { trustedPem } = override;
  const connect = () =>
    createAgent({ identity, ...(trustedPem === undefined ? {} : { trustedPem }) });
  const file = definition.settings.find(({ name, isFile }) => isFile && name in typed);
  try {
    const certificateEndsAt = readCertificate(identity, connect);
    return { kind: 'read', settings, hosts, certificateEndsAt, connect };
  } catch {
    return fault(file?.name ?? null, 'cannot be opened, or its password or key is of another one');
  }
}

/** Opened as every connection will open it. */
function readCertificate(identity: ClientIdentity | null, connect: () => Agent): Date | null {
  if (identity === null) return null;
  connect().destroy();
  return certificateEndOf(identity);
}

function fault(setting: string | null, problem: string): SettingFault {
  return { kind: 'fault', setting, problem };
}
