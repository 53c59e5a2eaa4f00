/**
 * Writes the dynamic BR Code that a bank prints for a location: the payer's app asks the location
 * for the amount, so field 54 is not in it. Source: Banco Central, "Manual de Padrões para
 * Iniciação do Pix" and EMV QRCPS-MPM, as summarised 2026-11-23.
 */
export function writeDynamicCode({
  location,
  merchantName,
  merchantCity,
}: {
  location: string;
  merchantName: string;
  merchantCity: string;
}): string {
  const fields = [
    item('00', '01'),
    // May be paid once.
    item('01', '12'),
    item('26', item('00', 'br.gov.bcb.pix') + item('25', location)),
    item('52', '0000'),
    item('53', '986'),
    item('58', 'BR'),
    item('59', merchantName.slice(0, 25)),
    item('60', merchantCity.slice(0, 15)),
    item('62', item('05', '***')),
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
