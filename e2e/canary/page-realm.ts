import { SPY, WRAPPED } from '../hostile/overrides.ts';

/** Before the sdk: notes every message, event, port and JSON text of the page in `window.spied`. */
export const PAGE_SPIES = [
  SPY,
  ...WRAPPED.filter(([name]) =>
    [
      'Promise.prototype.then',
      'MessageChannel',
      'MessagePort.prototype.postMessage',
      'addEventListener',
      'JSON, Array.prototype.toJSON and Object.prototype.toJSON',
    ].includes(name),
  ).map(([, script]) => `{ ${script} }`),
  "addEventListener('message', () => undefined);",
  "for (const type of ['input', 'change', 'keydown', 'keyup', 'paste', 'focusin', 'submit']) {" +
    ' document.addEventListener(type, () => undefined, true); }',
].join('\n');

/** Runs in a document: everything it holds, by place. `reach`: also what hangs on its window. */
export async function readRealm({
  reach,
}: {
  reach: boolean;
}): Promise<{ [place: string]: string }> {
  const found: { [place: string]: string } = {
    title: document.title,
    address: `${location.href} ${document.referrer} ${document.baseURI}`,
    history: JSON.stringify(history.state) ?? '',
    cookies: document.cookie,
    DOM: markup(document),
  };
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      found[name] = JSON.stringify(Object.entries(window[name]));
    } catch {
      found[name] = '';
    }
  }
  found.IndexedDB = await databases().catch(() => '');
  found.CacheStorage = await cached().catch(() => '');
  if (reach) found.globals = globals();
  return found;

  /** Markup with the values of inputs and whatever open shadow roots hold. */
  function markup(root: Document | ShadowRoot): string {
    const parts = [root instanceof Document ? root.documentElement.outerHTML : root.innerHTML];
    for (const element of root.querySelectorAll('*')) {
      if ('value' in element) parts.push(String(element.value));
      if (element.shadowRoot) parts.push(markup(element.shadowRoot));
    }
    return parts.join('\n');
  }

  async function databases(): Promise<string> {
    const parts: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of Array.from(database.objectStoreNames)) {
        const all = database.transaction(store).objectStore(store);
        parts.push(name, store, await settled(all.getAllKeys()));
        parts.push(await settled(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(parts);
  }

  function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async function cached(): Promise<string> {
    const parts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return parts.join('\n');
  }

  /** Texts and numbers on everything that can be reached from `window`, some way down. */
  function globals(): string {
    const parts: string[] = [];
    const seen = new Set<unknown>();
    let budget = 200_000;
    let level: unknown[] = [window];
    for (let depth = 0; depth < 7; depth += 1) {
      const next: unknown[] = [];
      for (const value of level) {
        if (budget < 0) break;
        for (const inner of within(value)) {
          budget -= 1;
          const isObject = typeof inner === 'object' || typeof inner === 'function';
          if (!isObject) parts.push(String(inner));
          else if (inner !== null && !seen.has(inner)) {
            seen.add(inner);
            next.push(inner);
          }
        }
      }
      level = next;
    }
    return parts.join('\n');
  }

  function within(value: unknown): unknown[] {
    const inner: unknown[] = [];
    try {
      if (value instanceof Map) inner.push(...value.keys(), ...value.values());
      if (value instanceof Set) inner.push(...value);
      for (const key of Reflect.ownKeys(Object(value))) {
        inner.push(typeof key === 'symbol' ? key.description : key);
        inner.push(Reflect.get(Object(value), key));
      }
    } catch {
      // A window of another origin, or a getter that throws, shows nothing.
    }
    return inner;
  }
}
