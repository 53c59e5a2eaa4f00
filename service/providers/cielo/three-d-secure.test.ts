import { describe, expect, it } from 'vitest';
import { readMpiSession } from '../../../contract/card/mpi-session.ts';
import { BROWSER_BUYER } from '../../testing/browser-buyer.ts';
import { arrangeCielo } from '../../testing/test-cielo.ts';
import { threeDSecureCases } from '../three-d-secure-provider.cases.ts';
import type {
  AuthenticationRequest,
  OpenAuthentication,
  ThreeDSecureProvider,
} from '../three-d-secure-provider.ts';

const CHALLENGED = '4000000000002503';
const REQUEST: AuthenticationRequest = {
  companyId: 'acme',
  reference: 'tds_acme_1',
  card: {
    holderName: 'ANA SOUZA',
    number: CHALLENGED,
    expirationMonth: '12',
    expirationYear: '2030',
  },
  brand: 'visa',
  amount: 12_345,
  installments: 3,
  merchantName: 'Acme',
  orderReference: 'order-1',
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  buyer: { ...BROWSER_BUYER, userAgent: 'Mozilla/5.0' },
};

async function arrange(options: Parameters<typeof arrangeCielo>[0] = {}) {
  const arranged = await arrangeCielo({ hasMpi: true, ...options });
  const { provider, never } = arranged;
  const threeDS = provider.threeDS as ThreeDSecureProvider;

  /** Opened, and as far as the card's bank lets it come by itself. */
  async function enroll(number: string, changes: Partial<AuthenticationRequest> = {}) {
    const card = { ...REQUEST.card, number };
    const opened = await threeDS.open({ ...REQUEST, card, ...changes }, never);
    const open: OpenAuthentication = { companyId: 'acme', ...opened };
    return { opened, open, told: await threeDS.enroll?.(open, never) };
  }
  return { ...arranged, threeDS, enroll };
}

for (const profile of ['cielo', 'braspag'] as const) {
  describe(`3-D Secure at ${profile}`, () => {
    threeDSecureCases(async () => {
      const { party, threeDS, lines } = await arrange({ profile });
      return {
        provider: threeDS,
        request: REQUEST,
        async goThrough({ session }, answer) {
          const challenge = readMpiSession(session, 'challenge');
          if (challenge !== null) {
            party.answerBank(challenge.transactionId, answer === 'confirm');
          }
          return null;
        },
        isProvedByCharge: null,
        seen: () => JSON.stringify([lines, party.requests]),
      };
    });
  });
}

