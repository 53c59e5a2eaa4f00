/**
 * Writes the codes that banks print for a PIX. Source: Banco Central, "Manual de Padrões para
 * Iniciação do Pix" and EMV QRCPS-MPM, as summarised 2026-11-23.
 */

type Merchant = { merchantName: string; merchantCity: string };

/** The code of a location: the payer's app asks it for the amount, so field 54 is not there. */
export function writeDynamicCode({ location, ...merchant }: Merchant & { location: string }) {
  // May be paid once.
  return code(merchant, { once: item('01', '12'), account: item('25', location), txid: '***' });
}

/** The code of a key, with its amount (`12.34`) and a txid of at most 25. */
export function writeKeyCode({
  key,
  amount,
  txid,
  ...merchant
}: Merchant & { key: string; amount: string; txid: string }) {
  return code(merchant, { account: item('01', key), amount: item('54', amount), txid });
}

function code(
  { merchantName, merchantCity }: Merchant,
  {
    once = '',
    account,
    amount = '',
    txid,
  }: { once?: string; account: string; amount?: string; txid: string },
): string {
  const fields = [
    item('00', '01'),
    once,
    item('26', item('00', 'br.gov.bcb.pix') + account),
    item('52', '0000'),
    item('53', '986'),
    amount,
    item('58', 'BR'),
    item('59', merchantName.slice(0, 25)),
    item('60', merchantCity.slice(0, 15)),
    item('62', item('05', txid)),
  ].join('');
  const withChecksumField = `${fields}6304`;
  return withChecksumField + checksum(withChecksumField);
}

function item(id: string, value: string): string {
  return `${id}${`${value.length}`.padStart(2, '0')}${value}`;
}

/** CRC-16 with polynomial 0x1021, from 0xFFFF, as four capitals. */
export function checksum(text: string): string {
  let register = 0xffff;
  for (const character of text) {
    register ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (register & 0x8000) !== 0;
      register = (register << 1) & 0xffff;
      if (isSet) register ^= 0x1021;
    }
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}
