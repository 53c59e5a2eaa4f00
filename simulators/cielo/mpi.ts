import type { Clock, Random } from '../server/harness.ts';

/**
 * One session of the MPI, of one access token. `told`: it was opened; `enrolled`: their server has
 * the card; `challenged`: the bank asks; `over`: the bank has its answer.
 */
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
const CARDS: Readonly<Record<'asks' | 'fails' | 'unenrolled' | 'broken', readonly string[]>> = {
  asks: [
    ...['4000000000002503', '5200000000002151', '6505290000002190'],
    ...['4000000000002370', '5200000000002490', '6505290000002208'],
  ],
  fails: [
    ...['4000000000002370', '5200000000002490', '6505290000002208'],
    ...['4000000000002925', '5200000000002276', '6505290000002018'],
  ],
  unenrolled: ['4000000000002420', '5200000000002664', '6505290000002257'],
  broken: ['4000000000002644', '5200000000002656', '6505290000002265'],
};

export function createMpi({ clock, random }: { clock: Clock; random: Random }) {
  const sessions = new Map<string, MpiSession>();
  const by = (found: (session: MpiSession) => boolean) => [...sessions.values()].find(found);

  return {
    sessions,
    open(): MpiSession {
      const session: MpiSession = {
        accessToken: `${random.letters(40)}.${random.letters(200)}.${random.letters(43)}`,
        referenceId: random.uuid(),
        browserToken: `${random.letters(40)}.${random.letters(200)}.${random.letters(43)}`,
        step: 'authorised',
        ...{ orderNumber: '', centavos: 0, number: '', seenNumber: null },
        ...{ isNotified: false, hasPassed: false },
        transactionId: random.letters(20),
        pareq: random.letters(60),
        cavv: Buffer.from(random.letters(20)).toString('base64'),
        directoryId: random.uuid(),
        expiresAt: clock.now() + TOKEN_MS,
      };
      sessions.set(session.accessToken, session);
      return session;
    },
    withToken: (token: string) => {
      const session = sessions.get(token);
      return session !== undefined && clock.now() < session.expiresAt ? session : undefined;
    },
    ofBrowser: (token: string) => by(({ browserToken }) => browserToken === token),
    ofChallenge: (id: string) => by(({ transactionId }) => transactionId === id),
    answer(session: MpiSession, isConfirmed: boolean): void {
      session.hasPassed = isConfirmed && !CARDS.fails.includes(session.number);
      session.step = 'over';
    },
  };
}

export type Mpi = ReturnType<typeof createMpi>;

/** What their server says of a card: Mastercard has indicators of its own. */
export function tellMpi(session: MpiSession, bank: string): object {
  const { number, step, isNotified, hasPassed, cavv, directoryId, referenceId } = session;
  const isMastercard = number.startsWith('5');
  const proof = {
    Cavv: cavv,
    Xid: cavv,
    Version: /^[45]/.test(number) ? '2.2.0' : '2.1.0',
    DirectoryServerTransactionId: directoryId,
    ReferenceId: referenceId,
  };
  const failed = { Eci: isMastercard ? '00' : '07' };
  const answer = (Status: number, Code: string, Authentication: object | null) => ({
    ...{ Status, Authentication, Challenge: null },
    Reason: { Code, Message: `The page's sentence for ${Code}` },
  });
  if (isNotified) return answer(0, '100', { ...proof, Eci: isMastercard ? '04' : '07' });
  if (step === 'challenged') {
    const { transactionId, pareq } = session;
    const Challenge = {
      ...{ AcsUrl: `${bank}/challenges/${transactionId}`, Pareq: pareq },
      TransactionId: transactionId,
    };
    return { ...answer(2, '475', null), Challenge };
  }
  if (CARDS.unenrolled.includes(number)) return answer(0, '100', failed);
  if (CARDS.broken.includes(number)) return answer(0, '150', null);
  return hasPassed
    ? answer(1, '100', { ...proof, Eci: isMastercard ? '02' : '05' })
    : answer(0, '476', failed);
}

/** The card has come: the bank asks, or has said. */
export function enrollMpi(session: MpiSession, isNotified: boolean): void {
  const { number } = session;
  const asks = !isNotified && CARDS.asks.includes(number);
  session.isNotified = isNotified;
  session.hasPassed = !CARDS.fails.includes(number);
  session.step = asks ? 'challenged' : 'over';
}
