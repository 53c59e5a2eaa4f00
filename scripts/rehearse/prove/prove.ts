import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofOf } from '../../../service/providers/proof.ts';
import { differences } from './compare.ts';
import { openNoticePlace } from './notice-place.ts';
import type { ProveOptions } from './options.ts';
import { walkSimulator } from './simulate.ts';
import type { Proving } from './walk.ts';
import { walkProvider } from './walk.ts';

/**
 * Walks every step at an account's party, then at its simulator, names what is not alike, and
 * writes the transcript. Exit code 0 where no step failed. `override`: where the party is, in tests.
 */
export async function prove(
  { folder, noticesAt, ...options }: ProveOptions & Pick<Proving, 'override'>,
  print: (line: string) => void,
): Promise<number> {
  const { definition, environment } = options;
  const notices = noticesAt && (await openNoticePlace(noticesAt));
  const tell: Proving['tell'] = ({ step, method, ended, why }) =>
    print(`  ${ended.padEnd(9)}  ${(method ?? '').padEnd(12)}  ${step}${why ? `: ${why}` : ''}`);
  print(`${definition.title}, ${environment}`);
  const theirs = await walkProvider({ ...options, notices, tell }).finally(notices?.stop);

  print('\nThe same at the simulator, and what is not alike:');
  const found = differences(theirs, await walkSimulator(definition));
  for (const { step, call, where, field, ...values } of found) {
    print(`  ${step}\n    ${call}\n    ${where} ${field}: ${values.theirs}; here ${values.played}`);
  }
  const file = join(folder, `prove-${definition.name}-${environment}-${theirs.on}.json`);
  writeFileSync(file, `${JSON.stringify({ ...theirs, differences: found }, null, 2)}\n`);
  const { methods = [] } = proofOf(theirs, definition.methods) ?? {};
  print(`${found.length} are named.\n\nProved: ${methods.join(', ') || 'no method'}`);
  print(`Written to ${file}, without a secret or a person in it. Where a method is proved, next:`);
  const next = `--company COMPANY --provider ${definition.name} --transcript ${file}`;
  print(`  npm run -s operator -- provider prove ${next}`);
  return theirs.steps.some(({ ended }) => ended === 'failed') ? 1 : 0;
}
