import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofOf } from '../../../service/providers/proof.ts';
import { differences } from './compare.ts';
import { openNoticePlace } from './notice-place.ts';
import type { ProveOptions } from './options.ts';
import { walkSimulator } from './simulate.ts';
import type { StepTold } from './walk.ts';
import { walkProvider } from './walk.ts';

/**
 * Walks every step at an account's party, then at its simulator, names what is not alike, and
 * writes the transcript. Exit code 0 where no step failed. Throws `WrongSettings`.
 */
export async function prove(
  { into, notices: asked, ...options }: ProveOptions,
  print: (line: string) => void,
): Promise<number> {
  const { definition, environment, methods } = options;
  const notices = asked === null ? undefined : await openNoticePlace(asked);
  print(`${definition.title}, ${environment}: ${methods.join(', ')}`);
  const tell = (step: StepTold) => print(lineOf(step));
  const theirs = await walkProvider({ ...options, notices, tell }).finally(notices?.stop);

  print('\nThe same at the simulator, and what is not alike:');
  const found = differences(theirs, await walkSimulator({ definition, methods }));
  for (const { step, call, where, field, ...values } of found) {
    const at = field === null ? where : `${where} ${field}`;
    print(`  ${step}\n    ${call}\n    ${at}: ${values.theirs}; simulated: ${values.played}`);
  }
  if (found.length === 0) print('  nothing');

  const file = join(into, `prove-${definition.name}-${environment}-${theirs.on}.json`);
  writeFileSync(file, `${JSON.stringify({ ...theirs, differences: found }, null, 2)}\n`);
  const proof = proofOf(theirs);
  print(`\nProved on ${theirs.on}: ${proof === null ? 'no method' : proof.methods.join(', ')}`);
  print(`Written to ${file}, without a secret or a person in it.`);
  if (proof !== null) {
    const named = `--company COMPANY --provider ${definition.name}`;
    print(`Next: npm run -s operator -- provider prove ${named} --transcript ${file}`);
  }
  return theirs.steps.some(({ ended }) => ended === 'failed') ? 1 : 0;
}

function lineOf({ step, method, ended, why }: StepTold): string {
  const about = (method ?? '').padEnd(12);
  return `  ${ended.padEnd(9)}  ${about}  ${step}${why === null ? '' : `: ${why}`}`;
}
