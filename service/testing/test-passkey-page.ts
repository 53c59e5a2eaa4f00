import { TestAuthenticator } from './test-authenticator.ts';
import type { DashboardClient } from './test-dashboard.ts';

const ADD = '/account/passkeys/new';

/** What a page gives the browser to ask the device by. */
export function optionsIn(html: string) {
  const [, escaped = '{}'] = /data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

/** Adds a passkey by the pages; gives the device that has it, and the id of the passkey. */
export async function addPasskey(client: DashboardClient, dashboardUrl: string, name = 'Celular') {
  const device = new TestAuthenticator(dashboardUrl);
  const answer = device.create(optionsIn((await client.get(ADD)).html));
  const added = await client.post(ADD, { name, answer });
  if (added.location !== '/account/passkeys') throw new Error('the passkey was not added');
  const { html } = await client.get('/account/passkeys');
  const ids = [...html.matchAll(/\/account\/passkeys\/(psk_[\w-]{22})/g)];
  return { device, id: ids.at(-1)?.[1] ?? '' };
}
