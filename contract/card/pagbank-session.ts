/** What PagBank's script needs in `threeDSecureSession`; `env` is its word, `amount` centavos. */
export type PagBankSession = {
  session: string;
  env: 'PROD' | 'SANDBOX';
  amount: number;
  installments: number;
};

/** As it stands in `threeDSecureSession`. */
export function writePagBankSession(session: PagBankSession): string {
  return JSON.stringify(session);
}

/** Null for anything else: it came through the merchant's page. */
export function readPagBankSession(text: string): PagBankSession | null {
  try {
    const { session, env, amount, installments } = JSON.parse(text) as Record<string, unknown>;
    if (typeof session !== 'string' || (env !== 'PROD' && env !== 'SANDBOX')) return null;
    if (!Number.isInteger(amount) || !Number.isInteger(installments)) return null;
    return { session, env, amount: Number(amount), installments: Number(installments) };
  } catch {
    return null;
  }
}
