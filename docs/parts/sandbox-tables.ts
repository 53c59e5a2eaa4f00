import { TEST_ACCOUNTS, TEST_PIX_KEYS } from '../../sdk/testing/test-accounts.ts';
import type { ThreeDSResult } from '../../sdk/testing/test-cards.ts';
import { TEST_CARDS, TEST_HOLDER_NAMES } from '../../sdk/testing/test-cards.ts';
import {
  SANDBOX_PASSWORD,
  SANDBOX_TOTP_SECRET,
  SANDBOX_USERS,
} from '../../service/sandbox/published-users.ts';
import type { Language, Text } from '../language.ts';
import { table } from './markdown.ts';

const WORDS = {
  account: { en: 'Public key', pt: 'Chave pública' },
  traits: { en: 'What is special', pt: 'O que tem de especial' },
  card: { en: 'Card', pt: 'Cartão' },
  brand: { en: 'Brand', pt: 'Bandeira' },
  outcome: { en: 'Outcome', pt: 'Resultado' },
  holder: { en: 'Name on card', pt: 'Nome no cartão' },
  evp: { en: 'Random key (EVP)', pt: 'Chave aleatória (EVP)' },
  email: { en: 'E-mail key', pt: 'Chave de e-mail' },
  person: { en: 'E-mail', pt: 'E-mail' },
  role: { en: 'Role', pt: 'Papel' },
  password: { en: 'Password and secret for codes', pt: 'Senha e segredo para códigos' },
} satisfies { [name: string]: Text };

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', elo: 'Elo', amex: 'Amex' };

/** The tables of the sandbox, as Markdown, from the same data the test kit hands out. */
export const SANDBOX_TABLES: { readonly [name: string]: (language: Language) => string } = {
  testAccounts(language) {
    const rows = TEST_ACCOUNTS.map(({ publicKey, what }) => [
      code(publicKey),
      language === 'en' ? what : (ACCOUNT_TRAITS[publicKey] ?? what),
    ]);
    return table([WORDS.account, WORDS.traits], rows, language);
  },
  testCharges(language) {
    const charges = TEST_CARDS.filter(({ threeDS }) => threeDS === null);
    const rows = charges.map(({ number, brand, charge }) => [
      code(number),
      brand[0]?.toUpperCase() + brand.slice(1),
      code(charge),
    ]);
    return table([WORDS.card, WORDS.brand, WORDS.outcome], rows, language);
  },
  testHolderNames(language) {
    const rows = Object.entries(TEST_HOLDER_NAMES).map((row) => row.map(code));
    return table([WORDS.holder, WORDS.outcome], rows, language);
  },
  /** One row an outcome, one column a brand. */
  testThreeDS(language) {
    const results = new Set(TEST_CARDS.map(({ threeDS }) => threeDS).filter((one) => one !== null));
    const rows = [...results].map((result) => [
      THREEDS_RESULTS[result][language],
      ...Object.keys(BRANDS).map((brand) =>
        TEST_CARDS.filter((card) => card.threeDS === result && card.brand === brand)
          .map(({ number }) => code(number))
          .join('<br>'),
      ),
    ]);
    const brands = Object.values(BRANDS).map((name) => ({ en: name, pt: name }));
    return table([WORDS.outcome, ...brands], rows, language);
  },
  testPeople(language) {
    const proof = `${code(SANDBOX_PASSWORD)} ${code(SANDBOX_TOTP_SECRET)}`;
    const rows = SANDBOX_USERS.map(({ email, role }) => [code(email), role, proof]);
    return table([WORDS.person, WORDS.role, WORDS.password], rows, language);
  },
  testPixKeys(language) {
    const rows = TEST_PIX_KEYS.map(({ evp, email, payout }) => [email, evp, payout].map(code));
    return table([WORDS.email, WORDS.evp, WORDS.outcome], rows, language);
  },
};

function code(text: string): string {
  return `\`${text}\``;
}

/** What is special about an account, in Portuguese; the test kit says it in English. */
const ACCOUNT_TRAITS: { readonly [publicKey: string]: string } = {
  pk_test_no3ds: 'sem 3-D Secure, sem antifraude',
  pk_test_preorder: '3-D Secure antes do pedido',
  pk_test_postorder: '3-D Secure depois do pedido',
  pk_test_manual: 'saques esperam aprovação; sem open finance',
  pk_test_cardonfile: 'cartões salvos, cobrados de novo com o CVV',
  pk_test_company:
    'empresas também pagam, com CNPJ; aceita o seu próprio 3-D Secure; webhooks são tentados por três dias',
  pk_test_interest: 'parcelas com juros, a partir de 4 pagos pelo comprador',
  pk_test_pending: 'cadastro não aprovado: nada pode ser cobrado',
  pk_test_blocked: 'bloqueada pelo serviço: nada pode ser cobrado',
  pk_test_nocard: 'sem pagamento com cartão',
};

const THREEDS_RESULTS: { readonly [result in ThreeDSResult]: Text } = {
  authenticated: { en: 'authenticated, no challenge', pt: 'autenticado, sem desafio' },
  challenge_authenticated: {
    en: 'challenge, authenticated by code 1234',
    pt: 'desafio, autenticado com o código 1234',
  },
  challenge_refused: { en: 'challenge, never authenticated', pt: 'desafio, nunca autenticado' },
  not_authenticated: { en: 'not authenticated', pt: 'não autenticado' },
  attempted: { en: 'attempted: may be charged', pt: 'tentativa: pode ser cobrado' },
  rejected: { en: 'rejected by the bank', pt: 'rejeitado pelo banco' },
  unavailable: { en: 'bank unavailable', pt: 'banco indisponível' },
  not_supported: { en: 'card without 3-D Secure', pt: 'cartão sem 3-D Secure' },
  system_error: { en: 'system error', pt: 'erro do sistema' },
  silent_method: {
    en: 'waits 10 seconds, then authenticated',
    pt: 'espera 10 segundos, depois autenticado',
  },
};
