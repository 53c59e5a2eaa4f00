import type { Appearance } from '../appearance.ts';
import { isLocale } from '../locale.ts';
import type { PayinStatus } from '../payments/payin-status.ts';
import type { CallSchema } from './call-schema.ts';
import { entry, object, partial } from './call-schema.ts';

type Parsed<Schema> = Schema extends CallSchema<infer Value> ? Value : never;

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300;
}

const locale = entry(isLocale, 'must be pt-BR, en or es');

/**
 * How a page wants the PIX element to appear. Decision: it has no words of its own to give: where a
 * buyer reads whom they pay and how much, nothing the page sends is drawn.
 */
export type PixAppearance = { appearance?: Appearance | undefined };

/** What the PIX frame needs: amount, code and end it asks for itself, with the view token. */
export const pixOptionsSchema = object({
  viewToken: entry(isToken, "must be `pix.viewToken` of the payin's answer"),
  locale,
});
export type PixOptions = Parsed<typeof pixOptionsSchema> & PixAppearance;

export const pixUpdateSchema = partial({ locale });
export type PixUpdate = Parsed<typeof pixUpdateSchema> & PixAppearance;

export type PixCalls = {
  configure: { argument: PixOptions; result: { height: number; status: PayinStatus } };
  update: { argument: PixUpdate; result: { height: number } };
};

/** `ended`: the payin waits no more. */
export type PixEvent =
  | { type: 'ended'; status: PayinStatus }
  | { type: 'resize'; height: number }
  | { type: 'flooded' }
  | { type: 'bye' };
