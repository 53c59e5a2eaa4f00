import type { Page } from '@playwright/test';
import { deferred } from '../contract/deferred.cases.ts';
import { cardFrame, heard, openElementPage, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { countLeft, leftSince } from './left-behind.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** What a promise of the page settled with: its value, or its error as plain data. */
function settled(promise: string) {
  return `(${promise}).then(plain, plain)`;
}

function isOutcome(name: string) {
  return /^(onResult|onError|error|loaderror)$/.test(name);
}

async function namesHeard(page: Page): Promise<string[]> {
  return (await heard(page)).map(({ name }) => name);
}

test.describe('mounting', () => {
  test('a second time in one node is refused; the first goes on', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    const told = await page.evaluate(`window.second = mount(), ${settled('second.ready')}`);
    expectCode(told, 'ALREADY_MOUNTED', { type: 'merchant', retryable: false });
    expect(await page.evaluate(settled('second.submit()'))).toMatchObject({
      code: 'ALREADY_MOUNTED',
    });
    await expect(page.locator('#card iframe')).toHaveCount(1);
    await typeCard(card);
    expect(await page.evaluate(settled('element.submit()'))).toMatchObject({
      card: { last4: '1111' },
    });
  });

  test('into a node that is not there is told by code', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    for (const target of ['#nowhere', 'null', '{}']) {
      const argument = target.startsWith('#') ? JSON.stringify(target) : target;
      const told = await page.evaluate(
        `window.element = mount(${argument}), ${settled('element.ready')}`,
      );
      expectCode(told, 'CONTAINER_NOT_FOUND');
    }
    expect(await namesHeard(page)).toContain('onError');
  });

  test(`into a hidden node is ready, and right once shown${rare()}`, async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    await page.evaluate(`document.querySelector('#card').style.display = 'none'`);
    await page.evaluate('(window.element = mount()).ready');
    await page.evaluate(`document.querySelector('#card').style.display = 'block'`);
    const card = cardFrame(page);
    await typeCard(card);
    const height = () => card.iframe.evaluate((frame) => frame.getBoundingClientRect().height);
    const wanted = await card.form.evaluate((form) =>
      Math.ceil(form.getBoundingClientRect().height),
    );
    await expect.poll(height).toBe(wanted);
    expect(await page.evaluate(settled('element.submit()'))).toMatchObject({ payinCard: {} });
  });

  test('into a closed shadow root works', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    await page.evaluate(`
      window.root = document.querySelector('#card').attachShadow({ mode: 'closed' });
      root.append(document.createElement('div'));
      (window.element = mount(root.firstChild)).ready`);
    const frame = page.frames().find((one) => one.parentFrame() !== null);
    await frame?.locator('#cc-name').fill('A B');
    await frame?.locator('#cc-number').fill('4111111111111111');
    await frame?.locator('#cc-exp').fill('12/30');
    await frame?.locator('#cc-csc').fill('123');
    expect(await page.evaluate(settled('element.submit()'))).toMatchObject({
      card: { last4: '1111' },
    });
  });
});

test.describe('an unmount', () => {
  test('during the handshake settles everything with DESTROYED', async ({ page, places }) => {
    await page.clock.install();
    await openElementPage(page, places, { mounts: false });
    const told = await page.evaluate(`(async () => {
      const element = mount();
      const all = [element.ready, element.submit(), element.update({ amount: 5 }), element.clear()];
      await new Promise((resolve) => setTimeout(resolve));
      element.unmount();
      return Promise.all(all.map((one) => one.then(plain, plain)));
    })()`);
    expect(told).toMatchObject(Array(4).fill({ code: 'DESTROYED', type: 'merchant' }));
    await expect(page.locator('iframe')).toHaveCount(0);
    // After another handshake and a minute of the page's timers, nothing more can be reported. The
    // minute begins once the frame has answered by the channel: what is asked of it has a deadline.
    await page.evaluate('(window.element = mount()).ready.then(() => element.clear())');
    await page.clock.fastForward('01:00');
    await page.evaluate('element.clear()');
    const names = await namesHeard(page);
    expect(names.filter((name) => name === 'ready')).toHaveLength(1);
    expect(names).not.toContain('loaderror');
  });

  test('during a submit settles it with DESTROYED, without a result', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await typeCard(card);
    const asked = deferred();
    const left = deferred();
    const answered = deferred();
    await page.route(
      '**/checkout/tokens',
      async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await left.promise;
        await route.fulfill({ response }).catch(() => undefined);
        answered.resolve();
      },
      { times: 1 },
    );
    const submitted = page.evaluate(settled('element.submit()'));
    await asked.promise;
    await page.evaluate('element.unmount()');
    expectCode(await submitted, 'DESTROYED');
    left.resolve();
    await answered.promise;
    const then = await heard(page);
    // A second element's result comes after everything the first one could still have reported.
    await page.evaluate('(window.element = mount()).ready');
    await typeCard(card, { number: '5555555555554444' });
    await page.evaluate('element.submit()');
    const results = () => heard(page).then((all) => all.filter(({ name }) => name === 'onResult'));
    await expect.poll(results).toMatchObject([{ told: { card: { last4: '4444' } } }]);
    const outcomes = (await namesHeard(page)).slice(then.length).filter(isOutcome);
    expect(outcomes).toEqual(['onResult']);
  });

  test('twenty times leaves no frame, listener or node behind', async ({ page, places }) => {
    test.slow();
    await openElementPage(page, places, { mounts: false });
    const cycles = (count: number) =>
      page.evaluate(`(async () => {
        for (let cycle = 0; cycle < ${count}; cycle += 1) {
          const element = mount();
          if (cycle % 5 !== 0) await element.ready;
          element[cycle % 2 ? 'destroy' : 'unmount']();
        }
        heard.length = 0;
      })()`);
    const count = () => countLeft(page, ['#card']);
    await cycles(5);
    const before = await count();
    await cycles(20);
    await expect
      .poll(async () => leftSince(before, await count()))
      .toEqual({ nodes: 0, documents: 0, listeners: 0, frames: 0 });
    expect(page.frames()).toHaveLength(1);
  });
});

