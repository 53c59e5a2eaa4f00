import type { CardWithoutCvv } from '../../../contract/card/card.ts';
import { readPagBankSession } from '../../../contract/card/pagbank-session.ts';
import type { ThreeDSPayer } from '../../../contract/card/three-d-secure-payer.ts';
import type { ErrorData } from '../../../contract/errors/checkout-error.ts';
import { CheckoutError, errorData } from '../../../contract/errors/checkout-error.ts';
import type {
  ThreeDSDriver,
  ThreeDSDriverResult,
  ThreeDSDriverRun,
} from '../three-d-secure-driver.ts';
import { definedNothing, failed, removeDrawn, untilAborted } from './drawing-script.ts';

type Challenge = { open: () => void };
type Sdk = {
  setUp: (settings: { session: string; env: string }) => void;
  authenticate3DS: (request: {
    data: object;
    beforeChallenge: (challenge: Challenge) => void;
  }) => Promise<unknown>;
};

/** The name that PagBank gives an authentication. */
const REFERENCE = /^3DS_[0-9A-Fa-f-]{36}$/;

/**
 * Drives `PagSeguro`, the one global of PagBank's script. It is given number, expiry and holder of
 * the card and who pays, never the CVV; it draws the bank's page by itself, over everything. What
 * it answers is a hint: PagBank verifies the name of the authentication when it charges with it.
 *
 * Decision: a card that the script calls not supported is refused like one that was not
 * authenticated, also where an account goes on when a bank cannot be asked: nobody but a browser
 * says so.
 */
export const pagbankDriver: ThreeDSDriver = {
  name: 'pagbank',
  drawsOverAll: true,
  async run(run) {
    const { view, signal, card, payer } = run;
    const session = readPagBankSession(run.session);
    if (session === null) throw failed('error', 'the session is not one of PagBank');
    if (card === undefined)
      throw failed('error', 'the card is not at hand for the 3-D Secure script');
    if (payer === undefined) throw failed('error', 'who pays is not told to the 3-D Secure script');
    const sdk = readGlobal(view);
    if (sdk === null) throw definedNothing();
    const before = new Set(view.document.body.children);
    try {
      sdk.setUp({ session: session.session, env: session.env });
      const data = toData({ ...session, card, payer });
      const told = await untilAborted(signal, () =>
        sdk.authenticate3DS({ data, beforeChallenge: (challenge) => open(challenge, run) }),
      );
      return settle(told);
    } catch (thrown) {
      // What the script drew it will not take away by itself any more.
      if (signal.aborted) removeDrawn(view.document, before);
      throw thrown instanceof CheckoutError ? thrown : new CheckoutError(explain(thrown, signal));
    } finally {
      run.onChallengeEnd();
    }
  },
};

function open(challenge: Challenge, { signal, onChallenge }: ThreeDSDriverRun): void {
  if (signal.aborted) return;
  // All the room there is: the script chooses the size of the bank's page by itself.
  onChallenge({ width: 0, height: 0 });
  challenge.open();
}

/** The script's entry, or null where the page, an extension or an empty file left none. */
function readGlobal(view: Window): Sdk | null {
  try {
    const sdk = (view as { PagSeguro?: Partial<Sdk> }).PagSeguro;
    const { setUp, authenticate3DS } = sdk ?? {};
    if (typeof setUp !== 'function' || typeof authenticate3DS !== 'function') return null;
    return {
      setUp: (settings) => Reflect.apply(setUp, sdk, [settings]),
      authenticate3DS: (request) => Reflect.apply(authenticate3DS, sdk, [request]),
    };
  } catch {
    return null;
  }
}

function toData(order: {
  card: CardWithoutCvv;
  payer: ThreeDSPayer;
  amount: number;
  installments: number;
}) {
  const { card, payer, amount, installments } = order;
  const { address } = payer;
  const [, area, number] = /^55(\d{2})(\d{8,9})$/.exec(payer.phone) ?? [];
  const type = number?.length === 9 ? 'MOBILE' : 'HOME';
  return {
    customer: {
      name: payer.name,
      email: payer.email,
      phones: number === undefined ? [] : [{ country: '55', area, number, type }],
    },
    paymentMethod: {
      type: 'CREDIT_CARD',
      installments,
      card: {
        number: card.number,
        expMonth: card.expirationMonth,
        expYear: card.expirationYear,
        holder: { name: card.holderName },
      },
    },
    amount: { value: amount, currency: 'BRL' },
    billingAddress: {
      street: address.street,
      number: address.number,
      ...(address.complement === undefined ? {} : { complement: address.complement }),
      regionCode: address.state,
      country: 'BRA',
      city: address.city,
      postalCode: address.zipCode.replace(/\D/g, ''),
    },
    dataOnly: false,
  };
}

/** Source: PagBank's table of the statuses of `authenticate3DS`. */
function settle(told: unknown): ThreeDSDriverResult {
  const { status, authenticationStatus, id } = Object(told) as { [member: string]: unknown };
  switch (status) {
    case 'AUTH_FLOW_COMPLETED':
      if (authenticationStatus !== 'AUTHENTICATED') throw failed('not_authenticated');
      if (typeof id !== 'string' || !REFERENCE.test(id)) throw failed('error');
      return { outcome: 'done', providerReference: id };
    case 'AUTH_NOT_SUPPORTED':
      throw failed('not_supported');
    case 'CHANGE_PAYMENT_METHOD':
      throw failed('rejected');
    // The bank's page was opened, and went without an answer.
    case 'REQUIRE_CHALLENGE':
      return { outcome: 'cancelled' };
    default:
      throw failed('error');
  }
}

/** What the script threw: its own error says how PagBank answered. */
function explain(thrown: unknown, signal: AbortSignal): ErrorData {
  const phase = 'challenge';
  if (signal.aborted) return errorData('ABORTED', 'the authentication was aborted', { phase });
  const { detail } = Object(thrown) as { detail?: { httpStatus?: unknown } };
  if (detail?.httpStatus === 401) {
    return errorData('THREEDS_EXPIRED', "the provider's session is over", { phase });
  }
  // What `fetch` throws where nothing is reached.
  if (detail === undefined && thrown instanceof TypeError) {
    return errorData('NETWORK', 'the 3-D Secure provider could not be reached', { phase });
  }
  return errorData('THREEDS_FAILED', "the provider's script failed", { phase, reason: 'error' });
}
