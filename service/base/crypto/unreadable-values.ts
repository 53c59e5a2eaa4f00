import type { RotatingEnvelope } from './envelope.ts';
import { SealBroken } from './envelope.ts';

/** Decision: more than so many are as bad, and their number would only take memory. */
export const MOST_TOLD_APART = 10_000;

/** The same envelope, and how many values it could not open, each counted once. */
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
