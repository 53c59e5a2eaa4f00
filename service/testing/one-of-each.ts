import type { DashboardClient, TestDashboard } from './test-dashboard.ts';
import { addPasskey } from './test-passkey-page.ts';
import { basic, send, validPayin } from './test-service.ts';
import { giveUpOn } from './undelivered-event.ts';

/** The ids of what the addresses of the dashboard name. */
type Named = 'payin' | 'page' | 'payout' | 'event' | 'user' | 'passkey' | 'key';
export type OneOfEach = Record<Named, string>;

/** Who pays, of the payin of `makeOneOfEach`. */
export const BUYERS_DOCUMENT = '11144477735';

/**
 * Makes one of each that an account may have, by its API and by what its owner does in the
 * dashboard: also an origin and a receiver. `mark` is in what each of them is called.
 */
export async function makeOneOfEach(
  { db, baseUrl, dashboardUrl }: TestDashboard,
  owner: DashboardClient,
  mark: string,
): Promise<OneOfEach> {
  const account = owner.user.companyId ?? '';
  const customer = { ...validPayin().customer, name: `Ana ${mark}`, document: BUYERS_DOCUMENT };
  const order = { paymentMethod: 'PIX', customer, referenceId: `${mark}-1` };
  const asked = { body: validPayin(order), headers: basic(account) };
  const { body: payin } = await send(`${baseUrl}/payin`, asked);
  const { location } = await owner.post('/payouts/new', {
    reference: `${mark}-2`,
    amount: '10,00',
    pixKeyType: 'EMAIL',
    pixKey: 'ana@example.com',
    step: 'confirm',
  });
  const page = await owner.post('/pages/new', {
    ...{ title: mark, amount: '10,00', reusable: 'yes', physical: 'no', reference: `${mark}-3` },
  });
  const origin = `https://${mark}.example.com`;
  await owner.post('/integration/origins/add', { origin });
  const receiver = { type: 'payin.refunded', url: `${origin}/eventos` };
  await owner.post('/webhooks/receivers/set', receiver);
  const { html: made } = await owner.post('/integration/keys', { scope: 'read' });
  return {
    payin: payin.id,
    page: page.location?.split('/').at(-1) ?? '',
    payout: location?.split('/').at(-1) ?? '',
    event: await giveUpOn(db, account, { answer: mark }),
    user: owner.user.id,
    passkey: (await addPasskey(owner, dashboardUrl, mark)).id,
    key: /key_[\w-]+/.exec(made)?.[0] ?? '',
  };
}