test.describe('two elements on a page', () => {
  test('never exchange their results, in whatever order they end', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false, after: '<div id="b"></div>' });
    await page.evaluate(`
      window.a = mount('#card', { referenceId: 'order-a', amount: 1111 });
      window.b = mount('#b', { referenceId: 'order-b', amount: 2222 });
      Promise.all([a.ready, b.ready])`);
    const sent: { referenceId: string; amount: number; card: { number: string } }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/checkout/tokens')) sent.push(request.postDataJSON());
    });
    let overtaken: ReturnType<typeof deferred<void>> | null = null;
    await page.route('**/checkout/tokens', async (route) => {
      // Of two, the second is asked and answered before the first is sent on.
      const first = overtaken;
      if (first === null) {
        overtaken = deferred();
        await overtaken.promise;
      }
      await route.fulfill({ response: await route.fetch() });
      if (first !== null) {
        overtaken = null;
        first.resolve();
      }
    });
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      await typeCard(cardFrame(page, '#card'), { number: '4111111111111111' });
      await typeCard(cardFrame(page, '#b'), { number: '5555555555554444' });
      const results = await page.evaluate(`Promise.all([
        ${order[0]}.submit().then((result) => ['${order[0]}', result.card.last4]),
        ${order[1]}.submit().then((result) => ['${order[1]}', result.card.last4]),
      ]).then(Object.fromEntries)`);
      expect(results).toEqual({ a: '1111', b: '4444' });
      await page.evaluate("for (const paid of [a, b]) paid.conclude({ status: 'APPROVED' })");
      for (const within of ['#card', '#b']) {
        await expect(cardFrame(page, within).number).toHaveValue('');
      }
    }
    expect(sent).toHaveLength(4);
    for (const { referenceId, amount, card } of sent) {
      const mine =
        referenceId === 'order-a' ? [1111, '4111111111111111'] : [2222, '5555555555554444'];
      expect([amount, card.number]).toEqual(mine);
    }
  });
});

test.describe('a frame that is lost', () => {
  test('with its container, before anybody typed, comes again', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    await page.evaluate(`(async () => {
      const again = new Promise((resolve) => element.on('ready', resolve));
      const dialog = document.createElement('dialog');
      dialog.append(document.querySelector('#card'));
      document.body.append(dialog);
      dialog.showModal();
      await again;
    })()`);
    await typeCard(card);
    expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
    expect(await namesHeard(page)).not.toContain('loaderror');
  });

  test('after it was typed in is brought again by its buyer', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await typeCard(card);
    await page.evaluate(`document.body.append(document.querySelector('#card'))`);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await typeCard(card);
    expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
    expect(await namesHeard(page)).toContain('loaderror');
  });

  test('in a page that was kept as a copy and is put back is there once', async ({
    page,
    places,
  }) => {
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    await page.evaluate(`{
      const copy = document.querySelector('#card').cloneNode(true);
      element.destroy();
      document.querySelector('#card').replaceWith(copy);
    }`);
    await page.evaluate('(window.element = mount()).ready');
    await expect(page.locator('iframe')).toHaveCount(1);
    await typeCard(card);
    expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
  });

  for (const [how, script] of [
    ['moved in the page', `document.body.append(document.querySelector('#card'))`],
    ['navigated by the page', `document.querySelector('#card iframe').src = 'about:blank'`],
    [
      'reloaded by the page',
      `{ const frame = document.querySelector('#card iframe'); frame.src = frame.src.replace('#', '&again#'); }`,
    ],
  ] as const) {
    test(`${how} is told though no timer runs, and a new mount works${rare(!how.startsWith('moved'))}`, async ({
      page,
      places,
    }) => {
      await page.clock.install();
      const card = await openElementPage(page, places);
      await typeCard(card);
      // The page's clock stands still, so what ends the wait is the event and no deadline.
      await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000);
      const told = await page.evaluate(`(async () => {
        const lost = new Promise((resolve) => element.on('loaderror', resolve));
        ${script};
        return [plain(await lost), await element.submit().then(plain, plain)];
      })()`);
      for (const lost of told as unknown[]) expectCode(lost, 'FRAME_LOST');
      expect(told).toHaveLength(2);
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.clock.resume();
      await page.evaluate('(window.element = mount()).ready');
      await expect(card.number).toHaveValue('');
    });
  }
});
