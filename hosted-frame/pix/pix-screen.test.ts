import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PixView } from '../../contract/payments/pix-view.ts';
import { manualTimers, settled } from '../../sdk/card-flow/manual-timers.cases.ts';
import { createPixScreen } from './pix-screen.ts';

const HTML = readFileSync(join(import.meta.dirname, '../pix.html'), 'utf8');
const CODE = '00020126580014br.gov.bcb.pix';
const WAITING: PixView = {
  status: 'PENDING',
  amount: 123_456,
  merchantName: 'Loja $ & <b>Filhos</b>',
  qrcode: CODE,
  qr: { size: 1, squares: 'gA==' },
  expiresAt: '2030-01-01T00:30:00Z',
  remainingMs: 1_800_000,
};

let onAct: () => void;

beforeEach(() => {
  document.body.innerHTML = /<main[\s\S]*<\/main>/.exec(HTML)?.[0] ?? '';
  onAct = vi.fn();
});

function screenWith(view: Partial<PixView> = {}) {
  const { timers, delays, runOut } = manualTimers();
  const clock = { ms: 5_000 };
  const screen = createPixScreen({ view: window, timers, now: () => clock.ms, onAct });
  screen.show({ ...WAITING, ...view });
  return { ...screen, clock, delays, runOut };
}
function textOf(id: string) {
  return document.getElementById(id)?.textContent;
}
function copy() {
  return document.querySelector<HTMLButtonElement>('#copy')!;
}
function field() {
  return document.querySelector<HTMLInputElement>('#code')!;
}
function state() {
  return document.querySelector('main')?.dataset.state;
}

describe('the screen of a payin by PIX', () => {
  it('shows amount, merchant, code and QR code as the service gave them', () => {
    screenWith();
    expect(textOf('amount')).toBe('R$\u00a01.234,56');
    expect(textOf('payee')).toBe('Pagar a Loja $ & <b>Filhos</b>');
    expect(field().value).toBe(CODE);
    expect(document.querySelector('#dark')?.getAttribute('d')).toBe('M4 4h1v1h-1z');
    expect(document.querySelector('#qr')?.getAttribute('viewBox')).toBe('0 0 9 9');
    expect(document.querySelector('#qr')?.getAttribute('aria-label')).toContain('R$\u00a01.234,56');
    expect(document.querySelector('main')?.hasAttribute('inert')).toBe(false);
  });

  it.each([
    ['en', 'R$1,234.56', 'Copy code'],
    ['es', 'R$\u00a01234,56', 'Copiar código'],
    ['pt-BR', 'R$\u00a01.234,56', 'Copiar código'],
  ] as const)('speaks %s', (locale, amount, words) => {
    const { setLocale } = screenWith();
    setLocale(locale);
    expect([textOf('amount'), textOf('copy'), document.documentElement.lang]).toEqual([
      amount,
      words,
      locale,
    ]);
    const empty = ['payee', 'until', 'name', 'open', 'paste', 'confirm'].filter(
      (id) => !textOf(id),
    );
    expect(empty).toEqual([]);
  });

  it('counts down by the second, and warns in the last minute', () => {
    const { clock, delays, runOut } = screenWith({ remainingMs: 61_400 });
    expect(textOf('left')).toBe('1:02');
    expect(delays()).toEqual([400]);
    clock.ms += 400;
    runOut(400);
    expect(textOf('left')).toBe('1:01');
    clock.ms += 1_000;
    runOut(1_000);
    expect(textOf('left')).toBe('1:00');
    expect(document.querySelector('#clock')?.classList.contains('soon')).toBe(true);
  });

  it('takes the code away when the time is up, though nobody answers, and asks', () => {
    const { clock, runOut, delays } = screenWith({ remainingMs: 1_000 });
    clock.ms += 1_000;
    runOut(1_000);
    expect([state(), textOf('headline'), delays()]).toEqual(['checking', 'Tempo esgotado', []]);
    expect(onAct).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['APPROVED', 'paid', 'Pagamento confirmado', 'Recebemos R$\u00a01.234,56.'],
    ['EXPIRED', 'expired', 'Este PIX expirou', 'Não pague este código. Peça outro na loja.'],
    ['CANCELED', 'ended', 'Este PIX foi encerrado', 'Não pague este código.'],
    ['REFUNDED', 'ended', 'Este PIX foi encerrado', 'Não pague este código.'],
  ] as const)('says of %s that it is %s', (status, name, headline, note) => {
    const { show, delays } = screenWith();
    show({ ...WAITING, status, qrcode: null, qr: null });
    expect([state(), textOf('headline'), textOf('note')]).toEqual([name, headline, note]);
    expect(delays()).toEqual([]);
  });

  it('takes the focus of a buyer along from what is gone', () => {
    const { show } = screenWith();
    copy().focus();
    show({ ...WAITING, status: 'APPROVED', qrcode: null, qr: null });
    expect(document.activeElement?.id).toBe('news');
  });

  it('says that it cannot ask, and no more once it can', () => {
    const { show, showOffline } = screenWith();
    showOffline();
    expect(textOf('note')).toBe('Sem conexão. Tentando de novo…');
    show({ ...WAITING, qr: null });
    expect(textOf('note')).toBe('');
  });

  it('does not touch a word that has not changed, so that it is not read out again', async () => {
    const { show } = screenWith();
    const changed = vi.fn();
    const observer = new MutationObserver(changed);
    const news = document.getElementById('news')!;
    observer.observe(news, { subtree: true, childList: true, characterData: true });
    show({ ...WAITING, qr: null, remainingMs: 1_799_000 });
    await settled();
    expect(changed).not.toHaveBeenCalled();
    observer.disconnect();
  });
});

describe('copying the code', () => {
  const clipboard = (writeText: () => Promise<void>) => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: vi.fn(writeText) },
    });
    return navigator.clipboard.writeText;
  };

  it('puts it on the clipboard and says so', async () => {
    const writeText = clipboard(async () => undefined);
    screenWith();
    copy().click();
    await settled();
    expect(writeText).toHaveBeenCalledWith(CODE);
    expect(textOf('note')).toBe('Código copiado');
    expect(onAct).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => Promise<void>]>([
    ['refused', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
    [
      'not there',
      () => {
        throw new TypeError('undefined');
      },
    ],
  ])('selects it in its field where the clipboard is %s', async (_, writeText) => {
    clipboard(writeText);
    screenWith();
    copy().click();
    await settled();
    expect(document.activeElement).toBe(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, CODE.length]);
    expect(textOf('note')).toBe('Código selecionado: copie e cole no app do banco');
  });
});
