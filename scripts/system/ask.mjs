import { request } from 'node:http';

/** Null where no whole answer came: the connection broke, or the merchant's patience ended. */
export function ask(base, { method, path, headers, body }, { agent, patienceMs = 20_000 } = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const sending = request(
      new URL(path, base),
      { method, agent, headers: body === undefined ? headers : { ...headers, ...json } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', () => resolve(null));
        response.on('close', () => resolve(null));
        response.on('end', () => {
          const body = readJson(Buffer.concat(chunks).toString());
          const { statusCode: status, headers } = response;
          resolve(body === null ? null : { status, headers, body });
        });
      },
    );
    const timer = setTimeout(() => sending.destroy(), patienceMs);
    sending.on('error', () => resolve(null));
    sending.on('close', () => {
      clearTimeout(timer);
      resolve(null);
    });
    sending.end(text);
  });
}

/** Null where it is no JSON, such as half of an answer. */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
