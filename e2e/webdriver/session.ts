/** Keys by their WebDriver code points. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  Shift: '\uE008',
} as const;

export type Key = keyof typeof KEYS;

/** A document of the page: the page itself, or a frame in it. Selectors are CSS. */
export type View = {
  /** What the buyer reads there; waits for the element. */
  text: (selector: string) => Promise<string>;
  isShown: (selector: string) => Promise<boolean>;
  click: (selector: string) => Promise<void>;
  /** Clicks into the field and types key by key, in place of what it holds. */
  type: (selector: string, text: string) => Promise<void>;
  /** The id of what has the focus in that document. */
  focused: () => Promise<string>;
  /** Runs an expression there; a promise is awaited. */
  evaluate: <Value>(expression: string) => Promise<Value>;
};

/** One browser window driven by W3C WebDriver. */
export type Session = {
  open: (url: string) => Promise<void>;
  page: View;
  /** The document behind these iframes, outermost first. */
  frame: (...iframes: readonly string[]) => View;
  /** Keys go to whatever has the focus, as from a keyboard. */
  press: (key: Key, modifier?: 'Shift') => Promise<void>;
  write: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** How long the driver itself looks for an element before it gives up. */
const FIND_WITHIN_MS = 20_000;
const SCRIPT_WITHIN_MS = 60_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Element = { [ELEMENT]: string };

/**
 * Opens a window at the driver of `driverUrl`. Decision: a client of our own, since the journeys need
 * a dozen commands of a frozen protocol, and the packages for it bring a browser manager along.
 * Throws with WebDriver's own error name and the command that got it.
 */
export async function openSession(driverUrl: string): Promise<Session> {
  const { sessionId } = await send<{ sessionId: string }>(driverUrl, 'POST', '/session', {
    capabilities: { alwaysMatch: {} },
  });
  const command = <Value>(method: string, path: string, body?: object) =>
    send<Value>(driverUrl, method, `/session/${sessionId}${path}`, body);

  await command('POST', '/timeouts', { implicit: FIND_WITHIN_MS, script: SCRIPT_WITHIN_MS });

  const find = async (selector: string): Promise<string> => {
    const found = await command<Element>('POST', '/element', {
      using: 'css selector',
      value: selector,
    });
    return found[ELEMENT];
  };

  function viewOf(iframes: readonly string[]): View {
    async function enter(): Promise<void> {
      await command('POST', '/frame', { id: null });
      for (const iframe of iframes) {
        const element = { [ELEMENT]: await find(iframe) };
        // WebKitGTK scrolls to an element within its frame, not to the frame.
        const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`;
        await command('POST', '/execute/sync', { script, args: [element] });
        await command('POST', '/frame', { id: element });
      }
    }
    const element = async (selector: string) => {
      await enter();
      return `/element/${await find(selector)}`;
    };
    return {
      text: async (selector) => command('GET', `${await element(selector)}/text`),
      isShown: async (selector) => command('GET', `${await element(selector)}/displayed`),
      click: async (selector) => command('POST', `${await element(selector)}/click`, {}),
      async type(selector, text) {
        await command('POST', `${await element(selector)}/click`, {});
        const script = 'document.activeElement.select()';
        await command('POST', '/execute/sync', { script, args: [] });
        await write(text);
      },
      async focused() {
        await enter();
        return command('POST', '/execute/sync', {
          script: 'return document.activeElement.id',
          args: [],
        });
      },
      async evaluate(expression) {
        await enter();
        const script = `Promise.resolve(${expression}).then(arguments[0])`;
        return command('POST', '/execute/async', { script, args: [] });
      },
    };
  }

  const strike = (strokes: readonly object[]) =>
    command<void>('POST', '/actions', {
      actions: [{ type: 'key', id: 'keyboard', actions: strokes }],
    });
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];

  const write = (text: string) => strike([...text].flatMap(stroke));

  return {
    open: (url) => command('POST', '/url', { url }),
    page: viewOf([]),
    frame: (...iframes) => viewOf(iframes),
    press(key, modifier) {
      const pressed = stroke(KEYS[key]);
      if (modifier === undefined) return strike(pressed);
      const value = KEYS[modifier];
      return strike([{ type: 'keyDown', value }, ...pressed, { type: 'keyUp', value }]);
    },
    write,
    close: () => command('DELETE', ''),
  };
}

async function send<Value>(
  driverUrl: string,
  method: string,
  path: string,
  body?: object,
): Promise<Value> {
  const response = await fetch(driverUrl + path, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = await response.json();
  if (!response.ok) {
    const command = path.replace(/^\/session\/[^/]+/, '');
    throw new Error(`${method} ${command}: ${value?.error}: ${value?.message}`);
  }
  return value;
}
