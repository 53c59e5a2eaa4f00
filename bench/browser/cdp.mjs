/**
 * JSON messages over the browser's own pipe, each ended by a zero byte; Playwright would pause
 * every cross-site iframe before it runs. `on` gives the function that stops listening. Without an
 * id the session is the browser's.
 */
export function connectPipe({ input, output }) {
  const waiting = new Map();
  const handlers = new Map();
  let lastId = 0;
  let rest = [];

  function send(method, params, sessionId) {
    lastId += 1;
    const id = lastId;
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => waiting.set(id, { method, resolve, reject }));
  }

  function on(event, handler, sessionId = '') {
    const key = `${sessionId} ${event}`;
    const set = handlers.get(key) ?? new Set();
    handlers.set(key, set.add(handler));
    return () => set.delete(handler);
  }

  function receive(message) {
    if (message.id === undefined) {
      const key = `${message.sessionId ?? ''} ${message.method}`;
      for (const handler of [...(handlers.get(key) ?? [])]) handler(message.params);
      return;
    }
    const { method, resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(new Error(`${method}: ${message.error.message}`));
  }

  output.on('data', (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const message = Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
      receive(JSON.parse(message));
    }
    rest.push(chunk.subarray(from));
  });
  output.on('close', () => {
    for (const { method, reject } of waiting.values()) {
      reject(new Error(`${method}: the browser is gone`));
    }
    waiting.clear();
  });

  return {
    session: (id) => ({
      id,
      send: (method, params = {}) => send(method, params, id),
      on: (event, handler) => on(event, handler, id),
    }),
  };
}
