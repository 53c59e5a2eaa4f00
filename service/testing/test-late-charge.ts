import type { PayinDependencies } from '../domain/payins/dependencies.ts';
import type { Acquirer, KnownCharge } from '../providers/acquirer.ts';
import type { Provider } from '../providers/provider.ts';
import { basic, payinWithCard, send } from './test-service.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What is kept of a payin whose next look is due now, and that is watched for a day. */
export function watchedFrom(now: Date) {
  return { dueAt: now, missedAt: null, watchedUntil: new Date(now.getTime() + DAY_MS) };
}

/**
 * Pays at the sandbox and has the payin watched, which has failed unless the card says otherwise, as
 * if its charge might still come.
 */
export async function watchedPayin(
  baseUrl: string,
  { lookUps, now }: Pick<PayinDependencies, 'lookUps' | 'now'>,
  { account = 'no3ds', holderName = 'CATA' } = {},
): Promise<string> {
  const body = { ...payinWithCard({ holderName }), webhookUrl: 'https://example.com/hook' };
  const made = await send(`${baseUrl}/payin`, { body, headers: basic(account) });
  const subject = { companyId: account, id: String(made.body.id) };
  await lookUps.begin(subject, { now: now(), evenEarly: true });
  await lookUps.put(subject, watchedFrom(now()));
  return subject.id;
}

/**
 * The same provider, which knows this of every charge (null: it does not answer). `fake` changes what
 * it says, and has the ids under which it was asked to give back.
 */
export function acquirerThatKnows(
  known: KnownCharge | null,
  { of, voids }: { of: Provider | null; voids: boolean },
) {
  const asked: string[] = [];
  const fake = { known, voids, asked };
  const cards = of?.cards ?? null;
  if (of === null || cards === null) throw new Error('there is no acquirer to stand in for');
  const acquirer: Acquirer = {
    ...cards,
    async findCharge() {
      if (fake.known === null) throw new Error('no answer');
      return fake.known;
    },
    async voidCharge({ reversalId }) {
      asked.push(reversalId);
      return { kind: fake.voids ? 'voided' : 'unavailable' };
    },
  };
  return { fake, provider: { ...of, name: 'fake', cards: acquirer } };
}
