import { isLanguage } from '../words/words.ts';
import { backPath } from './back-path.ts';
import type { DashboardRoute } from './route.ts';

/** The switch at the foot of every page. */
export function languagePages(): readonly DashboardRoute[] {
  return [
    {
      method: 'POST',
      path: '/language',
      act: 'anyone',
      async run(visit) {
        const { language } = visit.form;
        if (isLanguage(language)) visit.cookies.write('language', language);
        return visit.redirect(backPath(visit.request));
      },
    },
  ];
}
