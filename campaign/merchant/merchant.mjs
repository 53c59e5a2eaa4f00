import { Agent } from 'node:http';
import { ask } from '../../scripts/system/ask.mjs';
import { ACCOUNT, credentialsOf } from '../../scripts/system/orders.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { ACT_CALLS, ORDER_KINDS, WEIGHTS } from './order-kinds.mjs';

const headers = credentialsOf(ACCOUNT);
/** Answers that only say "ask again"; so does none. */
const ASK_AGAIN = new Set([429, 500, 503]);
/** A control call that was made before, and not answered. */
const DONE_BEFORE = 'ILLEGAL_TRANSITION';
const MOST_TRIES = 50;
/** One order in so many is refunded, or paid, at once. */
const ACTS = { true: 1, false: 2 };

/**
 * Writes down every order with what was told of it, and asks again, with the same body, for what
 * was not answered. `report` is told each answer that no order of its kind may get.
 */
export function createMerchant({ chance, webhookUrl, report, weights = WEIGHTS }) {
  const book = [];
  const failures = { count: 0 };

  function newOrder(name = chance.pick(weights)) {
    const kind = ORDER_KINDS[name];
    const [act = null] = chance.pick(ACTS) === 'true' ? Object.keys(kind.acts ?? {}) : [];
    return write({ name, act, ...kind.make(webhookUrl) });
  }

  function write({ name, act, path, body }) {
    // `told`: the first answer. `sent`: whether the act was asked for, answered or not.
    const order = { name, path, body, act, told: null, isSent: false, isDone: false, asked: 0 };
    book.push(order);
    return order;
  }

  function create(base, { path, body }, options) {
    return ask(base, { method: 'POST', path, headers, body }, options);
  }

  async function advance(order, base, options) {
    const { name, body } = order;
    if (order.told === null) {
      order.asked += 1;
      const answer = await create(base, order, options);
      if (answer?.status === 500) failures.count += 1;
      if (!isAnswer(answer)) return false;
      if (!isRightFor(ORDER_KINDS[name], order, answer)) {
        report(`${name} ${body.referenceId} was answered ${inWords(answer)}`);
      }
      order.told = answer;
    }
    if (order.act === null || order.told.status !== 201) {
      order.isDone = true;
      return true;
    }
    order.isSent = true;
    const { id, referenceId = body.referenceId } = order.told.body;
    const { done, ...call } = ACT_CALLS[order.act]({ id, referenceId });
    const answer = await ask(base, { method: 'POST', headers, ...call }, options);
    if (!isAnswer(answer)) return false;
    const isDone = answer.status === done || (done === 200 && codeOf(answer) === DONE_BEFORE);
    if (!isDone) report(`${order.act} of ${order.told.body.id} was answered ${inWords(answer)}`);
    order.isDone = true;
    return true;
  }

  return {
    book,
    failures,
    newOrder,
    tryAgain: ({ path, body }, name) => write({ name, act: null, path, body }),
    advance,
    acknowledged: () => book.filter(({ told }) => told?.status === 201),
    unfinished: () => book.filter(({ isDone }) => !isDone),

    trade: (options) => trade(options, { newOrder, advance }),

    /** Asks once more, all at once, for everything that was not answered. */
    async repeat(base, patienceMs) {
      await Promise.all(
        book.filter(({ isDone }) => !isDone).map((order) => advance(order, base, { patienceMs })),
      );
    },

    /** Moves the account's time past what the silent acquirer takes. */
    async passTime(base, seconds) {
      const body = { advanceSeconds: seconds };
      const answer = await ask(base, { method: 'POST', path: '/sandbox/clock', headers, body });
      if (answer?.status !== 200) report(`the clock was answered ${inWords(answer)}`);
    },

    read: (base, path) => persist(() => ask(base, { method: 'GET', path, headers })),

    sendAgain: (base, order) => persist(() => create(base, order)),
  };
}

/**
 * Until `stop`, which resolves once no request is on its way. `toBase`: the service for the nth
 * request. `isStubborn`: stays with an order until it is answered.
 */
function trade({ connections, toBase, isStubborn = false }, { newOrder, advance }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const order = newOrder();
      for (;;) {
        asked += 1;
        const isDone = await advance(order, toBase(asked), { agent });
        if (isDone || !isStubborn || isOver) break;
        await pause(50);
      }
    }
  };
  const working = Promise.all(Array.from({ length: connections }, work));
  return {
    async stop() {
      isOver = true;
      await working;
      agent.destroy();
    },
  };
}

async function persist(askOnce) {
  let answer = await askOnce();
  for (let tries = 1; !isAnswer(answer) && tries < MOST_TRIES; tries += 1) {
    await pause(100);
    answer = await askOnce();
  }
  return answer;
}

function isAnswer(answer) {
  if (answer === null || ASK_AGAIN.has(answer.status)) return false;
  return codeOf(answer) !== 'IN_PROGRESS';
}

function isRightFor({ refusal, mayBeTaken }, { asked }, answer) {
  if (refusal === undefined) return answer.status === 201;
  return codeOf(answer) === refusal || (mayBeTaken && asked > 1 && answer.status === 201);
}

function codeOf({ body }) {
  return body?.error?.code;
}

export function inWords(answer) {
  if (answer === null) return 'nothing';
  return `${answer.status} ${codeOf(answer) ?? answer.body?.status ?? ''}`.trim();
}
