import { END_PAGE, MAKE_PAGE } from '../acts/payment-pages.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

export const PAGE_COMMANDS: readonly Command[] = [
  commandOf(MAKE_PAGE, ({ id: page, url, status }) => ({ page, url, status })),
  commandOf(END_PAGE, ({ id: page, status }) => ({ page, status })),
];
