/**
 * What the script of Cielo's and Braspag's MPI needs in `threeDSecureSession`: first to see the
 * device, then, once their server has said so, to have the bank ask. `env` is its word; `token`: the
 * one that is made for browsers. A challenge keeps what the device was seen by, for a page that
 * takes it up again.
 */
export type MpiSession = { order: string } & (
  | ({ step: 'device' } & Device)
  | ({ step: 'challenge'; acsUrl: string; pareq: string; transactionId: string } & Partial<Device>)
);

type Device = { env: 'PRD' | 'SDB'; referenceId: string; token: string };

/** As it stands in `threeDSecureSession`. */
export function writeMpiSession(session: MpiSession): string {
  return JSON.stringify(session);
}

const MEMBERS = {
  device: ['order', 'env', 'referenceId', 'token'],
  challenge: ['order', 'acsUrl', 'pareq', 'transactionId'],
} as const;

/** Null for anything else: it came through the merchant's page. */
export function readMpiSession<Step extends MpiSession['step']>(
  text: string,
  step: Step,
): Extract<MpiSession, { step: Step }> | null {
  try {
    const given = JSON.parse(text);
    const isWhole = MEMBERS[step].every((member) => typeof given[member] === 'string');
    return isWhole && [step, 'challenge'].includes(given.step) ? given : null;
  } catch {
    return null;
  }
}
