import type { RotatingEnvelope } from './envelope.ts';
import { SealBroken } from './envelope.ts';

/**
 * Decision: so many values that cannot be opened are told apart, by the places they were sealed for;
 * more than that are as bad, and their number would only take memory.
 */
export const MOST_TOLD_APART = 10_000;

/**
 * The same envelope, and how many values it was asked for that could not be opened, each counted
 * once however often it is met, up to `MOST_TOLD_APART`.
 */
export function countUnreadable(envelope: RotatingEnvelope): {
  envelope: RotatingEnvelope;
  count: () => number;
} {
  const met = new Set<string>();
  const note = <Value>(context: string, work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      if (error instanceof SealBroken && met.size < MOST_TOLD_APART) met.add(context);
      throw error;
    }
  };
  return {
    count: () => met.size,
    envelope: {
      seal: envelope.seal,
      versionOf: envelope.versionOf,
      use: envelope.use,
      open: (sealed, context) => note(context, () => envelope.open(sealed, context)),
      rewrap: (sealed, context) => note(context, () => envelope.rewrap(sealed, context)),
      get currentVersion() {
        return envelope.currentVersion;
      },
      get versions() {
        return envelope.versions;
      },
    },
  };
}
