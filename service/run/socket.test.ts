import { statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import type { CommandAnswer } from '../cli/command.ts';
import { UsageError } from '../cli/command.ts';
import type { CommandRequest } from '../cli/run-command.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { askService, CommandFailed, fitsSocket, serveCommands, socketPathOf } from './socket.ts';

const REQUEST: CommandRequest = {
  command: 'company show',
  options: { company: 'a' },
  actor: 'ana',
};
const ANSWER: CommandAnswer = {
  content: { rows: [{ id: 'a', amount: 5, isOn: true, reason: null }] },
  notes: ['a note'],
  isBad: true,
};

describe('the socket of a service', () => {
  let dataDir: string;
  let path: string;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(() => {
    dataDir = temporaryFolder('socket');
    path = socketPathOf(dataDir);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const serve = async (run: (request: CommandRequest) => Promise<CommandAnswer>) => {
    const stop = await serveCommands(path, run);
    stops.push(stop);
    return stop;
  };
  /** What a caller that is not ours gets. */
  const post = (body: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = httpRequest({ socketPath: path, method: 'POST', agent: false }, (response) =>
        resolve(text(response)),
      );
      sent.on('error', reject);
      sent.end(body);
    });

  it('hands over what was asked and what was answered', async () => {
    const asked: CommandRequest[] = [];
    await serve(async (request) => {
      asked.push(request);
      return ANSWER;
    });
    expect(await askService(path, REQUEST)).toEqual(ANSWER);
    expect(asked).toEqual([REQUEST]);
  });

  it.each<[string, Error, object]>([
    [
      'a refusal with its fields',
      invalidField('amount', 'over_limit', { max: 5 }),
      { code: 'INVALID_DATA', details: [errorDetail('amount', 'over_limit', { max: 5 })] },
    ],
    [
      'a refusal in a sentence',
      new ApiError('ILLEGAL_TRANSITION', 'No such move.'),
      { code: 'ILLEGAL_TRANSITION', message: 'No such move.' },
    ],
    ['a misuse', new UsageError('There is no such command.'), { name: 'UsageError' }],
  ])('hands over %s', async (_name, thrown, seen) => {
    await serve(() => Promise.reject(thrown));
    await expect(askService(path, REQUEST)).rejects.toMatchObject(seen);
  });

  it('hands over that a command broke down, and nothing of what it said', async () => {
    await serve(() => Promise.reject(new TypeError('4111111111111111')));
    const failure = await askService(path, REQUEST).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandFailed);
    expect(String(failure)).toBe('CommandFailed: The command broke down on TypeError.');
  });

  it('runs one command at a time', async () => {
    let running = 0;
    const most: number[] = [];
    await serve(async () => {
      running += 1;
      most.push(running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return ANSWER;
    });
    await Promise.all([1, 2, 3, 4].map(() => askService(path, REQUEST)));
    expect(most).toEqual([1, 1, 1, 1]);
  });

  it('is for its own user alone', async () => {
    await serve(async () => ANSWER);
    expect(statSync(path).isSocket()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves the mask of the process as it was', async () => {
    const before = process.umask();
    await serve(async () => ANSWER);
    expect(process.umask()).toBe(before);
  });

  it('is gone once the service has stopped', async () => {
    const stop = await serve(async () => ANSWER);
    await stop();
    expect(() => statSync(path)).toThrow('ENOENT');
    expect(await askService(path, REQUEST)).toBeNull();
  });

  it('stops after the command that runs', async () => {
    const { promise: answer, resolve: finish } = deferred<CommandAnswer>();
    const { promise: begun, resolve: begin } = deferred();
    const stop = await serve(() => {
      begin();
      return answer;
    });
    const asked = askService(path, REQUEST);
    await begun;
    const stopping = stop();
    finish(ANSWER);
    expect(await asked).toEqual(ANSWER);
    await stopping;
  });

  it('neither waits nor lives on for a caller who sends half a request', async () => {
    const stop = await serveCommands(path, async () => ANSWER, { bodyDeadlineMs: 20 });
    const silent = connect(path);
    silent.on('error', () => undefined);
    silent.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    const isClosed = new Promise((resolve) => silent.once('close', resolve));
    const asked = askService(path, REQUEST);
    await isClosed;
    expect(await asked).toEqual(ANSWER);
    await stop();
  });

  it('takes the place of one that a killed service left', async () => {
    writeFileSync(path, 'left over');
    await serve(async () => ANSWER);
    expect(await askService(path, REQUEST)).toEqual(ANSWER);
  });

  it('answers nobody where there is no service', async () => {
    expect(await askService(path, REQUEST)).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['no command', '{"options":{},"actor":"ana"}'],
    ['options of another type', '{"command":"x","options":{"a":1},"actor":"ana"}'],
    ['an actor of two words', '{"command":"x","options":{},"actor":"ana souza"}'],
    ['more than it reads', `{"command":"${'x'.repeat(70_000)}"}`],
  ])('refuses %s', async (_name, body) => {
    let ran = false;
    await serve(async () => {
      ran = true;
      return ANSWER;
    });
    expect(JSON.parse(await post(body))).toEqual({ usage: expect.stringMatching(/^The request /) });
    expect(ran).toBe(false);
  });

  it('is done without where its path is too long for one', () => {
    expect(fitsSocket(socketPathOf('/var/lib/checkout'))).toBe(true);
    expect(fitsSocket(socketPathOf(`/${'long/'.repeat(20)}`))).toBe(false);
  });
});
