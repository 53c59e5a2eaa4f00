import { LOCALES } from '../../contract/locale.ts';
import type { WarnOfOptions } from '../shared/known-options.ts';
import {
  CARD_ELEMENT_OPTIONS,
  INIT_OPTIONS,
  PAYMENT_ELEMENT_OPTIONS,
  PIX_ELEMENT_OPTIONS,
} from '../shared/known-options.ts';

const KNOWN = {
  init: INIT_OPTIONS,
  mountCardElement: CARD_ELEMENT_OPTIONS,
  mountPaymentElement: PAYMENT_ELEMENT_OPTIONS,
  mountPixElement: PIX_ELEMENT_OPTIONS,
} as const;

/** What a card element tells by `on`, and never by an option. */
const CARD_EVENT_OPTION = /^on(ready|change|focus|blur|submit|loaderror)$/i;

/** A name is cut there: nobody knows what stands in the place of one. */
const MAX_NAME_LENGTH = 40;

/**
 * The warnings of one client: each once, however often an element is mounted.
 *
 * Decision: an option that nobody knows is left out and told, not refused: a page that was written
 * for a newer release goes on selling with an older one.
 */
export function createWarnOfOptions(): WarnOfOptions {
  const told = new Set<string>();
  return (call, unknown) => {
    for (const name of unknown) {
      const warning = `checkout: ${call}: ${whatIsWrong(call, name)}`;
      if (told.has(warning)) continue;
      told.add(warning);
      // biome-ignore lint/suspicious/noConsole: it is for the developer alone
      window.console.warn(warning);
    }
  };
}

function whatIsWrong(call: keyof typeof KNOWN, name: string): string {
  if (name === 'locale') {
    return `locale is none of ${LOCALES.join(', ')}, so pt-BR is shown`;
  }
  const shown = name.slice(0, MAX_NAME_LENGTH);
  if (call === 'mountCardElement' && CARD_EVENT_OPTION.test(name)) {
    const event = name.slice(2).toLowerCase();
    return `there is no option ${shown}: use element.on('${event}', …)`;
  }
  const meant = KNOWN[call].find((known) => isNear(known, shown));
  return `there is no option ${shown}${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}

/** Whether one was most likely meant by the other: the same but for case and a letter or two. */
function isNear(known: string, given: string): boolean {
  const [one, other] = [known.toLowerCase(), given.toLowerCase().replace(/[^a-z]/g, '')];
  return one === other || editDistance(one, other) <= (one.length < 6 ? 1 : 2);
}

/** How many letters have to be put in, taken away or changed to make one text of the other. */
function editDistance(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()];
  for (let index = 1; index <= one.length; index += 1) {
    const next = [index];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (one[index - 1] === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
