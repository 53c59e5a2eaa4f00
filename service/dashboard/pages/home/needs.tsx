import type { FC } from 'hono/jsx';
import type { WaitingOfAll } from '../../../domain/summaries/attention.ts';
import { moment } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { countOf } from '../operator/waiting.tsx';

const WORDS = words({
  title: ['Precisa de alguém', 'Needs somebody'],
  nothing: ['Nada espera por você.', 'Nothing waits for you.'],
  since: ['desde', 'since'],
});

/** `href`: where it is worked on. `since`: when the first of it began to wait. */
export type Need = { sentence: string; href: string | null; since: Date | null };

/** `many`: the number is put in for `{count}`. */
export type Counted = { one: string; many: string };

export function needOf(
  waiting: WaitingOfAll,
  say: Counted,
  { href, language }: { href: string | null; language: Language },
): Need[] {
  const { count, since } = waiting;
  if (count === 0) return [];
  const sentence = count === 1 ? say.one : say.many.replace('{count}', countOf(waiting, language));
  return [{ href, since, sentence }];
}

export const Needs: FC<{ needs: readonly Need[]; language: Language }> = ({ needs, language }) => {
  const text = WORDS[language];
  return (
    <section class={needs.length === 0 ? 'needs' : 'needs some'}>
      <h2>{text.title}</h2>
      {needs.length === 0 ? (
        <p class="hint">{text.nothing}</p>
      ) : (
        <ul>
          {needs.map(({ href, sentence, since }) => (
            <li>
              {href === null ? sentence : <a href={href}>{sentence}</a>}
              {since === null ? null : (
                <>
                  {' '}
                  <time datetime={since.toISOString()}>
                    {`${text.since} ${moment(since, language)}`}
                  </time>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
