import { Agent } from 'node:http';
import { ask } from '../../scripts/system/ask.mjs';
import { ACCOUNT } from '../../scripts/system/orders.mjs';
import { readRows } from './rows.mjs';

const CONNECTIONS = 16;
/** Of those refused so many are asked for again: each takes as long as a payin does. */
const AGAIN = 300;

/** Requests that were answered 503: said to be good later, and nothing of them is there. */
export async function compareRefused(place, busy, findings) {
  if (busy.length === 0) findings.wrong('no request was refused, so nothing was looked at');
  for (const { call, answer } of busy) {
    const { referenceId } = call.body;
    if (answer.body.error?.code !== 'UNAVAILABLE' || !(Number(answer.headers['retry-after']) > 0)) {
      findings.wrong(`${referenceId} was answered 503 without saying when to come again`);
    }
  }
  const { payins } = await readRows(place, ACCOUNT);
  const there = new Set(payins.map(({ reference_id: referenceId }) => referenceId));
  for (const { call } of busy) {
    const { referenceId } = call.body;
    if (there.has(referenceId)) findings.wrong(`${referenceId} was refused, and is there`);
  }
}

/** The same requests, twice. Gives `{ referenceId, id }` of each that was answered. */
export async function askRefusedAgain(base, busy, findings) {
  const waiting = busy.slice(0, AGAIN).map(({ call }) => call);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answered = [];
  const work = async () => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      const first = await ask(base, call, { agent });
      const second = await ask(base, call, { agent });
      const { referenceId } = call.body;
      if (first?.status !== 201 || second?.status !== 201) {
        findings.wrong(`${referenceId}, asked for again: ${first?.status}, ${second?.status}`);
        continue;
      }
      if (first.body.id !== second.body.id) findings.doubled(`${referenceId} has two payins`);
      answered.push({ referenceId, id: first.body.id });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return answered;
}

export async function compareAskedAgain(place, answered, findings) {
  const { payins } = await readRows(place, ACCOUNT);
  for (const { referenceId, id } of answered) {
    const ofReference = payins.filter((payin) => payin.reference_id === referenceId);
    const [payin] = ofReference;
    if (ofReference.length > 1) findings.doubled(`${referenceId} has ${ofReference.length} payins`);
    if (payin?.id !== id || payin.status !== 'APPROVED') {
      findings.lost(`payin ${id} was acknowledged and is not approved`);
    }
  }
}
