import { toOutsideText } from '../../base/shared/outside-text.ts';

const MAX_CHARACTERS = 500;

export function toAnswerText(beginning: Uint8Array): string {
  return toOutsideText(new TextDecoder().decode(beginning), MAX_CHARACTERS);
}
