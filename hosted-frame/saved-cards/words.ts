import type { Locale } from '../../contract/locale.ts';

type Words = {
  legend: string;
  other: string;
  remove: string;
  /** Asked again before a card goes. */
  sure: string;
  /** What a screen reader hears of the button, since the list may have several. */
  removeCard: (card: string) => string;
  removed: string;
  notRemoved: string;
};

export const SAVED_CARDS_WORDS: { [locale in Locale]: Words } = {
  'pt-BR': {
    legend: 'Seus cartões salvos',
    other: 'Usar outro cartão',
    remove: 'Excluir',
    sure: 'Sim, excluir',
    removeCard: (card) => `Excluir o cartão ${card}`,
    removed: 'Cartão excluído',
    notRemoved: 'Não foi possível excluir o cartão. Tente de novo.',
  },
  en: {
    legend: 'Your saved cards',
    other: 'Use another card',
    remove: 'Delete',
    sure: 'Yes, delete it',
    removeCard: (card) => `Delete the card ${card}`,
    removed: 'The card was deleted',
    notRemoved: 'The card could not be deleted. Try again.',
  },
  es: {
    legend: 'Tus tarjetas guardadas',
    other: 'Usar otra tarjeta',
    remove: 'Eliminar',
    sure: 'Sí, eliminarla',
    removeCard: (card) => `Eliminar la tarjeta ${card}`,
    removed: 'Tarjeta eliminada',
    notRemoved: 'No se pudo eliminar la tarjeta. Inténtalo de nuevo.',
  },
};
