import { isLanguage } from '../words/words.ts';
import { backPath } from './back-path.ts';
import type { DashboardRoute } from './route.ts';
import { post } from './route.ts';

/** The switch at the foot of every page. */
export const LANGUAGE_PAGES: readonly DashboardRoute[] = [
  post('/language', 'anyone', async (visit) => {
    const { language } = visit.form;
    if (isLanguage(language)) visit.cookies.write('language', language);
    return visit.redirect(backPath(visit.request));
  }),
];
