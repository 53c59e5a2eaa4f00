import { chmodSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { apiErrorCodeSchema, errorDetailSchema } from '../../contract/errors/api-error.ts';
import { RULES } from '../../contract/errors/refusal-rule.ts';
import { actorSchema } from '../acts/values.ts';
import { ApiError } from '../base/shared/api-error.ts';
import { parseJson } from '../base/shared/parse-json.ts';
import type { CommandAnswer } from '../cli/command.ts';
import { commandAnswerSchema, UsageError } from '../cli/command.ts';
import type { CommandRequest } from '../cli/run-command.ts';

/**
 * While a service has the embedded database, nobody else can open it; so it runs the commands
 * itself, for whoever can reach a Unix socket beside the database: its own user and root. JSON over
 * HTTP, one command at a time.
 */

/** A certificate with its chain, as base64. */
const MAX_VALUE = 40_000;

const requestSchema = z.object({
  command: z.string().check(z.maxLength(100)),
  options: z.record(z.string(), z.string().check(z.maxLength(MAX_VALUE))),
  actor: actorSchema,
});

const replySchema = z.union([
  z.object({ answer: commandAnswerSchema }),
  z.object({
    refusal: z.object({
      code: apiErrorCodeSchema,
      message: z.string(),
      details: z.array(z.extend(errorDetailSchema, { rule: z.enum(RULES) })),
    }),
  }),
  z.object({ usage: z.string() }),
  z.object({ failure: z.string() }),
]);
type Reply = z.infer<typeof replySchema>;

const MAX_PATH_BYTES = 103;
const MAX_BODY_BYTES = 256 * 1024;
/** Whoever has the turn and goes silent would keep all others, and the end of the service, waiting. */
const BODY_DEADLINE_MS = 5_000;

export function socketPathOf(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

export class CommandFailed extends Error {
  constructor(errorName: string) {
    super(`The command broke down on ${errorName}.`);
    this.name = 'CommandFailed';
  }
}

/**
 * Listens for commands; gives the function that ends it and removes the socket. The caller holds
 * the lock of the directory, so a socket that lies there is left over and is replaced.
 */
export async function serveCommands(
  path: string,
  run: (request: CommandRequest) => Promise<CommandAnswer>,
  { bodyDeadlineMs } = { bodyDeadlineMs: BODY_DEADLINE_MS },
): Promise<() => Promise<void>> {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    last = last
      .then(() => {
        request.setTimeout(bodyDeadlineMs, () => request.destroy());
        return answer(request, response, run);
      })
      .catch(() => response.destroy());
  });
  rmSync(path, { force: true });
  await listenPrivately(server, path);
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await last;
    server.closeAllConnections();
    await closed;
    rmSync(path, { force: true });
  };
}

async function listenPrivately(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // The file is made within the call; the mask is the whole process's, so it is put back at once.
  process.umask(mask);
  await listening;
  chmodSync(path, 0o600);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  run: (request: CommandRequest) => Promise<CommandAnswer>,
): Promise<void> {
  const reply = await replyTo(request, run);
  response.writeHead('answer' in reply ? 200 : 400, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(reply));
}

async function replyTo(
  request: IncomingMessage,
  run: (request: CommandRequest) => Promise<CommandAnswer>,
): Promise<Reply> {
  try {
    const text = await readText(request, MAX_BODY_BYTES);
    // From here on it is the command that takes its time.
    request.setTimeout(0);
    const asked = requestSchema.safeParse(parseJson(text));
    if (!asked.success) throw new UsageError('The request is no command.');
    return { answer: await run(asked.data) };
  } catch (error) {
    if (error instanceof UsageError) return { usage: error.message };
    if (error instanceof ApiError) {
      const { code, message, details } = error;
      return { refusal: { code, message, details } };
    }
    return { failure: error instanceof Error ? error.name : typeof error };
  }
}

/** Null where none answers. Throws what the command threw there, or `CommandFailed`. */
export async function askService(
  path: string,
  request: CommandRequest,
): Promise<CommandAnswer | null> {
  const text = await send(path, JSON.stringify(request));
  if (text === null) return null;
  const reply = replySchema.safeParse(parseJson(text));
  if (!reply.success) throw new CommandFailed('an answer it could not read');
  if ('answer' in reply.data) return reply.data.answer;
  if ('usage' in reply.data) throw new UsageError(reply.data.usage);
  if ('failure' in reply.data) throw new CommandFailed(reply.data.failure);
  const { code, message, details } = reply.data.refusal;
  throw new ApiError(code, message, { details });
}

const NOBODY: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

function send(path: string, body: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = httpRequest({
      socketPath: path,
      path: '/',
      method: 'POST',
      headers,
      agent: false,
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(null);
      else if (error.code === 'EACCES')
        reject(new UsageError(`Only the user of the service may use ${path}.`));
      else reject(new CommandFailed('a service that ended before it answered'));
    });
    sent.once('response', (response) => {
      readText(response, Number.POSITIVE_INFINITY).then(resolve, () =>
        reject(new CommandFailed('a service that ended before it answered')),
      );
    });
    sent.end(body);
  });
}

async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new UsageError('The request is too large.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
