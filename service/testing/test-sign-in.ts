import { inviteUser } from '../domain/people/invitation.ts';
import type { Role } from '../domain/people/roles.ts';
import { codeAt } from '../domain/people/totp.ts';
import type { User } from '../domain/people/user.ts';
import { SANDBOX_PASSWORD } from '../sandbox/published-users.ts';
import type { DashboardAnswer, DashboardClient, TestDashboard } from './test-dashboard.ts';
import { openTestOperator } from './test-operator.ts';

export const MINUTE = 60_000;
/** Of those who are invited. */
export const PASSWORD = 'correct horse battery';
/** Of the published people. */
export const OWNER = 'owner@tresmarias.example';
const SECRET = Buffer.from('12345678901234567890');

export type TestSignIn = {
  now(): Date;
  /** The code of the published people at this moment. */
  code(): string;
  /** Sends the form of the password. */
  signIn(
    client: DashboardClient,
    email?: string,
    password?: string,
    to?: string,
  ): Promise<DashboardAnswer>;
  /** One of the published people, by password and a code that is a minute later. */
  enter(email?: string): Promise<DashboardClient>;
  /** A link that lets somebody in, and the client that opens it. */
  invite(
    email: string,
    role?: Role,
  ): Promise<{ user: User; path: string; client: DashboardClient }>;
};

/** What people do to come in, at a dashboard whose time is `clock`. */
export function testSignIn(dashboard: () => TestDashboard, clock: { ms: number }): TestSignIn {
  const now = () => new Date(clock.ms);
  const code = () => codeAt(SECRET, now());
  const signIn: TestSignIn['signIn'] = (
    client,
    email = OWNER,
    password = SANDBOX_PASSWORD,
    to = '/',
  ) => client.post('/sign-in', { email, password, to });
  return {
    now,
    code,
    signIn,
    async enter(email = OWNER) {
      const client = dashboard().visitor();
      await signIn(client, email);
      clock.ms += MINUTE;
      const answer = await client.post('/sign-in/code', { code: code(), to: '/' });
      if (answer.status !== 303) throw new Error(answer.html);
      return client;
    },
    async invite(email, role = 'viewer') {
      const { db, visitor } = dashboard();
      const { services } = await openTestOperator({ ...db, close: async () => undefined });
      const asked = { companyId: 'no3ds', email, name: 'Nair Melo', role };
      const invited = await db.transaction((tx) => inviteUser(tx, asked, { ...services, now }));
      if (invited === null) throw new Error('the address is taken');
      return { user: invited.user, path: `/invitations/${invited.token}`, client: visitor() };
    },
  };
}

/** What an app is told by the page that sets it up. */
export function secretOn({ html }: DashboardAnswer): Uint8Array {
  const text = /<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '';
  return fromBase32(text.replaceAll(' ', ''));
}

/** RFC 4648, as apps write secrets. */
function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
