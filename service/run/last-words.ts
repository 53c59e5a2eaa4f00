import { SettingsError } from '../base/shared/settings-error.ts';
import { framesOf, nameOf } from '../http/error-handler.ts';
import { refusalSentence } from '../store/engine/refusal-reason.ts';

/** One sentence, or a name with frames: a message of something else may quote what it was given. */
export function lastWords(program: string, error: unknown): string {
  const sentence = error instanceof SettingsError ? error.message : refusalSentence(error);
  const frames = [`The ${program} ended on ${nameOf(error)}.`, ...framesOf(error)];
  return `${sentence ?? frames.join('\n')}\n`;
}
