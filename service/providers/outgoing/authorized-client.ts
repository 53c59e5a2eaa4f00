import type { OutgoingAnswer } from './answer.ts';
import type { OutgoingCall, OutgoingClient } from './client.ts';
import type { Tokens } from './tokens.ts';

/** A 401 means nothing was done: the call goes a second time with a new token, and no third. */
export function withTokens(
  client: OutgoingClient,
  { tokens, scope }: { tokens: Tokens; scope: string },
): OutgoingClient {
  async function sendWith(token: string, call: OutgoingCall, signal: AbortSignal) {
    const headers = { ...call.headers, authorization: `Bearer ${token}` };
    return client.send({ ...call, headers }, signal);
  }

  return {
    needsRead: client.needsRead,
    send: async (call, signal) => {
      const first = await orAborted(tokens.get(scope), signal);
      if (first === null) return noToken(signal);
      const answer = await sendWith(first, call, signal);
      if (!isUnauthorized(answer)) return answer;
      tokens.drop(scope, first);
      const second = await orAborted(tokens.get(scope), signal);
      if (second === null || second === first) return answer;
      const again = await sendWith(second, call, signal);
      if (isUnauthorized(again)) tokens.refuse(scope, second);
      return again;
    },
  };
}

function isUnauthorized(answer: OutgoingAnswer): boolean {
  return answer.kind === 'rejected' && answer.status === 401;
}

function noToken({ aborted }: AbortSignal): OutgoingAnswer {
  return { kind: 'not_sent', cause: aborted ? 'given_up' : 'no_connection' };
}

/** Null once the caller has given up; the token is fetched on for the others. */
function orAborted(token: Promise<string | null>, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    token.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
