import { docsPagesCases } from './docs-pages.cases.ts';

docsPagesCases('en');
