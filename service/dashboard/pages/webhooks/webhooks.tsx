import { ownPath } from '../../framework/back-path.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { showEvents } from './event-list.tsx';
import { showEvent } from './event-page.tsx';
import { removeReceiver, setReceiver, showReceivers } from './receivers-page.tsx';
import { deactivateSigning, showNewSecret, showSigning } from './secret-page.tsx';
import { sendTest, showTest } from './test-page.tsx';
import { resendUndelivered, showUndelivered } from './undelivered-page.tsx';
import { WORDS } from './words.ts';

/**
 * Events and what became of them, sending them again, where they go, and the secret that signs them.
 */
export function webhooksPages(services: DashboardServices): readonly DashboardRoute[] {
  const secret = (name: 'activate' | 'rotate'): DashboardRoute => ({
    method: 'POST',
    path: `/webhooks/secret/${name}`,
    act: 'webhooks.manage',
    isFresh: true,
    run: (visit) => showNewSecret(visit, `signing ${name}`),
  });
  return [
    {
      method: 'GET',
      path: '/webhooks',
      act: 'events.read',
      run: (visit) => showEvents(visit, services),
    },
    { method: 'POST', path: '/webhooks/resend', act: 'events.resend', run: resendSelected },
    {
      method: 'GET',
      path: '/webhooks/undelivered',
      act: 'events.resend',
      run: (visit) => showUndelivered(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/undelivered',
      act: 'events.resend',
      run: (visit) => resendUndelivered(visit, services),
    },
    {
      method: 'GET',
      path: '/webhooks/test',
      act: 'webhooks.manage',
      run: (visit) => showTest(visit, services),
    },
    { method: 'POST', path: '/webhooks/test', act: 'webhooks.manage', run: sendTest },
    // Decision: where events go is shown and changed on a fresh proof, as their secret is changed: who
    // sits down at an open page must not have them sent elsewhere.
    {
      method: 'GET',
      path: '/webhooks/receivers',
      act: 'webhooks.manage',
      isFresh: true,
      run: (visit) => showReceivers(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/receivers/set',
      act: 'webhooks.manage',
      isFresh: true,
      run: (visit) => setReceiver(visit, services),
    },
    {
      method: 'POST',
      path: '/webhooks/receivers/remove',
      act: 'webhooks.manage',
      isFresh: true,
      run: removeReceiver,
    },
    {
      method: 'GET',
      path: '/webhooks/secret',
      act: 'webhooks.manage',
      run: (visit) => showSigning(visit, services),
    },
    secret('activate'),
    secret('rotate'),
    {
      method: 'POST',
      path: '/webhooks/secret/deactivate',
      act: 'webhooks.manage',
      isFresh: true,
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
      act: 'events.resend',
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
  if (!ids.every((id) => /^evt_[a-z0-9]{1,40}_[\w-]{22}$/.test(id))) return visit.notFound();
  const { content } = await visit.command('event resend', { events: ids.join(',') });
  const resent = 'record' in content ? Number(content.record.resent) : 0;
  return visit.redirect(back, WORDS[visit.language].resent(resent));
}
