import type { Locale } from '../contract/locale.ts';
import { createChallengeDialog } from './challenge-dialog.ts';

const TEXTS: { [locale in Locale]: { title: string; close: string; ask: string; stay: string } } = {
  'pt-BR': {
    title: 'Confirmação do seu banco',
    close: 'Cancelar',
    ask: 'Cancelar a confirmação?',
    stay: 'Continuar',
  },
  en: {
    title: 'Confirmation by your bank',
    close: 'Cancel',
    ask: 'Cancel the confirmation?',
    stay: 'Go on',
  },
  es: {
    title: 'Confirmación de tu banco',
    close: 'Cancelar',
    ask: '¿Cancelar la confirmación?',
    stay: 'Continuar',
  },
};

const BAR_PX = 56;
const BUTTON =
  'min-width:44px;min-height:44px;padding:0 12px;font:inherit;border:1px solid;border-radius:8px;' +
  'background:transparent;color:inherit;cursor:pointer';

export type PageChallenge = {
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  show: (size: { width: number; height: number }) => void;
  hide: () => void;
  remove: () => void;
};

/**
 * The bank's window in the merchant's own page (direct mode): a bar with a title and a way out above
 * it, never over it. Giving up is asked for once more. Styled through CSSOM alone.
 */
export function createPageChallenge(
  document: Document,
  locale: Locale,
  onCancel: () => void,
): PageChallenge {
  const texts = TEXTS[locale];
  const panel = document.createElement('div');
  const bar = document.createElement('div');
  const title = document.createElement('strong');
  const challengeContainer = document.createElement('div');
  const methodContainer = document.createElement('div');
  const stay = button(document, texts.stay, () => ask(false));
  const leave = button(document, texts.close, () => (stay.hidden ? ask(true) : onCancel()));

  bar.style.cssText =
    `display:flex;align-items:center;gap:8px;height:${BAR_PX}px;padding:0 12px;` +
    'box-sizing:border-box;font:16px/1.2 system-ui,sans-serif;color:#17212b;background:#f3f5f7';
  title.style.flex = '1';
  title.setAttribute('role', 'status');
  challengeContainer.style.cssText = `width:100%;height:calc(100% - ${BAR_PX}px)`;
  // Laid out: frames of a `display:none` part get one timer a second.
  methodContainer.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden';
  bar.append(title, stay, leave);
  panel.append(bar, challengeContainer, methodContainer);
  const dialog = createChallengeDialog(document, panel, () => ask(true));
  dialog.element.append(panel);
  dialog.element.setAttribute('aria-label', texts.title);
  ask(false);

  function ask(asking: boolean): void {
    title.textContent = asking ? texts.ask : texts.title;
    stay.hidden = !asking;
  }

  return {
    methodContainer,
    challengeContainer,
    show({ width, height }) {
      ask(false);
      dialog.show({ width, height: height === 0 ? 0 : height + BAR_PX });
    },
    hide: dialog.hide,
    remove: dialog.remove,
  };
}

function button(document: Document, text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.style.cssText = BUTTON;
  element.addEventListener('click', onClick);
  return element;
}
