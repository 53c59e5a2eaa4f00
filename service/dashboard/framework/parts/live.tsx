import type { Child, FC } from 'hono/jsx';
import { words } from '../../words/words.ts';
import type { Visit } from '../route.ts';

const WORDS = words({ changed: ['Esta página foi atualizada.', 'This page was updated.'] });

/**
 * The part of a page that changes by itself: the script asks for it again every so many seconds,
 * and does not where `seconds` is null. A page has one. What a posted form was answered with stays.
 */
export const Live: FC<{
  visit: Visit;
  seconds: number | null;
  class?: string;
  children?: Child;
}> = ({ visit, seconds, class: className, children }) => {
  const isGoing = seconds !== null && visit.request.method === 'GET';
  return (
    <div
      class={className === undefined ? 'live' : `live ${className}`}
      data-live={isGoing ? seconds : undefined}
      // Somebody else may have signed in meanwhile: theirs does not belong onto this page.
      data-of={visit.user.id}
      data-changed={WORDS[visit.language].changed}
    >
      {children}
    </div>
  );
};
