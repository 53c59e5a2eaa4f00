import type { Clock, Random } from '../server/harness.ts';

/** One session of the MPI, which is of one access token. `challenged`: the card's bank asks. */
export type MpiSession = {
  accessToken: string;
  referenceId: string;
  /** The one for the browser. */
  browserToken: string;
  step: 'authorised' | 'told' | 'challenged' | 'over';
  orderNumber: string;
  centavos: number;
  number: string;
  /** What the script was told of the card in the browser. */
  seenNumber: string | null;
  isNotified: boolean;
  hasPassed: boolean;
  transactionId: string;
  pareq: string;
  cavv: string;
  directoryId: string;
  expiresAt: number;
};

const TOKEN_MS = 20 * 60 * 1000;

/** Cielo's cards for tests of 3DS: what becomes of them; of any other, it is authenticated. */
const ASKED_TO_FAIL = ['4000000000002370', '5200000000002490', '6505290000002208'];
const ASKED = ['4000000000002503', '5200000000002151', '6505290000002190', ...ASKED_TO_FAIL];
const FAILED = [...['4000000000002925', '5200000000002276', '6505290000002018'], ...ASKED_TO_FAIL];
const UNENROLLED = ['4000000000002420', '5200000000002664', '6505290000002257'];
const BROKEN = ['4000000000002644', '5200000000002656', '6505290000002265'];

export function createMpi({ clock, random }: { clock: Clock; random: Random }) {
  const sessions = new Map<string, MpiSession>();
  const newToken = () => `${random.letters(40)}.${random.letters(200)}.${random.letters(43)}`;
  const by = (isIt: (session: MpiSession) => boolean) => [...sessions.values()].find(isIt);

  return {
    sessions,
    open(): string {
      const accessToken = newToken();
      sessions.set(accessToken, {
        ...{ accessToken, browserToken: newToken(), step: 'authorised' },
        ...{ orderNumber: '', centavos: 0, number: '', seenNumber: null },
        ...{ isNotified: false, hasPassed: false },
        ...{ referenceId: random.uuid(), directoryId: random.uuid() },
        ...{ transactionId: random.letters(20), pareq: random.letters(60) },
        cavv: Buffer.from(random.letters(20)).toString('base64'),
        expiresAt: clock.now() + TOKEN_MS,
      });
      return accessToken;
    },
    withToken: (token: string) =>
      by(({ accessToken, expiresAt }) => accessToken === token && clock.now() < expiresAt),
    ofBrowser: (token: string) => by(({ browserToken }) => browserToken === token),
    ofChallenge: (id: string) => by(({ transactionId }) => transactionId === id),
    /** The card has come: the bank asks, or has said. */
    enroll(session: MpiSession, number: string, isNotified: boolean): void {
      const step = !isNotified && ASKED.includes(number) ? 'challenged' : 'over';
      Object.assign(session, { number, isNotified, step, hasPassed: !FAILED.includes(number) });
    },
    answer(session: MpiSession, isConfirmed: boolean): void {
      session.hasPassed = isConfirmed && !FAILED.includes(session.number);
      session.step = 'over';
    },
  };
}

export type Mpi = ReturnType<typeof createMpi>;

/** What their server says of a card: Mastercard has indicators of its own. */
export function tellMpi(session: MpiSession, bank: string): object {
  const { number, step, cavv: Cavv, directoryId, transactionId: id, pareq: Pareq } = session;
  const eci = (visa: string, mastercard: string) => (number.startsWith('5') ? mastercard : visa);
  const answer = (Status: number, Code: string, more: object) => ({
    ...{ Status, Reason: { Code, Message: `The page's sentence for ${Code}` } },
    ...{ Authentication: null, Challenge: null, ...more },
  });
  const proved = (Eci: string) => {
    const Version = /^[45]/.test(number) ? '2.2.0' : '2.1.0';
    const ids = { DirectoryServerTransactionId: directoryId, ReferenceId: session.referenceId };
    return { Authentication: { Cavv, Xid: Cavv, Eci, Version, ...ids } };
  };
  const failed = { Authentication: { Eci: eci('07', '00') } };
  if (session.isNotified) return answer(0, '100', proved(eci('07', '04')));
  if (step === 'challenged') {
    const Challenge = { AcsUrl: `${bank}/challenges/${id}`, Pareq, TransactionId: id };
    return answer(2, '475', { Challenge });
  }
  if (UNENROLLED.includes(number)) return answer(0, '100', failed);
  if (BROKEN.includes(number)) return answer(0, '150', {});
  return session.hasPassed ? answer(1, '100', proved(eci('05', '02'))) : answer(0, '476', failed);
}
