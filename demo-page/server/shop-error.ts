/** A field the browser sent that is not good: `path` names it, never its value. */
export type FieldError = { path: string; message: string };

/** A refusal of the shop itself, in the same body shape as the payment service's errors. */
export class ShopError extends Error {
  override name = 'ShopError';
  readonly status: number;
  readonly code: string;
  readonly details: FieldError[];

  constructor(status: number, code: string, message: string, details: FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
