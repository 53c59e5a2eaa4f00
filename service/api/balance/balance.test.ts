import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { newReference, startTestService, validPayin } from '../../testing/test-service.ts';

describe.each(testDatabases())('GET /balance on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const read = (account: string) => service.get(account, '/balance');

  it('tells what a payin brought and what a payout took', async () => {
    const before = (await read('no3ds')).body;
    const paid = await service.post('no3ds', '/payin', validPayin());
    const payin = await service.get('no3ds', `/payin/${paid.body.id}`);
    const brought = (await read('no3ds')).body;
    expect(payin.body.netAmount).toBeGreaterThan(0);
    expect(brought.available).toBe(before.available + payin.body.netAmount);
    const payout = {
      amount: 3_000,
      pixKey: '00000000-0000-4000-8000-000000000406',
      pixKeyType: 'EVP',
      referenceId: newReference(),
    };
    expect((await service.post('no3ds', '/payout', payout)).status).toBe(201);
    const took = (await read('no3ds')).body;
    expect(took.available).toBe(brought.available - 3_000);
    expect(took.inFlight).toBe(brought.inFlight + 3_000);
    expect(took).toMatchObject({ currency: 'BRL', debt: 0 });
  });
});
