import type { Call } from './recorder.ts';
import type { Shape } from './shape.ts';
import type { Transcript } from './walk.ts';

/** `field`: by its path; null for a whole call. `theirs`: what the real party has there. */
export type Difference = {
  step: string;
  call: string;
  where: 'call' | 'status' | 'asked' | 'told';
  field: string | null;
  theirs: string;
  played: string;
};

const NOTHING = 'nothing';

/** What the party did that its simulator does not do, and the reverse, in the steps both have done. */
export function differences(theirs: Transcript, played: Transcript): Difference[] {
  return theirs.steps.flatMap(({ step, method, ended, calls }) => {
    const other = played.steps.find((one) => one.step === step && one.method === method);
    if (ended !== 'done' || other?.ended !== 'done') return [];
    const named = method === null ? step : `${method}: ${step}`;
    const all = new Set([...calls, ...other.calls].map(({ call }) => call));
    return [...all].flatMap((call) => {
      const find = (among: readonly Call[]) => among.find((one) => one.call === call);
      return ofCall(find(calls), find(other.calls)).map((found) => ({
        step: named,
        call,
        ...found,
      }));
    });
  });
}

type Found = Omit<Difference, 'step' | 'call'>;

function ofCall(theirs: Call | undefined, played: Call | undefined): Found[] {
  if (theirs === undefined || played === undefined) {
    const told = (one: Call | undefined) => (one === undefined ? NOTHING : 'called');
    return [{ where: 'call', field: null, theirs: told(theirs), played: told(played) }];
  }
  const statuses = ({ statuses: all }: Call) => ({ '': all.map(String).sort().join('|') });
  return [
    ...ofShapes('status', statuses(theirs), statuses(played)).map((one) => ({
      ...one,
      field: null,
    })),
    ...ofShapes('asked', theirs.asked, played.asked),
    ...ofShapes('told', theirs.told, played.told),
  ];
}

/** A simulator may do more in a step than its party did; not the reverse. */
function ofShapes(where: Found['where'], theirs: Shape, played: Shape): Found[] {
  const fields = new Set([...Object.keys(theirs), ...Object.keys(played)]);
  return [...fields].sort().flatMap((field) => {
    const [real = NOTHING, simulated = NOTHING] = [theirs[field], played[field]];
    const known = simulated.split('|');
    const isPlayed = real.split('|').every((kind) => known.includes(kind));
    return isPlayed ? [] : [{ where, field, theirs: real, played: simulated }];
  });
}
