import { API_ERRORS } from '../../../contract/api-error.ts';
import type { ApiError } from '../../base/shared/api-error.ts';
import type { Language } from './words.ts';
import { words } from './words.ts';

/**
 * What commands and their options say of a value, in Portuguese; a value of the sentence stands as
 * `$1`. The command line says the English as it is, and so does the dashboard, but where that would
 * send people to a command: then the second sentence is told.
 */
type Row = readonly [said: RegExp, pt: string, en?: string];

const LIST_OF_NAMES = 'Use um destes: $1.';

const SAID: readonly Row[] = [
  // Of any option.
  [/^is required$/, 'Preencha este campo.'],
  [/^is (?:missing|empty)$/, 'Preencha este campo.'],
  [/^is missing or of the wrong type$/, 'Falta um valor, ou ele não tem o formato esperado.'],
  [/^is wrong$/, 'Não tem o formato esperado.'],
  [/^is too long$/, 'É longo demais.'],
  [/^must be one of (.+)$/, LIST_OF_NAMES],
  [/^must be yes or no$/, 'Escolha Sim ou Não.'],
  [/^must be an? (?:integer|number|int)$/, 'Use um número inteiro.'],
  [/^must be a whole number$/, 'Use um número inteiro.'],
  [/^must be a whole number from (\d+) to (\d+)$/, 'Use um número inteiro de $1 a $2.'],
  [/^must be at least (\d+)$/, 'O mínimo é $1.'],
  [/^must be at most (\d+)$/, 'O máximo é $1.'],
  [/^must be at most (\d+) characters$/, 'Use no máximo $1 caracteres.'],
  [/^must not be negative$/, 'Não pode ser negativo.'],
  [/^must not contain control characters$/, 'Use uma linha só, sem caracteres de controle.'],
  [/^must be a list with commas, or none$/, 'Use uma lista com vírgulas, ou none.'],
  [/^names nothing that is there$/, 'Não existe.', 'There is no such thing.'],
  [/^must be a whole number of centavos$/, 'Use um número inteiro de centavos.'],
  [/^must be an integer in centavos$/, 'Use um número inteiro de centavos.'],
  // Of a company.
  [
    /^must be 1 to 40 small letters and digits, and no eight digits in a row$/,
    'Use de 1 a 40 letras minúsculas e números, sem oito números seguidos.',
  ],
  [
    /^must be the id of a company, or \* for all of them$/,
    'Use o identificador de uma conta, ou * para todas.',
  ],
  [/^is reserved$/, 'Este identificador é reservado.'],
  [/^is taken$/, 'Este identificador já é de outra conta.'],
  [
    /^must be a valid CNPJ, 14 characters$/,
    'Use um CNPJ válido, com os 14 caracteres e sem pontos.',
  ],
  [
    /^must be FROM:RATE:PAYER, such as 4:199:buyer$/,
    'Use PARCELA:TAXA:QUEM, como 4:199:buyer; com vírgulas entre uma linha e outra.',
  ],
  [
    /^must be an integer in hundredths of a percent$/,
    'A taxa é um número inteiro, em centésimos de por cento.',
  ],
  [
    /^must have each row begin at more installments than the one before$/,
    'Cada linha começa em mais parcelas que a anterior.',
  ],
  [
    /^must be like 399\+39$/,
    'Use centésimos de por cento, + e centavos, como 399+39 para 3,99% e R$ 0,39.',
  ],
  [/^must be an exact origin$/, 'Use origens exatas, como https://loja.example.com, sem caminho.'],
  [/^must be https outside the sandbox$/, 'Fora do ambiente de testes, só https.'],
  [/^must be an e-mail address$/, 'Use um endereço de e-mail.'],
  [/^is somebody of the dashboard already$/, 'Este e-mail já é de alguém do painel.'],
  [
    /^must be none, or the name of a provider$/,
    'Escolha Nenhum, ou um provedor.',
    'Choose none, or a provider.',
  ],
  [/^has no list of banks$/, 'Este provedor não tem uma lista de bancos.'],
  // Of routes.
  [/^must be one or more names$/, 'Informe um nome ou mais.'],
  [/^must name each once$/, 'Informe cada nome uma vez só.'],
  [/^names (\S+), which does not serve (\S+)$/, '$1 não atende $2.'],
  [
    /^names (\S+), of which \* has no credentials$/,
    'Não há credenciais de $1 para todas as contas.',
    'There are no credentials of $1 for all accounts.',
  ],
  [/^names (\S+), of which (\S+) has no credentials$/, 'Não há credenciais de $1 para $2.'],
  [
    /^begins with (\S+), which authenticates nobody, while .+ of (\S+) is .+$/,
    '$1 não autentica ninguém, e a conta $2 pede 3-D Secure antes do pedido: todo cartão seria recusado. Mude antes o 3-D Secure dela, em Cartões e recursos.',
    '$1 authenticates nobody, and the account $2 asks for 3-D Secure before the order: every card would be refused. Change its 3-D Secure first, under Cards and capabilities.',
  ],
  [
    /^begins with (\S+), which takes no proof .+, while .+ of (\S+) is .+$/,
    '$1 não aceita um 3-D Secure feito fora, e a conta $2 pode enviar o próprio: esses cartões seriam recusados. Mude isso antes, em Cartões e recursos.',
    '$1 takes no 3-D Secure that was made elsewhere, and the account $2 may send its own: those cards would be refused. Change that first, under Cards and capabilities.',
  ],
  [
    /^cannot be so while the cards of (\S+) go to (\S+), which authenticates nobody: .+$/,
    'Os cartões de $1 vão para $2, que não autentica ninguém: todos seriam recusados. Mude antes a rota dos cartões.',
    'The cards of $1 go to $2, which authenticates nobody: every one would be refused. Change the route of its cards first.',
  ],
  [
    /^cannot be so while the cards of (\S+) go to (\S+), which takes no proof .+$/,
    'Os cartões de $1 vão para $2, que não aceita um 3-D Secure feito fora: esses cartões seriam recusados. Mude antes a rota dos cartões.',
    'The cards of $1 go to $2, which takes no 3-D Secure made elsewhere: those cards would be refused. Change the route of its cards first.',
  ],
  // Of credentials.
  [
    /^is there already for \S+: rotate it$/,
    'Já há credenciais deste provedor para esta conta: troque os segredos delas.',
    'There are credentials of this provider for this account already: rotate those.',
  ],
  [
    /^needs at least one new setting, or a new address$/,
    'Informe ao menos um segredo novo, ou peça um novo endereço.',
    'Give at least one new setting, or ask for a new address.',
  ],
  [
    /^is in the route of \* for (\S+)$/,
    'Está na rota de todas as contas para $1. Mude a rota antes.',
    'It is in the route of all accounts for $1. Change that first.',
  ],
  [
    /^is in the route of (\S+) for (\S+)$/,
    'Está na rota de $1 para $2. Mude a rota antes.',
    'It is in the route of $1 for $2. Change that first.',
  ],
  [
    /^has no call that changes nothing: pay something small$/,
    'Este provedor não tem uma consulta que não muda nada: teste com um pagamento pequeno.',
    'This provider has no call that changes nothing: pay something small instead.',
  ],
  [
    /^cannot be told an address: BASE_URL is not set$/,
    'O serviço não sabe o próprio endereço público: defina BASE_URL.',
    'The service does not know its own public address: set BASE_URL.',
  ],
  [/^sends no notices$/, 'Este provedor não envia avisos.', 'This provider sends no notices.'],
  [/^is none of its settings$/, 'Este provedor não tem este campo.'],
  [
    /^is none that this version of the service has$/,
    'Esta versão do serviço não tem este provedor.',
  ],
  [
    /^has settings that cannot be read: add them again$/,
    'As credenciais não podem ser lidas: remova e guarde de novo.',
  ],
  [
    /^has (?:credentials of|no address that we know of in) its (\S+) environment.*$/,
    'Não é do ambiente deste serviço ($1).',
  ],
  [
    /^cannot be opened, or its password or key is of another one$/,
    'O arquivo não abre, ou a senha ou a chave é de outro.',
  ],
  [/^ended at (\S+): ask for a new one$/, 'O certificado acabou em $1: peça um novo.'],
  [/^must be a GUID$/, 'Use um GUID, como 4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11.'],
  [/^must be 40 letters and digits$/, 'Use 40 letras e números.'],
  [/^must be 1 to 40 letters, digits, _ and -$/, 'Use de 1 a 40 letras, números, _ e -.'],
  [
    /^must be <name>:<value>, the value of 16 to 200 characters$/,
    'Use <nome>:<valor>, o valor com 16 a 200 caracteres.',
  ],
  [/^must be a name of 1 to 15 letters and digits$/, 'Use um nome de 1 a 15 letras e números.'],
  [/^must be an https address$/, 'Use um endereço https.'],
  [/^must begin with APP_USR- or TEST-$/, 'Começa com APP_USR- ou TEST-.'],
  [/^must be the secret that the panel shows$/, 'Use a assinatura secreta que o painel mostra.'],
  [/^must be (on or off|plain or encrypted)$/, 'Use $1.'],
  [/^must be a text$/, 'Preencha este campo.'],
  [
    /^must be the token as PagBank shows it, without spaces$/,
    'Use o token como o PagBank mostra, sem espaços.',
  ],
  [/^must be 1 to (\d+) characters without spaces$/, 'Use de 1 a $1 caracteres, sem espaços.'],
  [/^must be a file that is not empty$/, 'Escolha um arquivo que não esteja vazio.'],
  [/^must be digits$/, 'Use só números.'],
  [/^must be a PIX key$/, 'Use uma chave PIX.'],
  [/^must be the name of a city$/, 'Use o nome de uma cidade.'],
  [
    /^or certificate-pem must be given, not both$/,
    'Informe este ou certificate-pem, não os dois.',
    'Give this one or certificate-pem, not both.',
  ],
  [/^belongs to certificate-pem: both or none$/, 'Vai com certificate-pem: os dois ou nenhum.'],
  // What the test of credentials found.
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
  // What was refused as a whole.
  [
    /^Somebody else has rotated it meanwhile\.$/,
    'Outra pessoa trocou as credenciais enquanto isso. Abra a página de novo.',
  ],
  [/^This charge is written as given back already\.$/, 'Esta cobrança já consta como devolvida.'],
  [
    /^The provider does not tell its banks now; try again\.$/,
    'O provedor não informa os bancos agora. Tente de novo.',
  ],
  [
    /^The provider does not say what was paid; try again\.$/,
    'O provedor não diz quanto foi pago. Tente de novo.',
  ],
  [/^This payin was not paid with less than asked for\.$/, 'Este pagamento não foi pago a menor.'],
  [
    /^This payin is being changed by others\.$/,
    'O pagamento está mudando agora mesmo. Tente de novo em instantes.',
  ],
  [/^This person has accepted an invitation\.$/, 'Esta pessoa já aceitou um convite.'],
  [/^There is no such thing\.$/, 'Não existe, ou já foi resolvido.'],
];

