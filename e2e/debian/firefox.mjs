#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

// Debian's Firefox as Playwright starts it. Playwright speaks WebDriver BiDi to it and, for every
// new context, sets the colour scheme by a command that this Firefox does not know yet; then no
// context is made at all. This stands between them and answers that one command where it asks for
// what Firefox does anyway, the light scheme; all else passes as it is.

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', (error) => {
  process.stderr.write(`Firefox does not start: ${error.message}\n`);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = LISTENING.exec(line)?.[1];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else relayTo(address);
}

function relayTo(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () => {
    const { port } = server.address();
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(address + url);
    const early = [];
    browser.on('open', () => {
      for (const message of early) browser.send(message);
    });
    client.on('message', (data) => {
      const message = data.toString();
      const { id, method, params } = JSON.parse(message);
      if (method === 'emulation.setMediaFeaturesOverride' && isDefault(params.features)) {
        client.send(JSON.stringify({ type: 'success', id, result: {} }));
      } else if (browser.readyState === WebSocket.OPEN) browser.send(message);
      else early.push(message);
    });
    browser.on('message', (data) => client.send(data.toString()));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
}

function isDefault({ 'prefers-color-scheme': scheme, ...others }) {
  return (scheme ?? 'light') === 'light' && Object.keys(others).length === 0;
}
