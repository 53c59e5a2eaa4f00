import type { Call } from './recorder.ts';
import type { Shape } from './shape.ts';
import type { Transcript } from './walk.ts';

/** `field`: by its path, or `status`, or all of a call. `theirs`: what the real party has there. */
export type Difference = {
  step: string;
  call: string;
  where: 'call' | 'asked' | 'told';
  field: string;
  theirs: string;
  played: string;
};

const NOTHING = 'nothing';

/** What the party did that its simulator does not do, and the reverse, in the steps both have done. */
export function differences(theirs: Transcript, played: Transcript): Difference[] {
  return theirs.steps.flatMap(({ step, method, ended, calls }) => {
    const other = played.steps.find((one) => one.step === step && one.method === method);
    if (ended !== 'done' || other?.ended !== 'done') return [];
    const all = new Set([...calls, ...other.calls].map(({ call }) => call));
    return [...all].flatMap((call) => {
      const find = (among: readonly Call[]) => among.find((one) => one.call === call);
      const at = { step: method === null ? step : `${method}: ${step}`, call };
      const [real, simulated] = [find(calls), find(other.calls)];
      return [
        ...compared(ofCall(real), ofCall(simulated)).map((one) => ({
          ...at,
          ...one,
          where: 'call' as const,
        })),
        ...compared(real?.asked, simulated?.asked).map((one) => ({
          ...at,
          ...one,
          where: 'asked' as const,
        })),
        ...compared(real?.told, simulated?.told).map((one) => ({
          ...at,
          ...one,
          where: 'told' as const,
        })),
      ];
    });
  });
}

function ofCall(one: Call | undefined): Shape {
  return { status: one === undefined ? NOTHING : one.statuses.sort().join('|') };
}

/** A simulator may do more in a step than its party did; not the reverse. */
function compared(theirs: Shape = {}, played: Shape = {}) {
  const fields = new Set([...Object.keys(theirs), ...Object.keys(played)]);
  return [...fields].sort().flatMap((field) => {
    const [real = NOTHING, simulated = NOTHING] = [theirs[field], played[field]];
    const known = simulated.split('|');
    const isPlayed = real.split('|').every((kind) => known.includes(kind));
    return isPlayed ? [] : [{ field, theirs: real, played: simulated }];
  });
}
