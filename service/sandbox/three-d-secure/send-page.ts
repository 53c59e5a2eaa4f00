import type { Context } from 'hono';
import type { Page } from './page.ts';

/** Answers a page under its own policy. */
export function sendPage(c: Context, page: Page, status: 200 | 400 = 200) {
  c.header('Content-Security-Policy', page.policy);
  return c.html(page.body, status);
}
