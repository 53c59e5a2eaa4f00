import type { ElementPageOptions } from '../element-page.ts';
import { elementPage } from '../element-page.ts';
import type { MerchantSite } from '../merchant-page.ts';
import type { System } from '../system.ts';
import type { Session } from './session.ts';

/** The iframe of the card fields, in the shop and in the merchant's pages alike. */
export const CARD = '#card iframe';
/** The hosted document with our bar, and the bank's page within it. */
export const HOSTED = 'dialog[open] iframe';
export const BANK = [HOSTED, '#stage iframe', 'iframe'] as const;

/** Opens the demo shop; resolves once its button can be pressed. */
export async function openShop(
  session: Session,
  system: System,
  options: { account?: string } = {},
): Promise<void> {
  await session.open(`${system.shopUrl}/?${new URLSearchParams(options)}`);
  await session.page.text('#pay:enabled');
  await session.frame(CARD).text('#card:not([inert])');
}

/** Opens a merchant's page with a mounted element. */
export async function openElement(
  session: Session,
  { system, merchant }: { system: System; merchant: MerchantSite },
  options: ElementPageOptions = {},
): Promise<void> {
  await session.open(merchant.origin + merchant.serve(elementPage(system, options)));
  await session.page.evaluate('element.ready.then(() => null)');
}

/** Types a card key by key; what is left out is good. */
export async function typeCard(
  session: Session,
  { name = 'MARINA ALVES', number = '4111111111111111' } = {},
): Promise<void> {
  const card = session.frame(CARD);
  await card.type('#cc-name', name);
  await card.type('#cc-number', number);
  await card.type('#cc-exp', '1230');
  await card.type('#cc-csc', '123');
}

/** Starts a call of the sdk; what it came to is read by `toldOf`, since a script must end. */
export async function start(session: Session, promise: string): Promise<void> {
  await session.page.evaluate(
    `(window.told = null, (${promise}).then(plain, plain).then((told) => { window.told = told; }), null)`,
  );
}

/** Value or error of the started call, null while it is under way. */
export function toldOf(session: Session): Promise<unknown> {
  return session.page.evaluate('window.told');
}
