import type { Locale } from '../../contract/locale.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { PaymentView } from '../../contract/payments/pix-view.ts';
import { formatReais } from '../card-form/reais.ts';
import { copyCode } from '../pix/copy-code.ts';
import { qrPath } from '../pix/qr-path.ts';
import { WORDS } from '../pix/words.ts';
import { makeElement, makeQr } from './make-element.ts';
import { SHOWN_WORDS } from './shown-words.ts';

/**
 * A boleto, with the PIX printed on it, or a consent; all of it is the service's own answer. The
 * way to the bank is a link to be pressed: a frame may lead the whole page away by that alone.
 */
export function createLaterScreen(view: Window, place: HTMLElement) {
  const { document } = view;
  let shown: PaymentView | null = null;
  let locale: Locale = 'pt-BR';
  let note: 'copied' | 'selected' | 'lineCopied' | 'lineSelected' | 'offline' | null = null;
  const news = makeElement(document, 'div', { id: 'news', role: 'status', tabindex: '-1' });

  function show(answer: PaymentView): void {
    const before = shown;
    // The squares are asked for once.
    shown = { ...answer, qr: answer.qr ?? (answer.qrcode && before ? before.qr : null) };
    if (note === 'offline') note = null;
    // What has not changed stays, with the buyer's focus and what they selected.
    if (before !== null && partsOf(before) === partsOf(answer)) news.replaceChildren(...newsOf());
    else write();
  }

  function write(): void {
    if (shown === null) return;
    const words = wordsOf(locale);
    const amount = formatReais(shown.amount, locale);
    const { status, merchantName, dueDate, barcode, qrcode, qr } = shown;
    const isWaiting = status === 'PENDING';
    const focused = place.contains(document.activeElement) ? document.activeElement?.id : undefined;
    place.dataset.state = outcomeOf(status);
    const parts: (Node | string)[] = [
      makeElement(document, 'p', { id: 'payee' }, `${words.payee} ${merchantName}`),
      makeElement(document, 'p', { id: 'amount' }, amount),
    ];
    if (isWaiting) {
      const [year, month, day] = (dueDate ?? '').split('-');
      if (day) parts.push(makeElement(document, 'p', {}, `${words.due} ${day}/${month}/${year}`));
      parts.push(makeElement(document, 'p', {}, barcode ? words.boleto : words.bank));
      if (barcode) parts.push(...copied('line', words.line, barcode, words.copyLine));
      if (qrcode) {
        const drawn = makeQr(document, { id: 'qr', 'aria-label': words.qr.replace('$', amount) });
        if (qr) {
          const { path, side } = qrPath(qr);
          drawn.setAttribute('viewBox', `0 0 ${side} ${side}`);
          drawn.querySelector('path')?.setAttribute('d', path);
        }
        parts.push(...copied('code', words.orPix, qrcode, words.copy), drawn);
      }
      const bank = shown.openFinanceRedirectUrl;
      if (bank) {
        const link = { href: bank, target: '_top', id: 'go', rel: 'noreferrer' };
        parts.push(makeElement(document, 'a', link, words.go));
      }
    }
    news.replaceChildren(...newsOf());
    place.replaceChildren(...parts, news);
    if (focused !== undefined) (document.getElementById(focused) ?? news).focus();
  }

  function newsOf(): HTMLElement[] {
    const words = wordsOf(locale);
    const amount = formatReais(shown?.amount ?? 0, locale);
    const status = shown?.status ?? 'PENDING';
    const outcome = outcomeOf(status);
    if (outcome === 'later') {
      return note === null ? [] : [makeElement(document, 'p', { id: 'note' }, words[note])];
    }
    const [headline, more] = words[outcome];
    return [
      makeElement(document, 'p', { id: 'headline' }, headline),
      makeElement(document, 'p', { id: 'note' }, more.replace('$', amount)),
    ];
  }

  /** A code in a field of its own, and the button that copies it. */
  function copied(id: string, name: string, code: string, button: string): HTMLElement[] {
    const field = makeElement(document, 'input', { id, readonly: '', value: code });
    const copy = makeElement(document, 'button', { id: `copy-${id}`, type: 'button' }, button);
    // A code is not for the ear: its button says what it is.
    const isCode = id === 'code';
    if (isCode) Object.assign(field, { tabIndex: -1, ariaHidden: 'true' });
    field.onfocus = () => field.select();
    copy.onclick = async () => {
      const isCopied = await copyCode(view, field);
      if (isCode) note = isCopied ? 'copied' : 'selected';
      else note = isCopied ? 'lineCopied' : 'lineSelected';
      news.replaceChildren(...newsOf());
    };
    return [makeElement(document, 'label', { for: id }, name), field, copy];
  }

  return {
    show,
    setLocale(next: Locale) {
      locale = next;
      write();
    },
    stop() {},
    showOffline() {
      note = 'offline';
      news.replaceChildren(...newsOf());
    },
  };
}

/** All of an answer that is drawn, but for the squares. */
function partsOf({ status, qrcode, barcode, openFinanceRedirectUrl }: PaymentView): string {
  return [status, qrcode, barcode, openFinanceRedirectUrl].join();
}

function outcomeOf(status: PayinStatus): 'later' | 'paid' | 'expired' | 'ended' {
  if (status === 'PENDING') return 'later';
  if (status === 'APPROVED') return 'paid';
  return status === 'EXPIRED' ? 'expired' : 'ended';
}

/** What a boleto and a consent have of their own stands in the place of the PIX's. */
function wordsOf(locale: Locale) {
  return { ...WORDS[locale], ...SHOWN_WORDS[locale] };
}
