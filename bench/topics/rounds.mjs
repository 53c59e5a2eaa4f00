import { CONTESTANTS } from '../contestants.mjs';

/** In turn, so that what else the machine does falls on all alike; the first one changes. */
export async function alternate(rounds, measure, names = CONTESTANTS) {
  const answers = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) answers[name].push(await measure(name));
  }
  return answers;
}

export function measureOf(answers, label, pick) {
  return [label, answers.floor.map(pick), answers.ours.map(pick)];
}
