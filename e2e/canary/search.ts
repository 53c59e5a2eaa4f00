import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page, Request } from '@playwright/test';
import { findCanary } from './canary.ts';
import { readRealm } from './page-realm.ts';

/** Where a form of the card was found. */
export type Finding = `${string}: ${string}`;

/** Notes what a page sends, gets and prints, from now on, of all its frames. */
export function listenToPage(page: Page) {
  const noted: [place: string, text: string][] = [];
  const bodies: Promise<void>[] = [];
  const posted: { origin: string; path: string; body: string }[] = [];

  page.on('console', (message) => noted.push(['console', message.text()]));
  page.on('pageerror', (error) => noted.push(['page error', `${error.message} ${error.stack}`]));
  page.on('framenavigated', (frame) => noted.push(['frame address', frame.url()]));
  page.on('request', (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    noted.push(['request address', request.url()]);
    noted.push(['request headers', JSON.stringify(request.headers())]);
    posted.push({ origin, path: pathname, body: request.postData() ?? '' });
  });
  page.on('response', (response) => {
    noted.push(['answer headers', JSON.stringify(response.headers())]);
    // A stream has no end to wait for: who opens one reads it.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) return;
    const body = response.body().then(
      (bytes) => void noted.push(['answer', bytes.toString('latin1')]),
      () => undefined,
    );
    bodies.push(body);
  });

  return {
    /** Requests whose body holds the card. */
    carriers: () =>
      posted
        .filter(({ body }) => findCanary(body).length > 0)
        .map(({ origin, path }) => origin + path),
    async findings(): Promise<Finding[]> {
      await Promise.all(bodies);
      return noted.flatMap(([place, text]) => named(place, findCanary(text)));
    },
  };
}

/** Everything the documents of a page hold; the frames' own fields are looked at by the caller. */
export async function searchRealm(
  where: string,
  frame: Frame,
  { reach = false, without = [] }: { reach?: boolean; without?: string[] } = {},
): Promise<Finding[]> {
  const realm = await frame.evaluate(readRealm, { reach });
  return Object.entries(realm)
    .filter(([place]) => !without.includes(place))
    .flatMap(([place, text]) => named(`${where}, ${place}`, findCanary(text)));
}

/** What service and shop printed; the holder's name has no place there either. */
export function searchLogs(logs: string): Finding[] {
  return named('logs', findCanary(logs, { andName: true }));
}

/** The raw bytes of every file under a folder. */
export function searchFiles(folder: string): Finding[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return named(`file ${file.slice(folder.length)}`, findCanary(readFileSync(file)));
    });
}

function named(place: string, forms: readonly string[]): Finding[] {
  return forms.map((form): Finding => `${place}: ${form}`);
}
