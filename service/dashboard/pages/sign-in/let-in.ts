import type { SignedInNow } from '../../../domain/people/sign-in.ts';
import type { Visit } from '../../framework/route.ts';
import { SIGN_IN_WORDS } from './words.ts';

/** Opens the session in the browser; gives what whoever comes in has to be told, if anything. */
export function letIn(
  { cookies, language }: Visit,
  { token, browser, wrongCodes }: SignedInNow,
): string | undefined {
  cookies.forget('sign-in');
  cookies.write('session', token);
  cookies.write('browser', browser);
  if (wrongCodes === 0) return undefined;
  return SIGN_IN_WORDS[language].wrongCodes.replace('{count}', String(wrongCodes));
}
