import { expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { payinWithCard, startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const HOOK = 'http://127.0.0.1:65000/hook/s3cret?token=s3cret';

const service = opened(() =>
  startTestService({
    timers: manualTimers().timers,
    sendWebhook: async () => ({ kind: 'answered', status: 200, beginning: Buffer.from('s3cret') }),
  }),
);

function linesWith(text: string): Record<string, unknown>[] {
  return service.logged.filter((line) => line.includes(text)).map((line) => JSON.parse(line));
}

it('names the payin, its provider and what that answered, of an order that left none too', async () => {
  const { body: paid } = await service.post('no3ds', '/payin', validPayin());
  const [asked, line] = linesWith(paid.id);
  expect(asked).toMatchObject({ companyId: 'no3ds', verb: 'charge', outcome: 'approved' });
  expect(line).toMatchObject({ route: '/payin', payinId: paid.id, provider: 'sandbox' });
  await service.get('no3ds', `/payin/${paid.id}`);
  expect(linesWith('"/payin/:id"').at(-1)).toMatchObject({ payinId: paid.id });
  await service.post('no3ds', '/payin', payinWithCard({ number: '4000000000000127' }));
  const [declined] = linesWith('INVALID_CVV');
  expect(linesWith(String(declined?.payinId))).toMatchObject([{ outcome: 'declined' }, declined]);
});

it('has nothing of a path that is no id of ours', async () => {
  expect((await service.get('no3ds', '/payin/pay_no3ds_4111111111111111AAAAAA')).status).toBe(404);
  expect(linesWith('41111111')).toEqual([]);
});

it('has each attempt to deliver an event, without address, body or answer', async () => {
  const order = validPayin({ webhookUrl: HOOK });
  const { body: paid } = await service.post('no3ds', '/payin', order);
  const delivered = () => linesWith('an event was sent').at(-1);
  while (delivered() === undefined) await new Promise(setImmediate);
  const host = '127.0.0.1:65000';
  const eventId = expect.stringMatching(/^evt_no3ds_/);
  expect(delivered()).toMatchObject({ payinId: paid.id, eventId, host, outcome: 'HTTP_200' });
  expect(linesWith('s3cret')).toEqual([]);
});
