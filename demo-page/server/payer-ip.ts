/**
 * The payer's address for the antifraud, from the connection itself: a header could be forged.
 * Decision: the loopback address of IPv6 is sent as IPv4's, since the service asks for IPv4.
 */
export function toPayerIp(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined || remoteAddress === '::1') return '127.0.0.1';
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
}
