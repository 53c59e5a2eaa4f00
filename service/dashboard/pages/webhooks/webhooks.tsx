import { RESEND_EVENTS, TEST_RECEIVER } from '../../../acts/events.ts';
import { LIST_RECEIVERS, REMOVE_RECEIVER, SET_RECEIVER } from '../../../acts/receivers.ts';
import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../../../acts/signing.ts';
import { EVENT_ID } from '../../../acts/values.ts';
import { ownPath } from '../../framework/back-path.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import { showEvents } from './event-list.tsx';
import { showEvent } from './event-page.tsx';
import { removeReceiver, setReceiver, showReceivers } from './receivers-page.tsx';
import { activateSigning, deactivateSigning, rotateSigning, showSigning } from './secret-page.tsx';
import { sendTest, showTest } from './test-page.tsx';
import { resendUndelivered, showUndelivered } from './undelivered-page.tsx';
import { WORDS } from './words.ts';

export const WEBHOOKS_PAGES: readonly DashboardRoute[] = [
  get('/webhooks', 'events.read', showEvents),
  post('/webhooks/resend', RESEND_EVENTS, resendSelected),
  get('/webhooks/undelivered', RESEND_EVENTS, showUndelivered),
  post('/webhooks/undelivered', RESEND_EVENTS, resendUndelivered),
  get('/webhooks/test', 'webhooks.manage', showTest),
  post('/webhooks/test', TEST_RECEIVER, sendTest),
  // Decision: where events go is shown and changed on a fresh proof, as their secret is changed: who
  // sits down at an open page must not have them sent elsewhere.
  get('/webhooks/receivers', LIST_RECEIVERS, showReceivers),
  post('/webhooks/receivers/set', SET_RECEIVER, setReceiver),
  post('/webhooks/receivers/remove', REMOVE_RECEIVER, removeReceiver),
  get('/webhooks/secret', 'webhooks.manage', showSigning),
  post('/webhooks/secret/activate', ACTIVATE_SIGNING, activateSigning),
  post('/webhooks/secret/rotate', ROTATE_SIGNING, rotateSigning),
  post('/webhooks/secret/deactivate', DEACTIVATE_SIGNING, deactivateSigning),
  get('/webhooks/:event', 'events.read', showEvent),
  post('/webhooks/:event/resend', RESEND_EVENTS, (visit) =>
    resend(visit, [visit.params.event ?? ''], `/webhooks/${visit.params.event}`),
  ),
];

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
