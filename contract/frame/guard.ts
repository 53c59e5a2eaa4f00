import type { Endpoint } from 'comlink';
import { isPlain, isRecord, own } from './plain-data.ts';

/** Refused messages after which a port is closed; fewer than 1 000 never close one. */
export const FLOOD_LIMIT = 20_000;

export type GuardOptions = {
  port: MessagePort;
  /** Names the other side may call here. */
  serves: ReadonlySet<unknown>;
  /** Once, right before the port is closed. */
  onFlood: () => void;
};

export type Guard = {
  /** What comlink is given in place of the port. */
  endpoint: Endpoint;
  refused: () => number;
  close: () => void;
};

type Listener = (event: MessageEvent) => void;

/**
 * Stands between a MessagePort and comlink, on both ends. Comlink itself lets the peer set any
 * path, construct any reachable function and name its own transfer handlers; what passes here is
 * one thing each way: a call of one listed name with plain data, and a plain answer to a call that
 * is waiting for it. Everything passed on is rebuilt. The rest is counted and dropped.
 */
export function guardPort({ port, serves, onFlood }: GuardOptions): Guard {
  const listeners = new Set<Listener>();
  const asked = new Set<string>();
  let refused = 0;

  function onMessage(event: MessageEvent): void {
    const data = event.ports.length === 0 ? readIncoming(event.data) : null;
    if (data !== null) {
      for (const listener of listeners) listener({ data, origin: '' } as MessageEvent);
      return;
    }
    refused += 1;
    if (refused === FLOOD_LIMIT) {
      onFlood();
      close();
    }
  }

  function readIncoming(data: unknown): object | null {
    if (!isRecord(data)) return null;
    const id = own(data, 'id');
    const type = own(data, 'type');
    if (typeof id !== 'string' || id.length > 100) return null;
    if (type === 'RAW') {
      const value = own(data, 'value');
      return isPlain(value) && asked.delete(id) ? { id, type, value } : null;
    }
    const name = only(own(data, 'path'));
    const wire = only(own(data, 'argumentList'));
    if (type !== 'APPLY' || !serves.has(name)) return null;
    // Comlink would take it for the answer to our own call of that id.
    if (asked.has(id)) return null;
    if (!isRecord(wire) || own(wire, 'type') !== 'RAW') return null;
    const value = own(wire, 'value');
    return isPlain(value)
      ? { id, type, path: [name], argumentList: [{ type: 'RAW', value }] }
      : null;
  }

  /** Calls and plain answers go out. Comlink's throws carry a stack; its release ends the port. */
  function postMessage(message: { id: string; type: string }): void {
    if (message.type === 'APPLY') asked.add(message.id);
    else if (message.type !== 'RAW') return;
    port.postMessage(message);
  }

  function close(): void {
    port.removeEventListener('message', onMessage);
    port.close();
    listeners.clear();
  }

  port.addEventListener('message', onMessage);
  port.start();

  return {
    endpoint: {
      addEventListener: (_type, listener) => {
        listeners.add(listener as Listener);
      },
      // What comlink listens to it listens to until the end.
      removeEventListener: () => undefined,
      postMessage,
    },
    refused: () => refused,
    close,
  };
}

function only(list: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? own(list, '0') : undefined;
}
