import { ask } from '../../scripts/system/ask.mjs';
import { ACCOUNT, createPayin, credentialsOf } from '../../scripts/system/orders.mjs';
import { openPlace } from '../../scripts/system/payment-service.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { createFindings } from '../checks/findings.mjs';
import { reconcile } from '../checks/rows.mjs';
import { inWords } from '../merchant/merchant.mjs';
import { fullDisk, isOneSentence } from './faults/full-disk.mjs';
import { endWell } from './trial.mjs';

const FAULTS = {
  'a full disk': fullDisk,
  'few open files': fewOpenFiles,
  'a clock at its bound': clockAtItsBound,
};

/** What a machine may do to a service. Each gives a sentence on what was seen. */
export async function faults({ root }) {
  const rows = [];
  let isRight = true;
  for (const [name, run] of Object.entries(FAULTS)) {
    const findings = createFindings();
    const seen = await run({ root, findings });
    rows.push([name, findings.isNothing() ? 'as promised' : 'NOT as promised', seen]);
    isRight = isRight && findings.isNothing();
  }
  printTable('faults, embedded engine', ['fault', 'the service was', 'seen'], rows);
  return isRight;
}

const FILES = 128;

/** Started where it may open too few files, it says so and ends. */
async function fewOpenFiles({ root, findings }) {
  const place = openPlace(root);
  try {
    const { code, said } = await place.start(await place.choosePorts(), { openFiles: FILES }).ended;
    if (code !== 1) findings.wrong(`with ${FILES} files it ended with ${code}`);
    if (!isOneSentence(said) || !said.includes('ulimit -n')) findings.wrong(`it said: ${said}`);
    return said;
  } finally {
    await place.remove();
  }
}

const MOVED = 'nocard';
/** Ten years at a time, a hundred in all. */
const MOVE_SECONDS = 316_224_000;
const MOVES = 10;

/** One account's clock is moved as far as it goes; the others must not notice, nor the next start. */
async function clockAtItsBound({ root, findings }) {
  const place = openPlace(root);
  const ports = await place.choosePorts();
  let service = place.start(ports);
  const move = (advanceSeconds) =>
    ask(service.base, {
      method: 'POST',
      path: '/sandbox/clock',
      headers: credentialsOf(MOVED),
      body: { advanceSeconds },
    });
  const expectStatus = async (what, asking, status) => {
    const answer = await asking;
    if (answer?.status !== status) findings.wrong(`${what} was answered ${inWords(answer)}`);
    return answer;
  };
  try {
    await service.ready();
    let now = '';
    for (let count = 1; count <= MOVES; count += 1) {
      const answer = await expectStatus(`move ${count}`, move(MOVE_SECONDS), 200);
      now = answer?.body?.now ?? now;
    }
    await expectStatus('a move past the bound', move(1), 400);
    const payAll = async (when) => {
      await expectStatus(`a card payin of another account ${when}`, payByCard(service.base), 201);
      await expectStatus(`a PIX of the moved account ${when}`, payByPix(service.base), 201);
    };
    await payAll('at the bound');
    await service.kill();
    service = place.start(ports);
    await service.ready();
    await payAll('after a restart');
    await expectStatus('a move past the bound', move(1), 400);
    await endWell(service, findings);
    await reconcile(place, findings);
    return `one account in ${now.slice(0, 4)}, refused to go further, and the others in their own time`;
  } finally {
    await place.remove();
  }
}

function payByCard(base) {
  return ask(base, { ...createPayin(), headers: credentialsOf(ACCOUNT) });
}

function payByPix(base) {
  const { card: _card, ...body } = createPayin().body;
  const headers = credentialsOf(MOVED);
  return ask(base, {
    method: 'POST',
    path: '/payin',
    headers,
    body: { ...body, paymentMethod: 'PIX' },
  });
}
