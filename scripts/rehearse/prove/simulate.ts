import { createMachineClock } from '../../../simulators/server/harness.ts';
import { credentialsAt } from '../credentials.ts';
import { BUYER, CARD } from '../merchant.ts';
import type { Parties } from '../open-parties.ts';
import { openParties } from '../open-parties.ts';
import { playPayer } from '../play-payer.ts';
import { openTlsOrigin } from '../tls-origin.ts';
import { openNoticePlace } from './notice-place.ts';
import type { CardOfProof } from './steps.ts';
import { cardOfProof } from './test-cards.ts';
import type { Proving, Transcript } from './walk.ts';
import { walkProvider } from './walk.ts';

/** Longer than any of them wants between two calls. */
const PASSED_MS = 6_000;
const RETURN_ADDRESS = 'https://loja.example.com/obrigado';

export type Simulated = Awaited<ReturnType<typeof openSimulated>>;

/** The same steps before the party's simulator. */
export async function walkSimulator(definition: Proving['definition']): Promise<Transcript> {
  const simulated = await openSimulated();
  try {
    return await walkProvider({ definition, ...simulated.at(definition.name) });
  } finally {
    await simulated.stop();
  }
}

/** Every simulator, by a clock that goes on where something waits, and a place for their notices. */
export async function openSimulated() {
  const machine = createMachineClock();
  let ahead = 0;
  const clock = { ...machine, now: () => machine.now() + ahead };
  const parties = await openParties(clock);
  const origin = await openTlsOrigin(parties.authority.issueServer(['localhost', '127.0.0.1']));
  const place = { port: origin.port, address: `${origin.url}/notices` };
  const notices = await openNoticePlace(place);
  return {
    parties,
    at: (name: string): Omit<Proving, 'definition'> => ({
      ...{ environment: 'production', clock, notices },
      typed: credentialsAt(parties, { returnAddress: RETURN_ADDRESS })[name] ?? {},
      override: parties.whereabouts[name] ?? {},
      hands: {
        payer: BUYER,
        cardThatIs: (end) => playedCard(parties, name, end),
        payoutKey: { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
        async pay({ method, reference }) {
          const noticeAddresses = { [name]: place.address };
          if (method !== 'OPEN_FINANCE') return playPayer({ parties, noticeAddresses }, reference);
          const { id = '' } = [...parties.efi.consents.values()].at(-1) ?? {};
          parties.efi.endConsent(id, 'aceito');
          await parties.efi.notifyOfConsent(id);
        },
        async pass() {
          ahead += PASSED_MS;
          await settle(parties);
        },
        looks: 5,
      },
    }),
    async stop() {
      await notices.stop();
      await origin.stop();
      await parties.stop();
    },
  };
}

function playedCard({ pagbank }: Parties, name: string, end: 'approved' | 'refused'): CardOfProof {
  if (name === 'pagbank' && end === 'refused') {
    pagbank.decideNext({ status: 'DECLINED', reasonCode: '05' });
  }
  const { cvv, ...card } = CARD;
  return cardOfProof(name, end) ?? { card: { kind: 'card', card }, cvv, brand: 'visa' };
}

/** Banks decide refunds and payouts later. */
async function settle({ efi, banks }: Parties): Promise<void> {
  for (const bank of [efi, ...Object.values(banks)]) {
    for (const { endToEndId, refunds } of bank.received.values()) {
      const waiting = refunds.filter(({ status }) => status === 'EM_PROCESSAMENTO');
      for (const { id } of waiting) bank.settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
    }
  }
  for (const { id, status } of efi.payouts.values()) {
    if (status !== 'EM_PROCESSAMENTO') continue;
    efi.settlePayout(id, { status: 'REALIZADO' });
    await efi.notifyOfPayouts([id]);
  }
}
