import { TEST_ACCOUNTS, TEST_PIX_KEYS } from '../../sdk/testing/test-accounts.ts';
import type { ThreeDSResult } from '../../sdk/testing/test-cards.ts';
import { TEST_CARDS, TEST_HOLDER_NAMES } from '../../sdk/testing/test-cards.ts';
import {
  SANDBOX_PASSWORD,
  SANDBOX_TOTP_SECRET,
  SANDBOX_USERS,
} from '../../service/sandbox/published-users.ts';
import { ACCOUNT_TRAITS, THREEDS_RESULTS } from '../content/sandbox.ts';
import type { Language, Text } from '../language.ts';
import { table } from './table.ts';

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
  testAccounts: (language) =>
    table(
      [WORDS.account, WORDS.traits],
      TEST_ACCOUNTS.map(({ publicKey, what }) => [
        code(publicKey),
        language === 'en' ? what : (ACCOUNT_TRAITS[publicKey] ?? what),
      ]),
      language,
    ),
  testCharges: (language) =>
    table(
      [WORDS.card, WORDS.brand, WORDS.outcome],
      TEST_CARDS.filter(({ threeDS }) => threeDS === null).map(({ number, brand, charge }) => [
        code(number),
        brand[0]?.toUpperCase() + brand.slice(1),
        code(charge),
      ]),
      language,
    ),
  testHolderNames: (language) =>
    table(
      [WORDS.holder, WORDS.outcome],
      Object.entries(TEST_HOLDER_NAMES).map(([name, charge]) => [code(name), code(charge)]),
      language,
    ),
  testThreeDS: (language) => threeDSTable(language),
  testPeople: (language) =>
    table(
      [WORDS.person, WORDS.role, WORDS.password],
      SANDBOX_USERS.map(({ email, role }) => [
        code(email),
        role,
        `${code(SANDBOX_PASSWORD)} ${code(SANDBOX_TOTP_SECRET)}`,
      ]),
      language,
    ),
  testPixKeys: (language) =>
    table(
      [WORDS.email, WORDS.evp, WORDS.outcome],
      TEST_PIX_KEYS.map(({ evp, email, payout }) => [code(email), code(evp), code(payout)]),
      language,
    ),
};

/** One row an outcome, one column a brand. */
function threeDSTable(language: Language): string {
  const results = [...new Set(TEST_CARDS.map(({ threeDS }) => threeDS))].filter(isResult);
  const rows = results.map((result) => [
    THREEDS_RESULTS[result][language],
    ...Object.keys(BRANDS).map((brand) =>
      TEST_CARDS.filter((card) => card.threeDS === result && card.brand === brand)
        .map(({ number }) => code(number))
        .join('<br>'),
    ),
  ]);
  const brands = Object.values(BRANDS).map((name) => ({ en: name, pt: name }));
  return table([WORDS.outcome, ...brands], rows, language);
}

function isResult(result: ThreeDSResult | null): result is ThreeDSResult {
  return result !== null;
}

function code(text: string): string {
  return `\`${text}\``;
}
