import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { BankEnv } from './bank-env.ts';
import { notificationPage } from './bank-pages.ts';
import { cresSchema, sessionDataSchema } from './challenge-message.ts';
import { erroSchema } from './erro.ts';
import { transIdField } from './message-fields.ts';
import { fromBase64Url, readMessage } from './message-text.ts';
import { readFormBody } from './request-body.ts';
import { sendPage } from './send-page.ts';
import type { ThreeDSServer } from './three-ds-server.ts';

/** Ties what a frame says to the run of the script that opened it. */
export const nonceField = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));

const methodDataSchema = z.object({ threeDSServerTransID: transIdField });
const sessionDataContent = z.object({ nonce: nonceField });

/**
 * Where banks send browsers back to. No cookie is needed, nothing here decides: the pages tell the
 * script to ask again.
 */
export function notificationRoutes(app: Hono<BankEnv>, server: ThreeDSServer): void {
  app.post('/3ds/method-notification', async (c) => {
    const field = await readFormBody(c);
    const data = decode(methodDataSchema, field('threeDSMethodData'));
    const nonce = nonceField.safeParse(c.req.query('nonce'));
    const told = data === null ? null : await server.methodDone(data.threeDSServerTransID);
    return sendPage(c, notificationPage('method-done', addressee(told, nonce.data)));
  });

  app.post('/3ds/challenge-notification', async (c) => {
    const field = await readFormBody(c);
    const cres = decode(cresSchema, field('cres'));
    const erro = decode(erroSchema, field('error'));
    const { threeDSServerTransID, acsTransID } = cres ?? erro ?? {};
    const told =
      threeDSServerTransID === undefined || acsTransID === undefined
        ? null
        : await server.notified({ threeDSServerTransID, acsTransID });
    const event = cres === null ? 'challenge-error' : 'challenge-done';
    const data = sessionDataSchema.safeParse(field('threeDSSessionData'));
    const nonce = data.success ? decode(sessionDataContent, data.data)?.nonce : undefined;
    return sendPage(c, notificationPage(event, addressee(told, nonce)));
  });
}

function decode<Schema extends z.ZodMiniType>(
  schema: Schema,
  encoded: string | null,
): z.infer<Schema> | null {
  const text = encoded === null ? null : fromBase64Url(encoded);
  if (text === null) return null;
  const received = readMessage(schema, text);
  return received.isValid ? received.message : null;
}

function addressee(
  told: { origin: string | null } | null,
  nonce: string | undefined,
): { origin: string; nonce: string } | null {
  if (nonce === undefined || told === null || told.origin === null) return null;
  return { origin: told.origin, nonce };
}
