import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import type { PixView, QrSquares } from '../../contract/payments/pix-view.ts';
import { formatReais } from '../card-form/reais.ts';
import { copyCode } from './copy-code.ts';
import { qrPath } from './qr-path.ts';
import { WORDS } from './words.ts';

type State = 'waiting' | 'checking' | 'paid' | 'expired' | 'ended';

type Note = 'copied' | 'selected' | 'offline';

/** From here on the time left is drawn as a warning. */
const SOON_MS = 60_000;

/** All on it but the language is the service's. `onAct`: the code was copied, or the time is up. */
export function createPixScreen(options: {
  view: Window;
  timers: Timers;
  /** Milliseconds of a clock that is not set. */
  now: () => number;
  onAct: () => void;
}) {
  const { timers, now } = options;
  const { document } = options.view;
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  const main = part('pix');
  const code = part('code') as HTMLInputElement;
  let locale: Locale = 'pt-BR';
  let shown: PixView | null = null;
  let note: Note | null = null;
  let endsAt = 0;
  let ticking: unknown = null;

  part('copy').addEventListener('click', async () => {
    note = (await copyCode(options.view, code)) ? 'copied' : 'selected';
    options.onAct();
    write();
  });
  code.addEventListener('focus', () => code.select());

  function show(view: PixView): void {
    if (view.qr !== null) drawQr(view.qr);
    if (view.qrcode !== null) code.value = view.qrcode;
    shown = view;
    endsAt = now() + view.remainingMs;
    if (note === 'offline') note = null;
    main.removeAttribute('inert');
    write();
    tick();
  }

  function drawQr(squares: QrSquares): void {
    const { path, side } = qrPath(squares);
    part('qr').setAttribute('viewBox', `0 0 ${side} ${side}`);
    part('dark').setAttribute('d', path);
  }

  /** Writes every word anew; what has not changed is not touched, so that it is not read again. */
  function write(): void {
    if (shown === null) return;
    const words = WORDS[locale];
    const amount = formatReais(shown.amount, locale);
    const withAmount = (text: string) => text.replace('$', () => amount);
    const state = stateOf(shown);
    const [headline, more] =
      state === 'waiting' ? ['', note === null ? '' : words[note]] : words[state];
    const texts = {
      payee: `${words.payee} ${shown.merchantName}`,
      amount,
      until: words.left,
      name: words.code,
      copy: words.copy,
      open: words.steps[0],
      paste: words.steps[1],
      confirm: words.steps[2],
      headline,
      note: withAmount(more),
    };
    for (const [id, text] of Object.entries(texts)) {
      if (part(id).textContent !== text) part(id).textContent = text;
    }
    part('qr').setAttribute('aria-label', withAmount(words.qr));
    document.documentElement.lang = locale;
    document.title = words.title;
    enter(state);
  }

  function enter(state: State): void {
    // What the buyer has the focus on will be gone.
    const { activeElement } = document;
    const isLeft =
      state !== 'waiting' && (activeElement?.className === 'pay' || activeElement === main);
    main.dataset.state = state;
    if (isLeft) part('news').focus();
  }

  function tick(): void {
    if (ticking !== null) timers.clear(ticking);
    ticking = null;
    if (shown === null || stateOf(shown) !== 'waiting') return;
    const leftMs = Math.max(0, endsAt - now());
    const seconds = Math.ceil(leftMs / 1000);
    part('left').textContent =
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    part('clock').classList.toggle('soon', leftMs <= SOON_MS);
    if (leftMs > 0) ticking = timers.set(tick, leftMs % 1000 || 1000);
    else {
      // Nobody pays it any more, even where the service cannot be asked.
      shown = { ...shown, qrcode: null };
      write();
      options.onAct();
    }
  }

  return {
    main,
    show,
    setLocale(next: Locale) {
      locale = next;
      write();
    },
    stop() {
      if (ticking !== null) timers.clear(ticking);
    },
    /** The service cannot be asked now; `show` takes it back. */
    showOffline() {
      note = 'offline';
      write();
    },
  };
}

function stateOf({ status, qrcode }: PixView): State {
  if (status === 'PENDING') return qrcode === null ? 'checking' : 'waiting';
  if (status === 'APPROVED') return 'paid';
  return status === 'EXPIRED' ? 'expired' : 'ended';
}
