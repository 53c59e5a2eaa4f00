import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import type { Provider } from '../providers/provider.ts';
import { never } from '../sandbox/acquirer/never.ts';
import { ACQUIRER, ISSUER, PAYOUT_ACQUIRER, testProvider } from '../testing/test-provider.ts';
import type { TestService } from '../testing/test-service.ts';
import {
  newReference,
  startTestService,
  validPayin,
  validPayout,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const COMPANY = 'no3ds';
const APPROVED = { kind: 'approved', externalId: 'card-1' } as const;
const PARTS = {
  cards: {
    ...ACQUIRER,
    charge: async () => APPROVED,
    findCharge: async () => APPROVED,
    refund: ACQUIRER.charge,
    findRefund: ACQUIRER.findCharge,
    capabilities: { refund: ['CREDIT_CARD'] },
  },
  payments: ISSUER,
  payouts: { ...PAYOUT_ACQUIRER, check: async () => ({ kind: 'payable' }) },
} as unknown as Partial<Provider>;

/** `toldOf`: ends once that verb was asked, which nobody answers. */
function silentAt(verb: string) {
  const { promise: toldOf, resolve } = deferred();
  const hang = (_asked: unknown, signal: AbortSignal) => {
    resolve();
    return never(signal);
  };
  const parts = Object.entries(PARTS).map(([name, part]) => [
    name,
    verb in Object(part) ? { ...Object(part), [verb]: hang } : part,
  ]);
  return { provider: testProvider(Object.fromEntries(parts)), toldOf };
}

const REFUND = { referenceId: newReference() };
const PIX = { paymentMethod: 'PIX', card: undefined };
async function make(service: TestService, change = {}): Promise<string> {
  return `/payin/${(await service.post(COMPANY, '/payin', validPayin(change))).body.id}`;
}

const CALLS: [verb: string, call: (service: TestService) => Promise<unknown>][] = [
  ['charge', (service) => service.post(COMPANY, '/payin', validPayin())],
  ['issuePix', (service) => service.post(COMPANY, '/payin', validPayin(PIX))],
  ['findPayment', async (service) => service.post(COMPANY, `${await make(service, PIX)}/cancel`)],
  ['refund', async (service) => service.post(COMPANY, `${await make(service)}/refund`, REFUND)],
  ['check', (service) => service.post(COMPANY, '/payout', validPayout())],
  ['storeCard', (service) => service.tokenize('cardonfile')],
];

describe('a provider that says nothing', () => {
  it.each(CALLS)('to %s takes nobody’s place', async (verb, call) => {
    const { provider, toldOf } = silentAt(verb);
    const { timers, runAll } = manualTimers();
    const workLimit = { atOnce: 1, waitMs: 60_000 };
    const service = await startTestService({ provider, timers, settings: { workLimit } });
    onTestFinished(() => service.stop());
    const asking = call(service);
    await toldOf;
    expect((await service.get(COMPANY, '/payin/pay_no3ds_none')).status).toBe(404);
    runAll();
    await asking;
  });
});
