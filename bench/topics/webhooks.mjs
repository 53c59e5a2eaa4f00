import { Agent } from 'node:http';
import { startEventReceiver } from '../../scripts/system/event-receiver.mjs';
import { createPayin } from '../../scripts/system/orders.mjs';
import { withPaymentService } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable, rowsOf } from '../../scripts/system/table.mjs';
import { CONNECTIONS, send } from '../load/load.mjs';
import { alternate } from './rounds.mjs';

/** Beside payins without a receiver. `firstAttemptP99`: milliseconds from answer to attempt. */
export async function measureWebhooks({ root }, { rounds, events }) {
  const on = (settings) =>
    withPaymentService(root, settings, ({ base }) => measureEngine(base, { rounds, events }));
  const figures = await withPostgres(async (postgres) => ({
    embedded: await on({}),
    postgres: await on({ DATABASE_URL: postgres.database('ours') }),
  }));
  print(figures, events);
  return figures;
}

async function measureEngine(origin, { rounds, events }) {
  const receiver = await startEventReceiver();
  let wanted = 0;
  const waits = [];
  try {
    const measure = async (name) => {
      const startedAt = performance.now();
      const withEvents = name === 'delivered';
      const answered = await createMany(origin, events, withEvents ? receiver.url : undefined);
      if (withEvents) {
        wanted += events;
        await receiver.received(wanted);
        waits.push(...firstWaits(answered, receiver.events));
      }
      return (events / (performance.now() - startedAt)) * 1000;
    };
    await measure('delivered');
    const { silent, delivered } = await alternate(rounds, measure, ['silent', 'delivered']);
    return {
      silent: median(silent),
      delivered: median(delivered),
      ratio: median(delivered.map((rate, index) => rate / silent[index])),
      firstAttemptP99: quantile(waits, 0.99),
    };
  } finally {
    await receiver.stop();
  }
}

function firstWaits(answered, events) {
  const arrivals = new Map();
  for (const { transactionId, at } of events.toReversed()) arrivals.set(transactionId, at);
  return [...answered].map(([id, at]) => arrivals.get(id) - at);
}

async function createMany(origin, count, webhookUrl) {
  const answered = new Map();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  async function work() {
    while (left > 0) {
      left -= 1;
      const { id } = await send(origin, createPayin(webhookUrl), agent);
      answered.set(id, performance.now());
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return answered;
}

function print(figures, events) {
  printTable(
    `${events} card payins, from the first request to the last event received`,
    [
      ...['engine', 'payins/s without events', 'with events delivered', 'ratio'],
      'first attempt, p99 ms after the answer',
    ],
    rowsOf(figures, ['silent', 'delivered', 'ratio', 'firstAttemptP99']),
  );
}
