import * as z from 'zod/mini';
import type { Docs } from './docs.ts';
import { ACCOUNT_NAMES } from './merchant-account.ts';
import { parseBody } from './order-request.ts';
import type { PaymentService } from './payment-service.ts';
import { ShopError } from './shop-error.ts';

/** What the sandbox answered a reader of the documentation; `body` is its text, unchanged. */
export type TriedAnswer = { status: number; headers: { [name: string]: string }; body: string };

/** The calls that the API's page of the documentation offers; its build writes the list. */
const CALL_LIST = '/docs/assets/calls.json';

const callListSchema = z.object({
  calls: z.array(z.object({ method: z.string(), path: z.string() })),
});
type DocumentedCall = z.output<typeof callListSchema>['calls'][number];

/** A path with its query, as a form writes it: no origin, and no sign that a parser reads as one. */
const TARGET = /^\/(?:[\w.~%-]+\/)*[\w.~%-]+(?:\?[\w.~%*+=&-]*)?$/;

const notHere = z.optional(z.never('não passa por aqui: só o que o SDK preparou'));

/** `POST /api/tried-calls`. A card travels as a token alone, as in the rest of the shop. */
const triedCallSchema = z.strictObject(
  {
    account: z.enum(ACCOUNT_NAMES, 'não é uma conta de teste'),
    method: z.enum(['GET', 'POST'], 'deve ser GET ou POST'),
    path: z
      .string('deve ser um caminho')
      .check(z.maxLength(1_000, 'é longo demais'), z.regex(TARGET, 'deve ser um caminho')),
    body: z.optional(
      z.looseObject({ card: z.optional(z.looseObject({ number: notHere, cvv: notHere })) }),
    ),
  },
  'tem um campo desconhecido',
);

/** What says more of an answer than its body does; the rest is of the connection. */
const SHOWN_HEADERS = ['content-type', 'x-request-id', 'retry-after'];

/**
 * Sends a call that a reader of the documentation tries. Decision: the page calls this server and
 * not the API, which lets no browser send a secret key and is not to begin with it. So that this is
 * no open proxy, the address is the sandbox's, the keys are those published for the account that
 * is named, and the call is one that the documentation lists; only the shop's own pages are heard.
 * Errors: `NOT_DOCUMENTED`, `INVALID_ORDER`, `PAYMENT_SERVICE_UNREACHABLE`.
 */
export function createTriedCalls(options: {
  docs: Docs | null;
  baseUrl: string;
  payments: Pick<PaymentService, 'call'>;
}): (body: unknown) => Promise<TriedAnswer> {
  const { docs, baseUrl, payments } = options;

  async function listedCalls(): Promise<readonly DocumentedCall[]> {
    const file = await docs?.find(CALL_LIST);
    return file ? callListSchema.parse(JSON.parse(file.body.toString('utf8'))).calls : [];
  }

  return async (request) => {
    const { account, method, path, body } = parseBody(triedCallSchema, request);
    const url = new URL(path, baseUrl);
    const listed = await listedCalls();
    // What was parsed is what is compared and sent: dots that lead elsewhere are gone by now.
    const isListed = listed.some(
      (call) => call.method === method && patternOf(call.path).test(url.pathname),
    );
    if (url.origin !== baseUrl || !isListed) {
      throw new ShopError(404, 'NOT_DOCUMENTED', 'Esta chamada não está na documentação.');
    }
    const target = `${url.pathname}${url.search}`;
    const answer = await payments.call(account, { method, path: target, body });
    const shown = SHOWN_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return { status: answer.status, headers: Object.fromEntries(shown), body: answer.body };
  };
}

/** `/payin/{id}` as the paths it stands for; a name between braces is one segment. */
function patternOf(path: string): RegExp {
  const segments = path.split(/\{\w+\}/).map((text) => text.replace(/[.]/g, '\\.'));
  return new RegExp(`^${segments.join('[^/]+')}$`);
}