describe('an authentication by the MPI', () => {
  it('keeps its access token and the card from the browser, and the card from the first calls', async () => {
    const { enroll, party } = await arrange();
    const { opened, told } = await enroll(CHALLENGED);
    const [session] = party.mpiSessions.values();
    const browser = JSON.stringify([opened.session, opened.transactionId, told]);
    for (const secret of [session?.accessToken ?? '', CHALLENGED]) {
      expect(browser).not.toContain(secret);
      expect(opened.secret).toContain(secret);
    }
    expect(party.requests.map(({ path, rawBody }) => [path, rawBody.includes(CHALLENGED)])).toEqual(
      [
        ['/v3/auth/token', false],
        ['/v3/3ds/init', false],
        ['/v3/3ds/enroll', true],
      ],
    );
  });

  it.each([
    ['4000000000002701', 'visa', { kind: 'authenticated', eci: '05', version: '2.2.0' }],
    ['5200000000002235', 'mastercard', { kind: 'authenticated', eci: '02' }],
    ['6505290000002000', 'elo', { kind: 'authenticated', eci: '05', version: '2.1.0' }],
    ['4000000000002925', 'visa', { kind: 'failed', reason: 'not_authenticated' }],
    ['4000000000002420', 'visa', { kind: 'failed', reason: 'not_supported' }],
    ['4000000000002644', 'visa', { kind: 'failed', reason: 'error' }],
    ['6062820000000011', 'hipercard', { kind: 'failed', reason: 'not_supported' }],
  ] as const)('of the card %s (%s) is at once %j', async (number, brand, expected) => {
    const { enroll } = await arrange();
    expect((await enroll(number, { brand })).told).toMatchObject(expected);
  });

  it('that says the same in words of another ECI is none', async () => {
    const { enroll, party } = await arrange();
    const body = JSON.stringify({
      Status: 1,
      Authentication: { Eci: '7' },
      Reason: { Code: '100' },
    });
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body };
    party.faults.next({ path: '/v3/3ds/enroll' }, { kind: 'answer', answer });
    const failed = { kind: 'failed', reason: 'not_authenticated' };
    expect((await enroll('4000000000002701')).told).toMatchObject(failed);
  });

  it.each([
    ['5200000000002235', 'mastercard', '06'],
    ['4000000000002701', 'visa', '02'],
  ] as const)(
    'of %s (%s) by the ECI of another network is none: %s',
    async (number, brand, Eci) => {
      const { enroll, party } = await arrange();
      const Cavv = Buffer.alloc(20).toString('base64');
      const Authentication = { Eci, Cavv, Version: '2.2.0', DirectoryServerTransactionId: 'a1' };
      const body = JSON.stringify({ Status: 1, Authentication });
      const answer = { status: 200, headers: { 'content-type': 'application/json' }, body };
      party.faults.next({ path: '/v3/3ds/enroll' }, { kind: 'answer', answer });
      const failed = { kind: 'failed', reason: 'not_authenticated' };
      expect((await enroll(number, { brand })).told).toMatchObject(failed);
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,1', 'http://bank.example.com/', 'bank'])(
    'leads no buyer to %s',
    async (AcsUrl) => {
      const { enroll, party } = await arrange();
      const Challenge = { AcsUrl, Pareq: 'pareq', TransactionId: 'one' };
      const body = JSON.stringify({ Status: 2, Challenge });
      const answer = { status: 200, headers: { 'content-type': 'application/json' }, body };
      party.faults.next({ path: '/v3/3ds/enroll' }, { kind: 'answer', answer });
      await expect(enroll(CHALLENGED)).rejects.toThrow();
    },
  );

  it('is asked for the bank once: its session is told again', async () => {
    const { enroll, threeDS, party, never } = await arrange();
    const { opened, open, told } = await enroll(CHALLENGED);
    if (told?.kind !== 'challenge') throw new Error('the bank does not ask');
    const { session } = told;
    // A page that was lost meanwhile begins with the device again, by the session that is in force.
    const { step: _, ...device } = readMpiSession(opened.session, 'device') ?? { step: null };
    expect(readMpiSession(session, 'device')).toMatchObject(device);
    expect(await threeDS.enroll?.({ ...open, session }, never)).toEqual(told);
    expect(party.requests.filter(({ path }) => path.endsWith('enroll'))).toHaveLength(1);
  });

  it('fails where the answer was lost, since it is not given twice', async () => {
    const { enroll, threeDS, party, never } = await arrange();
    const path = '/v3/3ds/enroll';
    party.faults.next({ path }, { kind: 'commit_and_cut' });
    await expect(enroll(CHALLENGED)).rejects.toThrow();
    const { open } = await enroll(CHALLENGED);
    const failed = { kind: 'failed', reason: 'error' };
    expect(await threeDS.enroll?.(open, never)).toMatchObject(failed);
  });

  it('that a browser calls done before the bank has its answer proves nothing', async () => {
    const { enroll, threeDS, never } = await arrange();
    const { open, told } = await enroll(CHALLENGED);
    expect(await threeDS.find(open, never)).toEqual({ kind: 'open' });
    const { session } = told as { session: string };
    const failed = { kind: 'failed', reason: 'not_authenticated' };
    expect(await threeDS.find({ ...open, session }, never)).toMatchObject(failed);
  });

  it('is not proved by a session of another one', async () => {
    const { enroll, threeDS, party, never } = await arrange();
    const mine = await enroll(CHALLENGED);
    const other = await enroll(CHALLENGED, { reference: 'tds_acme_2' });
    const { session } = other.told as { session: string };
    party.answerBank(readMpiSession(session, 'challenge')?.transactionId ?? '', true);
    const found = await threeDS.find({ ...mine.open, session }, never);
    expect(found).toMatchObject({ kind: 'failed', reason: 'error' });
  });
});

describe('data only', () => {
  const settings = { 'mpi-data-only': 'on' };
  it.each([
    [CHALLENGED, 'visa', '07'],
    ['5200000000002151', 'mastercard', '04'],
  ] as const)('of %s asks nobody, and its charge says so', async (number, brand, eci) => {
    const { enroll, charge, sales } = await arrange({ settings });
    const { told } = await enroll(number, { brand });
    expect(told).toMatchObject({ kind: 'attempted', eci, isChallenged: false });
    if (told === undefined || !('cavv' in told)) throw new Error('there is no proof');
    const { isChallenged: _, ...proof } = told;
    const authentication = { ...proof, kind: 'cryptogram' } as const;
    expect(await charge({ authentication })).toMatchObject({ kind: 'approved' });
    const { Authenticate, ExternalAuthentication } = sales()[0]?.fields.Payment ?? {};
    const sent = { Eci: eci, DataOnly: true, Cavv: proof.cavv, Xid: proof.xid };
    expect([Authenticate, ExternalAuthentication]).toMatchObject([false, sent]);
  });

  it('of a card that is not enrolled is told so, since nothing was shared', async () => {
    const { enroll, party } = await arrange({ settings });
    const body = JSON.stringify({
      Status: 0,
      Authentication: { Eci: '07' },
      Reason: { Code: '100' },
    });
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body };
    party.faults.next({ path: '/v3/3ds/enroll' }, { kind: 'answer', answer });
    const failed = { kind: 'failed', reason: 'not_supported' };
    expect((await enroll('4000000000002420')).told).toMatchObject(failed);
  });

  it('of another network asks as always', async () => {
    const { enroll } = await arrange({ settings });
    const { told } = await enroll('6505290000002190', { brand: 'elo' });
    expect(told).toMatchObject({ kind: 'challenge' });
  });
});
