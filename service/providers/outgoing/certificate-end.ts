import { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ClientIdentity } from '../definition.ts';
import { toTlsOptions } from './agent.ts';

/**
 * When the certificate ends that a company shows a party. Throws where it cannot be opened. A
 * connection that is never made is what reads both forms in which banks hand them out.
 */
export function certificateEndOf(identity: ClientIdentity): Date {
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
