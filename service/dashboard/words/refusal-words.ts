import type { Language } from './words.ts';

/** What the test of credentials found, in Portuguese, and in English where that is to be plainer. */
type Row = readonly [said: RegExp, pt: string, en?: string];

const SAID: readonly Row[] = [
  [
    /^the bank refuses to be asked for a charge, with (\d+)$/,
    'o banco recusa a consulta de uma cobrança, com $1.',
  ],
  [
    /^the bank gives no token for these credentials$/,
    'o banco não dá um token para estas credenciais: confira client-id e client-secret.',
    'the bank gives no token for these credentials: look at client-id and client-secret.',
  ],
  [
    /^the acquirer does not know these credentials$/,
    'a adquirente não conhece estas credenciais: confira merchant-id e merchant-key.',
  ],
  [
    /^the acquirer does not let this address in: ask it to allow our outgoing one$/,
    'a adquirente não deixa este endereço entrar: peça a ela que libere o nosso endereço de saída.',
  ],
  [
    /^the account is not one of Mercado Pago in Brazil$/,
    'a conta não é do Mercado Pago no Brasil.',
  ],
  [
    /^PagBank refuses the token; it may be of the other environment\.$/,
    'o PagBank recusa o token; ele pode ser do outro ambiente.',
  ],
  [/^PagBank answers (\d+)\.$/, 'o PagBank responde $1.'],
  [/^the bank gave no reason$/, 'o banco não disse por quê.'],
  [/^PagBank gave no reason$/, 'o PagBank não disse por quê.'],
  [/^open finance has kept other addresses$/, 'o Open Finance guardou outros endereços.'],
  [
    /^nobody answers there, or in words that say nothing; see the log of the service$/,
    'ninguém responde lá, ou a resposta não faz sentido. Confira o endereço, a rede e o certificado; o registro do serviço tem a chamada.',
    'nobody answers there, or the answer makes no sense. Look at the address, the network and the certificate; the log of the service has the call.',
  ],
];

/** What is said of credentials in the reader's language; null for words of a provider's own. */
export function tellKnown(said: string, language: Language): string | null {
  for (const [pattern, pt, en] of SAID) {
    if (!pattern.test(said)) continue;
    if (language !== 'en') return said.replace(pattern, pt);
    return en === undefined ? said : said.replace(pattern, en);
  }
  return null;
}
