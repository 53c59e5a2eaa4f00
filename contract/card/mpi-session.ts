/**
 * What the script of Cielo's and Braspag's MPI needs in `threeDSecureSession`: first to see the
 * device, then, once their server has said so, to have the bank ask. `env` is its word; `token`: the
 * one that is made for browsers.
 */
export type MpiSession = { order: string } & (
  | { step: 'device'; env: 'PRD' | 'SDB'; referenceId: string; token: string }
  | { step: 'challenge'; acsUrl: string; pareq: string; transactionId: string }
);
type Members = { readonly [member: string]: unknown };

/** As it stands in `threeDSecureSession`. */
export function writeMpiSession(session: MpiSession): string {
  return JSON.stringify(session);
}

/** Null for anything else: it came through the merchant's page. */
export function readMpiSession<Step extends MpiSession['step']>(
  text: string,
  step: Step,
): Extract<MpiSession, { step: Step }> | null {
  try {
    const given = JSON.parse(text) as Members;
    return given.step === step && isMpiSession(given)
      ? (given as Extract<MpiSession, { step: Step }>)
      : null;
  } catch {
    return null;
  }
}

function isMpiSession({ step, env, ...rest }: Members): boolean {
  const isAllText = Object.values(rest).every((value) => typeof value === 'string');
  const needed =
    step === 'device'
      ? ['order', 'referenceId', 'token']
      : ['order', 'acsUrl', 'pareq', 'transactionId'];
  if (!isAllText || needed.some((member) => rest[member] === undefined)) return false;
  return step === 'challenge' || env === 'PRD' || env === 'SDB';
}
