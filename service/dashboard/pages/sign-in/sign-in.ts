import type { DashboardRoute } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { invitationPages } from './invitation.tsx';
import { passwordPages } from './password-page.tsx';
import { provePages } from './prove.tsx';
import { publishedPages } from './published-people.tsx';
import { secondPages } from './second-page.tsx';
import { securityPages } from './security.tsx';

/** How people come in, prove who they are, see where they are signed in, and leave. */
export function signInPages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    ...passwordPages(services),
    ...secondPages(services),
    ...publishedPages(services),
    ...invitationPages(services),
    ...provePages(services),
    ...securityPages(services),
  ];
}
