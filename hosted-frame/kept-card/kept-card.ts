import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { CardField } from '../../contract/card/card-field.ts';
import type { CardOutcome } from '../../contract/card/card-outcome.ts';
import type { CardState, CardSubmitResult } from '../../contract/frame/card-calls.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { NoteText } from './kept-note.ts';
import { createKeptNote } from './kept-note.ts';
import { lendCard } from './lend-card.ts';

// A chunk of its own, loaded while the buyer types: from elsewhere it imports types alone.

/**
 * Decision: a card that was tokenized stays in the fields, its CVV with it, for as long as its
 * payment may still need it: until the page tells how that ended, at most 15 minutes after its last
 * step. The CVV goes at the first answer that decides anything: approved, refused, failed, wrong
 * CVV.
 */
const KEPT_MS = 15 * 60_000;

/** A challenge has 15 minutes, after which the page hears of its end and may try the card again. */
const CHALLENGE_MS = KEPT_MS + 60_000;

/**
 * Decision: a page may say that a payment came to nothing as often as it likes. Beyond these tries
 * in a row the buyer is asked for the CVV, so that one typing never gives it more tokens than that.
 */
const MOST_TRIES = 3;

/**
 * `sent`: the card is good for one token, which is given out again. `again`: for a new one. `cvv`:
 * once its CVV is typed. `open`: the buyer may change all of it.
 */
type Phase = 'sent' | 'again' | 'cvv' | 'open';

/** What each word of the page leads to; a word that is not here changes nothing. */
const MOVES: { [phase in Phase]: { [outcome in CardOutcome]?: Phase | 'forgotten' } } = {
  sent: { challenge: 'sent', again: 'again', cvv: 'cvv', refused: 'open', approved: 'forgotten' },
  again: { cvv: 'cvv', refused: 'open', approved: 'forgotten' },
  cvv: { refused: 'open', approved: 'forgotten' },
  open: { approved: 'forgotten' },
};

const NOTES: { [phase in Phase]: NoteText } = {
  sent: 'kept',
  again: 'kept',
  cvv: 'cvv',
  open: 'open',
};

/** `order`: what the token in `result` is good for. */
type Kept = { phase: Phase; order: string; result: CardSubmitResult; isChallenged: boolean };

export type KeptForm = {
  state(): CardState;
  lock(open: readonly CardField[]): void;
  unlock(): void;
  clear(field?: CardField): void;
  focus(field?: CardField): void;
  showProblems(wrong: readonly { field: CardField; problem: 'required' | 'refused' }[]): void;
  announce(text: string): void;
};

export type KeptCard = ReturnType<typeof createKeptCard>;

export function createKeptCard(context: {
  document: Document;
  form: KeptForm;
  timers: Timers;
  now: () => Date;
  threeDS: CheckoutConfig['capabilities']['threeDS'];
}) {
  const { document, form, timers, now, threeDS } = context;
  const element = document.querySelector('form');
  const note = createKeptNote(document, changeCard);
  let kept: Kept | null = null;
  let tries = 0;
  let endLoan = () => {};
  let timer: unknown = null;
  /** A frame that slept may wake up late: the clock counts, not the timer alone. */
  let endsAt = 0;

  function wait(lengthMs: number): void {
    timers.clear(timer);
    endsAt = now().getTime() + lengthMs;
    timer = timers.set(forget, lengthMs);
  }

  /** Chromium lets Shift+Tab out of the page's modal dialog, into the frames behind it. */
  function setBehind(isBehind: boolean): void {
    element?.toggleAttribute('inert', isBehind);
  }

  function enter(phase: Phase): void {
    if (kept === null) return;
    setBehind(false);
    kept.phase = phase;
    wait(KEPT_MS);
    if (phase === 'open') form.unlock();
    else form.lock(phase === 'cvv' ? ['cvv'] : []);
    if (phase === 'cvv' || phase === 'open') form.clear('cvv');
    note.show(NOTES[phase]);
  }

  /** The card goes; a card that the buyer is typing by now is none of ours and stays. */
  function forget(): void {
    if (kept === null) return;
    release();
    form.clear();
  }

  function release(): void {
    kept = null;
    tries = 0;
    setBehind(false);
    endLoan();
    timers.clear(timer);
    form.unlock();
    note.show(null);
  }

  /** For as long as the token is kept and nothing was told of its payment: never with the CVV. */
  function lend(token: string, given: CardWithoutCvv): void {
    const { holderName, number, expirationMonth, expirationYear } = given;
    const card = { holderName, number, expirationMonth, expirationYear };
    endLoan = lendCard(token, () => (kept?.phase === 'sent' ? card : null));
  }

  /** The buyer's own wish, by the button beside the fields. */
  function changeCard(): void {
    if (element?.getAttribute('aria-busy') === 'true') return;
    forget();
    form.focus();
  }

  /** Once a token: a page must not lengthen it at will. */
  function awaitChallenge(): void {
    setBehind(true);
    if (kept === null || kept.isChallenged) return;
    kept.isChallenged = true;
    wait(CHALLENGE_MS);
  }

  function askCvv(): void {
    tries = 0;
    enter('cvv');
  }

  /**
   * Decision: a card is kept for the order, amount and plan it was tokenized for, and forgotten
   * before there is another: a page can use it for nothing else, and the next order begins empty.
   */
  function check(order: string): void {
    if (kept !== null && kept.order !== order) forget();
  }

  // What the buyer has typed into since a refusal is theirs, and no kept card any more.
  element?.addEventListener('input', () => {
    if (kept?.phase === 'open') release();
  });
  // No pointer comes here from behind a dialog: it is closed, whatever was told.
  document.addEventListener('pointerdown', () => setBehind(false));

  return {
    forget,
    writeWords: note.write,
    /** The card was tokenized for `order`. A form that was changed meanwhile keeps nothing. */
    keep(order: string, result: CardSubmitResult, card: CardWithoutCvv): void {
      if (!form.state().complete) {
        release();
        form.clear();
        return;
      }
      const isAgain = kept?.phase === 'again';
      kept = { phase: 'sent', order, result, isChallenged: false };
      tries = isAgain ? tries + 1 : 0;
      enter('sent');
      endLoan();
      if (threeDS.enabled && threeDS.needsCard) lend(result.token, card);
      form.announce(note.text('kept'));
    },
    /** What this order was given already; null where the card is to be tokenized. */
    given(order: string): CardSubmitResult | null {
      if (now().getTime() >= endsAt) forget();
      check(order);
      return kept?.phase === 'sent' ? kept.result : null;
    },
    check,
    tell(outcome: CardOutcome): void {
      if (outcome === 'ended') setBehind(false);
      const next = kept && MOVES[kept.phase][outcome];
      if (!next) return;
      if (next === 'forgotten') forget();
      else if (outcome === 'challenge') awaitChallenge();
      else if (next === 'cvv' || (next === 'again' && tries >= MOST_TRIES)) {
        askCvv();
        form.showProblems([{ field: 'cvv', problem: outcome === 'cvv' ? 'refused' : 'required' }]);
      } else {
        enter(next);
        if (next === 'open') form.announce(note.text('open'));
      }
    },
  };
}
