import { expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import type { Payin } from './payin.ts';
import { awaitDecision } from './payin-repeat.ts';

const service = opened(startTestService);

async function madePayin(): Promise<Payin> {
  const body = validPayin();
  const made = await service.post('no3ds', '/payin', body);
  const { payins } = (await openTestOperator(service.db)).services;
  const payin = await payins.find('no3ds', String(made.body.id));
  if (payin === null) throw new Error('the payin is not there');
  return payin;
}

it('waits for the first without the place that a request takes', async () => {
  const decided = await madePayin();
  const charging: Payin = { ...decided, chargeState: 'charging' };
  let taken = 1;
  const place = {
    leave: () => {
      taken -= 1;
    },
    return: () => {
      taken += 1;
    },
    end: () => undefined,
  };
  const seen: [string, number][] = [];
  const answers: Payin[] = [charging, { ...decided, chargeState: 'reserved' }, decided];
  const services = {
    payins: {
      async find() {
        seen.push(['looking', taken]);
        return answers.shift() ?? null;
      },
    },
    timers: {
      after(_delayMs: number, work: () => void) {
        seen.push(['waiting', taken]);
        const handle = setImmediate(work);
        return () => clearImmediate(handle);
      },
    },
  };
  const repeated = awaitDecision(charging, { ...services, slot: place });
  expect(await repeated).toBe(decided);
  const round = [
    ['waiting', 0],
    ['looking', 1],
  ];
  expect(seen).toEqual([...round, ...round, ...round]);
  expect(taken).toBe(1);
});
