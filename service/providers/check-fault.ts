import type { RuleParams } from '../../contract/errors/refusal-rule.ts';
import { withParams } from '../base/shared/error-detail.ts';

/** What a check of credentials may find, as clauses in both languages of whoever operates. */
const FAULTS = {
  unknown_credentials: {
    en: 'the acquirer does not know these credentials',
    pt: 'a adquirente não conhece estas credenciais: confira merchant-id e merchant-key',
  },
  address_refused: {
    en: 'the acquirer does not let this address in: ask it to allow our outgoing one',
    pt: 'a adquirente não deixa este endereço entrar: peça que ela libere o nosso endereço de saída',
  },
  mpi_refuses: {
    en: 'the MPI of 3-D Secure answers {status}: look at mpi-client-id and what stands beside it',
    pt: 'o MPI do 3-D Secure responde {status}: confira mpi-client-id e as opções ao lado dele',
  },
  order_refused: {
    en: 'the acquirer refuses to be asked for an order, with {answer}',
    pt: 'a adquirente recusa a consulta de um pedido, com {answer}',
  },
  charge_refused: {
    en: 'the bank refuses to be asked for a charge, with {status}',
    pt: 'o banco recusa a consulta de uma cobrança, com {status}',
  },
  no_token: {
    en: 'the bank gives no token for these credentials: look at client-id and client-secret',
    pt: 'o banco não dá um token para estas credenciais: confira client-id e client-secret',
  },
  address_not_taken: {
    en: 'the bank does not take the address of notices, with {status}',
    pt: 'o banco não aceita o endereço dos avisos, com {status}',
  },
  address_not_kept: {
    en: 'the bank has not kept the address of notices',
    pt: 'o banco não guardou o endereço dos avisos',
  },
  another_address: {
    en: 'the bank sends its notices to another address',
    pt: 'o banco envia os avisos a outro endereço',
  },
  other_consent_addresses: {
    en: 'open finance has kept other addresses',
    pt: 'o Open Finance guardou outros endereços',
  },
  other_country: {
    en: 'the account is not one of Mercado Pago in Brazil',
    pt: 'a conta não é do Mercado Pago no Brasil',
  },
  token_refused: {
    en: 'PagBank refuses the token; it may be of the other environment',
    pt: 'o PagBank recusa o token; ele pode ser do outro ambiente',
  },
  not_listed: {
    en: 'it does not list payments as its documents say: may these credentials read them',
    pt: 'a lista de pagamentos não vem como nos documentos: confira se as credenciais podem ler',
  },
  pagbank_refuses: { en: 'PagBank answers {status}', pt: 'o PagBank responde {status}' },

  // Where no answer came that says something.
  silent: { en: 'it answers in words that say nothing', pt: 'a resposta não faz sentido' },
  resting: {
    en: '{host} is left alone after failures: try again in a minute',
    pt: '{host} falhou há pouco e não é chamado agora: tente de novo em um minuto',
  },
  timed_out: {
    en: '{host} takes longer than it may to answer',
    pt: '{host} demora demais para responder',
  },
  senseless: {
    en: '{host} answers with {status}, in words that say nothing',
    pt: '{host} responde com {status}, e a resposta não faz sentido',
  },
  no_address: {
    en: '{host} has no address here: look at the name server of this machine ({error})',
    pt: '{host} não tem endereço aqui: confira o servidor de nomes desta máquina ({error})',
  },
  connection_refused: {
    en: '{host} refuses the connection: is the certificate the one that it knows ({error})',
    pt: '{host} recusa a conexão: confira se o certificado é o que ele conhece ({error})',
  },
  untrusted: {
    en: '{host} shows a certificate that is not trusted, or not its own ({error})',
    pt: '{host} mostra um certificado que não é confiável, ou que não é dele ({error})',
  },
  cut: {
    en: '{host} cuts the connection: is this address let in there ({error})',
    pt: '{host} corta a conexão: confira se ele deixa este endereço entrar ({error})',
  },
  no_connection: {
    en: 'no connection to {host}: let outgoing https to it through ({error})',
    pt: 'não há conexão com {host}: libere a saída de https até ele ({error})',
  },
} as const;

type FaultName = keyof typeof FAULTS;
type ParamIn<Clause> = Clause extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamIn<Rest>
  : never;

export type CheckFault = { fault: FaultName; params: RuleParams };

export function checkFault<Name extends FaultName>(
  fault: Name,
  params: Readonly<Record<ParamIn<(typeof FAULTS)[Name]['en']>, string | number>>,
): CheckFault {
  return { fault, params };
}

/** The clause, to stand behind "it does not work:". */
export function sayCheckFault({ fault, params }: CheckFault, language: 'en' | 'pt'): string {
  return withParams(FAULTS[fault][language], params);
}

/** For whoever checks that both clauses of each say the same. */
export const CHECK_FAULTS: Readonly<Record<string, { en: string; pt: string }>> = FAULTS;
