/** The page a request came from: a path of the dashboard, its beginning where none is told. */
export function backPath(request: Request): string {
  const here = new URL(request.url);
  if (request.method === 'GET' || request.method === 'HEAD') return here.pathname + here.search;
  const from = request.headers.get('referer') ?? '';
  if (!URL.canParse(from)) return '/';
  const { pathname, search } = new URL(from);
  return ownPath(pathname + search);
}

export function signInPath({ request }: { request: Request }): string {
  return `/sign-in?to=${encodeURIComponent(backPath(request))}`;
}

/** A path of the dashboard as it was given; its beginning in place of an address elsewhere. */
export function ownPath(given: string | null | undefined): string {
  // A browser takes `//name` and `/\name` for another origin.
  return given && /^\/(?![/\\])[^\s\\]*$/.test(given) ? given : '/';
}
