import type { DashboardRoute } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { words } from '../words.ts';

const WORDS = words({
  'pt-BR': { title: 'Início', welcome: 'Olá' },
  en: { title: 'Home', welcome: 'Hello' },
});

/** Where somebody arrives. */
export function homePages(_services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      act: 'signed-in',
      async run(visit) {
        const text = WORDS[visit.language];
        return visit.page(text.title, <p>{`${text.welcome}, ${visit.user.name ?? ''}`}</p>);
      },
    },
  ];
}
