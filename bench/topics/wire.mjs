import { startPaymentService } from '../../scripts/system/payment-service.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { typeCard } from '../browser/type-card.mjs';
import { evaluate, openVisitor } from '../browser/visitor.mjs';
import { CONTESTANTS } from '../contestants.mjs';
import { startRelay } from '../service/relay.mjs';

const SETTLE_MS = 300;

/**
 * Counted before the script host and frame host; not the merchant's page. Exact, so once is enough.
 */
export async function measureWire(lab) {
  const relays = await Promise.all([startRelay(), startRelay(), startRelay(), startRelay()]);
  const [floorBase, floorFrame, oursBase, oursFrame] = relays;
  const service = await startPaymentService(lab.root, {
    BASE_URL: oursBase.origin,
    CHECKOUT_URL: oursFrame.origin,
  });
  floorBase.serve(lab.origins.floor.base);
  floorFrame.serve(lab.origins.floor.frame);
  oursBase.serve(service.base);
  oursFrame.serve(service.frame);
  const origins = {
    floor: { base: floorBase.origin, frame: floorFrame.origin },
    ours: { base: oursBase.origin, frame: oursFrame.origin },
  };
  const pairs = { floor: [floorBase, floorFrame], ours: [oursBase, oursFrame] };
  try {
    const counted = {};
    for (const name of CONTESTANTS) {
      counted[name] = await visit(lab, lab.pageOf(name, {}, origins), pairs[name]);
    }
    print(counted);
    return counted;
  } finally {
    await service.stop();
    for (const relay of relays) await relay.stop();
  }
}

/** One first visit with a payment, then a second visit with what the first one left in the cache. */
async function visit({ chromium }, url, relays) {
  const visitor = await openVisitor(chromium);
  const take = () => toCount(relays.map((relay) => relay.take()));
  take();
  await visitor.load(url);
  await pause(SETTLE_MS);
  const ready = take();
  const frame = await visitor.frame();
  await typeCard(visitor.page, frame);
  await pause(SETTLE_MS);
  const typing = take();
  await evaluate(visitor.page, 'bench.submit()');
  await pause(SETTLE_MS);
  const submit = take();
  await visitor.leave();
  take();
  await visitor.load(url);
  await pause(SETTLE_MS);
  const again = take();
  await visitor.close();
  return { ready, typing, submit, again };
}

function toCount(taken) {
  const requests = taken.flatMap((part) => part.requests);
  return {
    requests: requests.map(({ method, path }) => `${method} ${path}`),
    preflights: requests.filter(({ method }) => method === 'OPTIONS').length,
    bytes: taken.reduce((sum, part) => sum + part.bytes, 0),
  };
}

const PHASES = {
  ready: 'until ready',
  typing: 'while typing',
  submit: 'submit',
  again: 'second visit, until ready',
};

function print(counted) {
  printTable(
    'On the wire (answers with headers, bytes; requests with preflights)',
    ['', 'who', 'requests', 'preflights', 'bytes', 'which'],
    Object.entries(PHASES).flatMap(([phase, label]) =>
      CONTESTANTS.map((name) => {
        const { requests, preflights, bytes } = counted[name][phase];
        return [label, name, requests.length, preflights, bytes, requests.join(', ')];
      }),
    ),
  );
}
