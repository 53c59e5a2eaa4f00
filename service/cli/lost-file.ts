import type { Command, CommandAnswer } from './command.ts';

/**
 * The answer of a service, which does not see the disk as whoever asked it does: under systemd its
 * /tmp is its own and ends with it. A file that is not here is not one that was backed up to.
 */
export function withLostFile(
  answer: CommandAnswer,
  { options }: Pick<Command, 'options'>,
  given: Readonly<Record<string, string>>,
  isHere: (path: string) => boolean,
): CommandAnswer {
  const lost = options.find(({ name, isFile }) => {
    const path = given[name];
    return isFile && path !== undefined && path !== '' && !isHere(path);
  });
  if (lost === undefined || answer.isBad) return answer;
  const note = `--${lost.name} is not here: the service wrote it where nobody else sees it, such as a /tmp of its own. Name one in its DATA_DIR, and move it from there.`;
  return { ...answer, isBad: true, notes: [...answer.notes, note] };
}
