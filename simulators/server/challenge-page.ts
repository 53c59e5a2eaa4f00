import type { PartyAnswer, PartyRecord, PartyRequest, Route } from './exchange.ts';
import { answerForm, bankPage } from './exchange.ts';

/**
 * The page of a card's bank (ACS): a form opens it in a frame, with the text of the challenge in
 * `field`; the buyer confirms or refuses, and it tells the window around it, to whom it may concern.
 */
export function challengeRoutes(bank: {
  record: PartyRecord;
  field: string;
  /** The text of the challenge of that id; null once it is over, undefined where there was none. */
  textOf: (id: string) => string | null | undefined;
  end: (id: string, isConfirmed: boolean) => void;
  /** What the page says to the window around it, as script. */
  lastWords: () => string;
}): Route[] {
  const { record, field } = bank;

  /** `text` is null where nothing is asked; whoever comes back to a page of before is late, not wrong. */
  function read(request: PartyRequest) {
    const { params, headers, rawBody } = request;
    const { id = '' } = params;
    const form = new URLSearchParams(rawBody);
    const text = bank.textOf(id);
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (!isForm) record.violate('is not a form', request);
    if (text === undefined) record.violate('there is no such challenge', request);
    const isAsked = isForm === true && text === form.get(field);
    return { id, form, text: isAsked ? (text ?? null) : null };
  }

  function show(request: PartyRequest): PartyAnswer {
    const { id, text } = read(request);
    if (text === null) return bankPage(400, '<p>This challenge is over.</p>');
    return bankPage(200, answerForm(`/challenges/${id}/answer`, { name: field, value: text }));
  }

  function takeAnswer(request: PartyRequest): PartyAnswer {
    const { id, form, text } = read(request);
    if (text === null) return bankPage(400, '<p>This challenge is over.</p>');
    bank.end(id, form.get('answer') === 'confirm');
    return bankPage(200, `<p>Done.</p><script>${bank.lastWords()}</script>`);
  }

  return [
    { method: 'POST', path: '/challenges/:id', handle: show },
    { method: 'POST', path: '/challenges/:id/answer', handle: takeAnswer },
  ];
}

/**
 * Of a script in a browser: has the page above asked, drawn over the document it runs in, and
 * resolves once it has said `challenge-over`. Its frame is named as Cardinal's are.
 */
export const SHOW_BANK = `function showBank({ acsUrl, payload, transactionId }) {
  return new Promise((resolve) => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:#fff';
    const frame = document.createElement('iframe');
    frame.name = 'Cardinal-' + transactionId;
    frame.title = 'Bank';
    frame.style.cssText = 'width:100%;height:100%;border:0';
    const form = document.createElement('form');
    form.method = 'post';
    form.action = acsUrl;
    form.target = frame.name;
    form.hidden = true;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'payload';
    field.value = payload;
    form.append(field);
    cover.append(frame, form);
    document.body.append(cover);
    addEventListener('message', function onMessage({ source, data }) {
      if (source !== frame.contentWindow || data !== 'challenge-over') return;
      removeEventListener('message', onMessage);
      cover.remove();
      resolve();
    });
    form.submit();
  });
}`;
