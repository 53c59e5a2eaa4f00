import { RESEND_EVENTS, TEST_RECEIVER } from '../../../acts/events.ts';
import { LIST_RECEIVERS, REMOVE_RECEIVER, SET_RECEIVER } from '../../../acts/receivers.ts';
import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../../../acts/signing.ts';
import { EVENT_ID } from '../../../acts/values.ts';
import { ownPath } from '../../framework/back-path.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { showEvents } from './event-list.tsx';
import { showEvent } from './event-page.tsx';
import { removeReceiver, setReceiver, showReceivers } from './receivers-page.tsx';
import { activateSigning, deactivateSigning, rotateSigning, showSigning } from './secret-page.tsx';
import { sendTest, showTest } from './test-page.tsx';
import { resendUndelivered, showUndelivered } from './undelivered-page.tsx';
import { WORDS } from './words.ts';

/**
 * Events and what became of them, sending them again, where they go, and the secret that signs them.
 */
export function webhooksPages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/webhooks',
      act: 'events.read',
      run: (visit) => showEvents(visit, services),
    },
    { method: 'POST', path: '/webhooks/resend', ...whoMay(RESEND_EVENTS), run: resendSelected },
    {
      method: 'GET',
      path: '/webhooks/undelivered',
      ...whoMay(RESEND_EVENTS),
      run: (visit) => showUndelivered(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/undelivered',
      ...whoMay(RESEND_EVENTS),
      run: (visit) => resendUndelivered(visit, services),
    },
    {
      method: 'GET',
      path: '/webhooks/test',
      act: 'webhooks.manage',
      run: (visit) => showTest(visit, services),
    },
    { method: 'POST', path: '/webhooks/test', ...whoMay(TEST_RECEIVER), run: sendTest },
    // Decision: where events go is shown and changed on a fresh proof, as their secret is changed: who
    // sits down at an open page must not have them sent elsewhere.
    {
      method: 'GET',
      path: '/webhooks/receivers',
      ...whoMay(LIST_RECEIVERS),
      run: (visit) => showReceivers(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/receivers/set',
      ...whoMay(SET_RECEIVER),
      run: (visit) => setReceiver(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/receivers/remove',
      ...whoMay(REMOVE_RECEIVER),
      run: removeReceiver,
    },
    {
      method: 'GET',
      path: '/webhooks/secret',
      act: 'webhooks.manage',
      run: (visit) => showSigning(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/secret/activate',
      ...whoMay(ACTIVATE_SIGNING),
      run: activateSigning,
    },
    {
      method: 'POST',
      path: '/webhooks/secret/rotate',
      ...whoMay(ROTATE_SIGNING),
      run: rotateSigning,
    },
    {
      method: 'POST',
      path: '/webhooks/secret/deactivate',
      ...whoMay(DEACTIVATE_SIGNING),
      run: deactivateSigning,
    },
    {
      method: 'GET',
      path: '/webhooks/:event',
      act: 'events.read',
      run: (visit) => showEvent(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/:event/resend',
      ...whoMay(RESEND_EVENTS),
      run: (visit) => resend(visit, [visit.params.event ?? ''], `/webhooks/${visit.params.event}`),
    },
  ];
}

async function resendSelected(visit: Visit): Promise<Response> {
  const selected = visit.formAll('event');
  const back = ownPath(visit.form.back);
  if (selected.length === 0) {
    return visit.redirect(back, WORDS[visit.language].nothingSelected);
  }
  return resend(visit, selected, back);
}

async function resend(visit: Visit, ids: readonly string[], back: string): Promise<Response> {
  // What is no id of an event is as little there as one of another company.
  if (!ids.every((id) => EVENT_ID.typed.safeParse(id).success)) return visit.notFound();
  const { resent } = await visit.act(RESEND_EVENTS, { events: [...ids] });
  return visit.redirect(back, WORDS[visit.language].resent(resent));
}
