import type { SecureContext } from 'node:tls';
import { createSecureContext } from 'node:tls';
import { Agent } from 'undici';
import type { ClientIdentity } from '../definition.ts';

export const CONNECT_DEADLINE_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * The connections of one credential: no other ever uses them, since a connection is let in by the
 * certificate it was opened with. Throws where the certificate and its key cannot be opened.
 */
export function createAgent({
  identity = null,
  trustedPem,
}: {
  identity?: ClientIdentity | null;
  /** In place of the authorities everybody trusts. */
  trustedPem?: string;
}): Agent {
  return new Agent({
    // Opened once: a certificate with its key takes longer to open than a connection does.
    connect: { secureContext: toSecureContext(identity, trustedPem), timeout: CONNECT_DEADLINE_MS },
    maxHeaderSize: MAX_HEADER_BYTES,
    // Every call has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function toSecureContext(identity: ClientIdentity | null, ca: string | undefined): SecureContext {
  try {
    return createSecureContext({ ...toTlsOptions(identity), ca });
  } catch (error) {
    const why = 'a wrong password, a key of another certificate, or an encryption of long ago';
    throw new Error(`the certificate cannot be opened: ${why}`, { cause: error });
  }
}

export function toTlsOptions(identity: ClientIdentity | null) {
  if (identity === null) return {};
  return identity.kind === 'pfx'
    ? { pfx: identity.pfx, passphrase: identity.password }
    : { cert: identity.certificatePem, key: identity.keyPem };
}
