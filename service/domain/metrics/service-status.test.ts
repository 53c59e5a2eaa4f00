import { describe, expect, it } from 'vitest';
import { createServiceStatus } from './service-status.ts';

function setUp() {
  const time = { minute: 0 };
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
  const health: { status: 'ok' | 'unavailable' } = { status: 'ok' };
  const status = createServiceStatus(
    async () => health,
    () => at(time.minute),
  );
  return {
    health,
    read: status.read,
    told(minute: number, verb: string, outcome: string) {
      time.minute = minute;
      status.acquirerAnswered({ verb, outcome, durationMs: 1 });
    },
    pass(minute: number) {
      time.minute = minute;
    },
    async of(method: string) {
      const found = (await status.read()).methods.find((one) => one.method === method);
      return [found?.status, new Date(found?.since ?? 0).getUTCMinutes()];
    },
  };
}

describe('what is told of a method', () => {
  it('is nothing seen until somebody was asked', async () => {
    const { read } = setUp();
    expect((await read()).methods.map(({ method, status }) => [method, status])).toEqual([
      ['PIX', 'unseen'],
      ['BOLETO', 'unseen'],
      ['CREDIT_CARD', 'unseen'],
      ['OPEN_FINANCE', 'unseen'],
      ['PAYOUT', 'unseen'],
    ]);
  });

  it.each([
    ['charge', 'approved', 'CREDIT_CARD'],
    ['charge', 'refused', 'CREDIT_CARD'],
    ['issue_pix', 'issued', 'PIX'],
    ['issue_boleto', 'issued', 'BOLETO'],
    ['open_consent', 'issued', 'OPEN_FINANCE'],
    ['send_transfer', 'rejected', 'PAYOUT'],
  ])('is working once %s was answered by %s', async (verb, outcome, method) => {
    const { told, of } = setUp();
    told(1, verb, outcome);
    told(2, verb, outcome);
    expect(await of(method)).toEqual(['working', 1]);
  });

  it.each(['unavailable', 'timeout', 'failed'])(
    'is failing after three of %s in a row, since the first of them',
    async (outcome) => {
      const { told, of } = setUp();
      told(1, 'charge', 'approved');
      told(2, 'charge', outcome);
      told(3, 'charge', outcome);
      expect(await of('CREDIT_CARD')).toEqual(['working', 1]);
      told(4, 'charge', outcome);
      told(5, 'charge', outcome);
      expect(await of('CREDIT_CARD')).toEqual(['failing', 2]);
      expect(await of('PIX')).toEqual(['unseen', 0]);
      told(6, 'charge', 'refused');
      expect(await of('CREDIT_CARD')).toEqual(['working', 6]);
    },
  );

  it('is not failing where an answer comes in between, nor by what is looked up later', async () => {
    const { told, of } = setUp();
    told(1, 'issue_pix', 'unavailable');
    told(2, 'issue_pix', 'unavailable');
    told(3, 'issue_pix', 'issued');
    told(4, 'issue_pix', 'unavailable');
    told(5, 'issue_pix', 'unavailable');
    for (const minute of [6, 7, 8]) told(minute, 'find_payment', 'unavailable');
    expect(await of('PIX')).toEqual(['working', 3]);
  });

  it('is failing too where nothing ever worked', async () => {
    const { told, of } = setUp();
    told(1, 'charge', 'timeout');
    told(2, 'charge', 'timeout');
    expect(await of('CREDIT_CARD')).toEqual(['unseen', 1]);
    told(3, 'charge', 'timeout');
    expect(await of('CREDIT_CARD')).toEqual(['failing', 1]);
  });
});

it('tells since when no payment can be taken', async () => {
  const { health, read, pass } = setUp();
  const minutes = async () => {
    const { status, since } = await read();
    return [status, new Date(since).getUTCMinutes()];
  };
  pass(3);
  expect(await minutes()).toEqual(['ok', 0]);
  health.status = 'unavailable';
  pass(4);
  expect(await minutes()).toEqual(['unavailable', 4]);
  pass(5);
  expect(await minutes()).toEqual(['unavailable', 4]);
  health.status = 'ok';
  expect(await minutes()).toEqual(['ok', 5]);
});
