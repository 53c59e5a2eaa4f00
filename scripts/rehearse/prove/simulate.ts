import { attemptKeyOf } from '../../../service/providers/attempt-key.ts';
import { createMachineClock } from '../../../simulators/server/harness.ts';
import { credentialsAt } from '../credentials.ts';
import { BUYER, CARD } from '../merchant.ts';
import type { Parties } from '../open-parties.ts';
import { openParties } from '../open-parties.ts';
import { openTlsOrigin } from '../tls-origin.ts';
import type { CardOfProof, Waiting } from './hands.ts';
import type { NoticePlace } from './notice-place.ts';
import { openNoticePlace } from './notice-place.ts';
import { cardOfProof } from './test-cards.ts';
import type { Proving, Transcript } from './walk.ts';
import { walkProvider } from './walk.ts';

/** Longer than any of them wants between two calls. */
const PASSED_MS = 6_000;
const RETURN_ADDRESS = 'https://loja.example.com/obrigado';

type Simulation = Omit<Proving, 'definition' | 'methods' | 'tell'>;

export type Simulated = Awaited<ReturnType<typeof openSimulated>>;

/** The same steps before the party's simulator. */
export async function walkSimulator(
  walked: Pick<Proving, 'definition' | 'methods'>,
): Promise<Transcript> {
  const simulated = await openSimulated();
  try {
    const { definition } = walked;
    return await walkProvider({ ...walked, ...simulated.at(definition.name) });
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
  const notices = await openPlaceAt(parties);
  return {
    parties,
    at: (name: string): Simulation => ({
      ...{ environment: 'production', clock, notices },
      typed: credentialsAt(parties, { returnAddress: RETURN_ADDRESS })[name] ?? {},
      override: parties.whereabouts[name] ?? {},
      hands: {
        payer: BUYER,
        cardThatIs: (end) => playedCard(parties, name, end),
        payoutKey: { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
        pay: (payment) => payAt(parties, { name, payment, address: notices.address }),
        async pass() {
          ahead += PASSED_MS;
          await settle(parties);
        },
        looks: 5,
      },
    }),
    async stop() {
      await notices.stop();
      await parties.stop();
    },
  };
}

/** Where simulators send their notices: an origin of the authority that they trust. */
async function openPlaceAt({ authority }: Parties): Promise<NoticePlace> {
  const origin = await openTlsOrigin(authority.issueServer(['localhost', '127.0.0.1']));
  const place = await openNoticePlace({ port: origin.port, address: `${origin.url}/notices` });
  return {
    ...place,
    async stop() {
      await place.stop();
      await origin.stop();
    },
  };
}

function playedCard(
  { pagbank }: Parties,
  name: string,
  end: 'approved' | 'refused',
): CardOfProof | null {
  if (name === 'pagbank' && end === 'refused') {
    pagbank.decideNext({ status: 'DECLINED', reasonCode: '05' });
  }
  return cardOfProof(name, end) ?? { ...cardBy(CARD), brand: 'visa' };
}

function cardBy({ cvv, ...card }: typeof CARD) {
  return { card: { kind: 'card' as const, card }, cvv };
}

async function payAt(
  { efi, banks, mercadopago, pagbank }: Parties,
  {
    name,
    payment: { method, reference },
    address,
  }: { name: string; payment: Waiting; address: string },
): Promise<void> {
  const key = attemptKeyOf(reference);
  if (name === 'mercadopago') {
    const all = [...mercadopago.payments.values()];
    const { id = 0 } = all.find(({ fields }) => fields.external_reference === key) ?? {};
    mercadopago.change(id, { status: 'approved', detail: 'accredited' });
    await mercadopago.notify(address, id);
  } else if (name === 'pagbank') {
    const all = [...pagbank.orders.values()];
    const { id = '' } = all.find(({ fields }) => fields.reference_id === key) ?? {};
    pagbank.pay(id);
    await pagbank.notify(id);
  } else if (method === 'PIX') {
    const bank = [efi, ...Object.values(banks)].find(({ charges }) => charges.has(key));
    await bank?.notify([bank.pay(key)]);
  } else if (method === 'BOLETO') {
    const all = [...efi.billets.values()];
    const { id = 0 } = all.find(({ fields }) => fields.metadata?.custom_id === key) ?? {};
    efi.payBillet(id);
    await efi.notifyOfBillet(id);
  } else {
    const { id = '' } = [...efi.consents.values()].at(-1) ?? {};
    efi.endConsent(id, 'aceito');
    await efi.notifyOfConsent(id);
  }
}

/** Banks decide refunds and payouts later. */
async function settle({ efi, banks }: Parties): Promise<void> {
  for (const bank of [efi, ...Object.values(banks)]) {
    for (const { endToEndId, refunds } of bank.received.values()) {
      for (const { id, status } of refunds) {
        if (status !== 'EM_PROCESSAMENTO') continue;
        bank.settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
      }
    }
  }
  for (const { id, status } of efi.payouts.values()) {
    if (status !== 'EM_PROCESSAMENTO') continue;
    efi.settlePayout(id, { status: 'REALIZADO' });
    await efi.notifyOfPayouts([id]);
  }
}
