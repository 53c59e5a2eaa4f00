import type { Clock, Random } from '../server/harness.ts';

export type FlowStatus = 'AUTH_FLOW_COMPLETED' | 'AUTH_NOT_SUPPORTED' | 'CHANGE_PAYMENT_METHOD';

/** An authentication that the buyer goes through with the script, before the order. */
export type Authentication = {
  id: string;
  session: string;
  centavos: number;
  /** Null where a command stands for the script: it names no card. */
  number: string | null;
  /** `challenged`: the card's bank asks the buyer; `over`: it has come to `flow` and `status`. */
  step: 'begun' | 'challenged' | 'over';
  flow: FlowStatus;
  status: 'AUTHENTICATED' | 'NOT_AUTHENTICATED';
  /** What the form to the bank's page has to hold. */
  payload: string;
  isUsed: boolean;
};

const SESSION_MS = 30 * 60 * 1000;

/** Of the published test cards those whose bank asks, and those that come to nothing. */
const CHALLENGED_CARDS = [
  ...['4000000000002503', '5200000000001096', '6505050000001091'],
  ...['4000000000002370', '5200000000001104', '6505050000001109'],
];
const FAILED_CARDS = [
  ...['4000000000002925', '5200000000001013', '6505050000001018'],
  ...['4000000000002370', '5200000000001104', '6505050000001109'],
];

export function createThreeDS({ clock, random }: { clock: Clock; random: Random }) {
  const sessions = new Map<string, number>();
  const authentications = new Map<string, Authentication>();
  const flows: FlowStatus[] = [];

  const isOpen = (session: string) => clock.now() < (sessions.get(session) ?? 0);

  function begin(
    facts: Pick<Authentication, 'session' | 'centavos' | 'number'> & Partial<Authentication>,
  ): Authentication {
    const authentication: Authentication = {
      id: `3DS_${random.uuid().toUpperCase()}`,
      step: 'begun',
      flow: 'AUTH_FLOW_COMPLETED',
      status: FAILED_CARDS.includes(facts.number ?? '') ? 'NOT_AUTHENTICATED' : 'AUTHENTICATED',
      payload: random.letters(40),
      isUsed: false,
      ...facts,
    };
    authentications.set(authentication.id, authentication);
    return authentication;
  }

  return {
    sessions,
    authentications,
    isOpen,
    openSession: () => {
      const session = random.letters(64);
      const expiresAt = clock.now() + SESSION_MS;
      sessions.set(session, expiresAt);
      return { session, expires_at: expiresAt };
    },
    begin,
    /** The browser is known: either the bank asks the buyer, or it has decided. */
    goOn: (authentication: Authentication): void => {
      const { number, step } = authentication;
      if (step !== 'begun') return;
      const flow = flows.shift() ?? 'AUTH_FLOW_COMPLETED';
      const asks = flow === 'AUTH_FLOW_COMPLETED' && CHALLENGED_CARDS.includes(number ?? '');
      Object.assign(authentication, { flow, step: asks ? 'challenged' : 'over' });
    },
    /** The buyer answers the bank; a card that comes to nothing does so whatever they say. */
    answer: (authentication: Authentication, isConfirmed: boolean): void => {
      if (!isConfirmed) authentication.status = 'NOT_AUTHENTICATED';
      authentication.step = 'over';
    },
    /** What the next authentication comes to, whichever its card is. */
    authenticateNext: (flow: FlowStatus) => void flows.push(flow),
    endSessions: () => sessions.clear(),
    /** What the script does in the page: the buyer is authenticated for that amount, or is not. */
    authenticate: (
      session: string,
      { centavos, hasPassed = true }: { centavos: number; hasPassed?: boolean },
    ): string => {
      if (!isOpen(session)) throw new Error('the session is over');
      const status = hasPassed ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED';
      return begin({ session, centavos, number: null, step: 'over', status }).id;
    },
  };
}

export type ThreeDS = ReturnType<typeof createThreeDS>;
