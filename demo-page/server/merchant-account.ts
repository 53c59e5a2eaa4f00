/**
 * The shop's credentials at the payment service. A real shop has one pair and reads the secret
 * from its environment; this one plays every account of the sandbox, whose keys are published.
 */
export const ACCOUNT_NAMES = [
  'no3ds',
  'preorder',
  'postorder',
  'manual',
  'cardonfile',
  'company',
  'interest',
  'pending',
  'blocked',
  'nocard',
] as const;

/** Those that take a CNPJ where they take a CPF: the merchant knows, a browser is not told. */
const TAKES_COMPANIES: readonly AccountName[] = ['company'];

export function takesCompanies(account: AccountName): boolean {
  return TAKES_COMPANIES.includes(account);
}

export type AccountName = (typeof ACCOUNT_NAMES)[number];

export const DEFAULT_ACCOUNT: AccountName = 'no3ds';

export function findAccountName(name: string): AccountName | null {
  return ACCOUNT_NAMES.find((known) => known === name) ?? null;
}

export function keysOf(account: AccountName) {
  return { publicKey: `pk_test_${account}`, secretKey: `sk_test_${account}` };
}
