import { CONSENT_TEXT } from '../../contract/card/saved-card.ts';

/** The yes of a buyer, as our frame sends it. */
export const CONSENT = {
  text: { id: CONSENT_TEXT.id, version: CONSENT_TEXT.version },
  locale: 'pt-BR',
  pageOrigin: 'https://shop.example',
};