const UNKNOWN = words({
  'pt-BR': 'Este valor não é aceito.',
  en: 'This value is not taken.',
});

/** What a refused value has to be, in the language of whoever reads. */
export function tellProblem(said: string, language: Language): string {
  return tellKnown(said, language) ?? (language === 'en' ? said : UNKNOWN[language]);
}

/** As `tellProblem`; null for words that are none of ours, such as a bank's. */
export function tellKnown(said: string, language: Language): string | null {
  // Whose setting it is, the page says already.
  const bare = said.replace(/^(?:for )?[a-z]+ of \S+ (?=\w)/, '');
  for (const [pattern, pt, en] of SAID) {
    if (!pattern.test(bare)) continue;
    if (language !== 'en') return bare.replace(pattern, pt);
    return en === undefined ? bare : bare.replace(pattern, en);
  }
  return null;
}

/** Why something was refused as a whole, in a sentence or more. */
export function whyRefused(error: ApiError, language: Language): string {
  const known = tellKnown(error.message, language);
  if (known !== null) return known;
  if (error.details.length > 0) {
    return error.details.map(({ message }) => tellProblem(message, language)).join(' ');
  }
  const { cause } = API_ERRORS[error.code];
  return (language === 'en' ? cause.en : cause.pt).replaceAll('`', '');
}
