import type { Command, CommandAnswer } from './command.ts';

/** Under systemd the service's /tmp is its own: a file that is not here was not backed up to. */
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
