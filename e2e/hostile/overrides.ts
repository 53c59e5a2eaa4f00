/**
 * Scripts of a page that replaced built-ins. Wrapped ones work and tell `window.spied` everything
 * that passes through them; broken ones do not work.
 */

export type Override = [name: string, script: string];

/** Notes a value as text, deep enough to find a card in it, without touching what is wrapped. */
export const SPY = `
  window.spied = [];
  const stringify = JSON.stringify;
  const push = Array.prototype.push;
  let noting = false;
  window.spy = (where, ...values) => {
    if (noting) return;
    noting = true;
    for (const value of values) {
      let text;
      try { text = typeof value === 'object' ? stringify(value) : String(value); } catch { text = '?'; }
      push.call(spied, where + ' ' + text);
      const data = value instanceof Event ? value.data : undefined;
      if (data !== undefined) push.call(spied, where + ' ' + stringify(data));
    }
    noting = false;
  };`;

export const WRAPPED: Override[] = [
  [
    'Promise.prototype.then',
    `const then = Promise.prototype.then;
    Promise.prototype.then = function (done, failed) {
      const heard = (callback, name) => typeof callback !== 'function' ? callback : (value) => {
        spy(name, value);
        return callback(value);
      };
      return then.call(this, heard(done, 'then'), heard(failed, 'catch'));
    };`,
  ],
  [
    'MessageChannel',
    `const Original = MessageChannel;
    window.MessageChannel = class extends Original {
      constructor() {
        super();
        this.port1.addEventListener('message', (event) => spy('port', event));
      }
    };`,
  ],
  [
    'MessagePort.prototype.postMessage',
    `const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...list) {
      spy('sent', ...list);
      return post.apply(this, list);
    };`,
  ],
  [
    'addEventListener',
    `const add = EventTarget.prototype.addEventListener;
    const remove = EventTarget.prototype.removeEventListener;
    const wrappers = new WeakMap();
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      if (typeof listener !== 'function') return add.call(this, type, listener, options);
      const wrapper = wrappers.get(listener) ?? function (event) {
        spy('event', event);
        return listener.call(this, event);
      };
      wrappers.set(listener, wrapper);
      return add.call(this, type, wrapper, options);
    };
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      return remove.call(this, type, wrappers.get(listener) ?? listener, options);
    };`,
  ],
  [
    'JSON, Array.prototype.toJSON and Object.prototype.toJSON',
    `const original = JSON.stringify;
    const parse = JSON.parse;
    JSON.stringify = (...list) => { spy('stringify', ...list); return original(...list); };
    JSON.parse = (...list) => { spy('parse', ...list); return parse(...list); };
    Array.prototype.toJSON = function () { spy('toJSON', { ...this }); return this; };
    Object.defineProperty(Object.prototype, 'toJSON', {
      value() { return this; }, configurable: true, writable: true,
    });`,
  ],
  [
    'remove, Array.from, lists as texts and a CheckoutSDK of its own',
    `var CheckoutSDK = {};
    Element.prototype.remove = function () { this.parentNode.removeChild(this); };
    Array.from = (list) => Array(list.length || 0);
    Array.prototype.toJSON = () => '[]';`,
  ],
  ['JSON, which has other names', 'window.JSON = { encode: JSON.stringify };'],
  [
    'Object.prototype with the names the channel reads',
    `for (const [name, value] of Object.entries({
      origin: 'https://evil.example', type: 'APPLY', id: 'x', path: ['submit'], ports: [],
      checkout: 'hello', nonce: 'x', version: 2, argumentList: [{ type: 'RAW', value: {} }],
      ok: true, error: { code: 'X' }, details: {}, signal: undefined, apiBaseUrl: 'x',
    })) {
      Object.defineProperty(Object.prototype, name, {
        value, configurable: true, writable: true, enumerable: false,
      });
    }`,
  ],
  [
    'Object.prototype.then, so that every object is asked for its promise',
    `Object.defineProperty(Object.prototype, 'then', {
      value(done) {
        spy('thenable', this);
        const trap = Object.getOwnPropertyDescriptor(Object.prototype, 'then');
        delete Object.prototype.then;
        done(this);
        Object.defineProperty(Object.prototype, 'then', trap);
      },
      configurable: true,
      writable: true,
    });`,
  ],
];

/** Nothing can come of these but a failure with a code. */
export const BROKEN: Override[] = [
  ['MessageChannel that is gone', 'window.MessageChannel = undefined;'],
  ['MessageChannel that throws', "window.MessageChannel = function () { throw new Error('no'); };"],
  ['Proxy that is gone', 'window.Proxy = undefined;'],
  ['Promise that is gone', 'window.Promise = undefined;'],
  ['random values that throw', "crypto.getRandomValues = () => { throw new Error('no'); };"],
  ['a port that sends nothing', 'MessagePort.prototype.postMessage = () => undefined;'],
  ['a port that throws', "MessagePort.prototype.postMessage = () => { throw new Error('no'); };"],
];
