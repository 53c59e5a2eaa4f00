import type { CardCalls, CardEvent } from '../contract/frame/card-calls.ts';
import { setThemeAndLayout } from './appearance/theme-and-layout.ts';
import { createCardPart } from './card-part.ts';
import { startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import { refuseFrame } from './refuse-frame.ts';

const settings = readFrameSettings(window);
if (settings !== null && 'config' in settings) startCard(settings);
else {
  // Not in a page, in one without an origin, or in one that may not: nobody types a card here.
  document.body.replaceChildren();
  if (settings !== null) refuseFrame(window, settings, ['configure']);
}

function startCard(settings: FrameSettings): void {
  const { nonce, theme, layout, options, config } = settings;
  setThemeAndLayout(document, { appearance: { theme }, layout });
  const card = createCardPart(settings, (event) => session.notify(event));
  const session = startFrameSession<CardCalls, CardEvent>({
    view: window,
    config,
    nonce,
    first: options === null ? undefined : () => card.handlers.configure(options),
    onClose: card.close,
    handlers: card.handlers,
  });
}
