import type { DashboardRoute } from './route.ts';

/**
 * The addresses that forms are sent to and no page is at. What a form is answered with may stand
 * there all the same, such as why it was refused: whoever loads that page again, or comes back to it
 * from another language, the sign-in or a fresh proof, is led to the page above it, and nothing is
 * sent.
 */
export function pagesAbove(routes: readonly DashboardRoute[]): readonly DashboardRoute[] {
  const pages = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return routes
    .filter(({ method, path }) => method === 'POST' && !pages.includes(path))
    .map(({ path }): DashboardRoute => {
      const depth = depthOf(path, pages);
      return {
        method: 'GET',
        path,
        act: 'anyone',
        run: async (visit) => {
          const { pathname, search } = new URL(visit.request.url);
          return visit.redirect(`${firstOf(pathname, depth)}${search}`);
        },
      };
    });
}

/** How many parts of a path make the longest one that a page is at. */
function depthOf(path: string, pages: readonly string[]): number {
  let depth = path.split('/').length - 1;
  while (depth > 1 && !pages.includes(firstOf(path, depth))) depth -= 1;
  return depth;
}

function firstOf(path: string, depth: number): string {
  return path.split('/').slice(0, depth).join('/') || '/';
}
