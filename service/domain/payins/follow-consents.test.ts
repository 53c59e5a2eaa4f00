import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { basic, send, startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const START = new Date('2027-03-01T12:00:00Z').getTime();
const MINUTE_MS = 60_000;
const WINDOW_MINUTES = 60;

describe.each(testDatabases())('a consent that nobody answers, on $engine', (database) => {
  let time = START;
  const { timers, round } = manualTimers();
  let service: Awaited<ReturnType<typeof startTestService>>;

  beforeAll(async () => {
    service = await startTestService({ database, timers, now: () => new Date(time) });
  }, 60_000);
  afterAll(() => service.stop());

  it('ends with its window, however often its bank was asked', async () => {
    const { card: _card, ...payin } = validPayin({ paymentMethod: 'OPEN_FINANCE' });
    const answer = await send(`${service.baseUrl}/payin`, {
      body: { bankId: 'ipe', ...payin },
      headers: basic('no3ds'),
    });
    expect(answer).toMatchObject({ status: 201, body: { status: 'PENDING' } });
    const status = async () =>
      (await createPayinStore(service.db).find('no3ds', answer.body.id))?.status;
    for (let minute = 1; minute < WINDOW_MINUTES; minute += 1) {
      time = START + minute * MINUTE_MS;
      await round(30_000);
      await round(15_000);
    }
    expect(await status()).toBe('PENDING');
    time = START + WINDOW_MINUTES * MINUTE_MS;
    await round(15_000);
    expect(await status()).toBe('CANCELED');
  });
});
