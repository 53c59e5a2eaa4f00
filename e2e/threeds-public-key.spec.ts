import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Told } from './threeds-page.ts';
import {
  CHALLENGED,
  cardInput,
  createPayin,
  FRICTIONLESS,
  newReference,
  openThreeDSPage,
  settle,
} from './threeds-page.ts';

const PREORDER = 'pk_test_preorder';

/** A call with the public key alone, as anybody can make it. */
async function callPublic(system: System, key: string, path: string, body?: object) {
  const response = await checkedFetch(`${system.baseUrl}/checkout/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-public-key': key,
      'content-type': 'application/json',
      origin: 'http://evil.test',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Told };
}

function codeIn({ body }: { body: Told }) {
  return (body.error as { code?: string } | undefined)?.code;
}

async function makeToken(system: System, key: string, number = FRICTIONLESS): Promise<string> {
  const answer = await callPublic(system, key, 'tokens', {
    amount: 15_990,
    installments: 1,
    referenceId: newReference(),
    card: {
      holderName: 'MARINA ALVES',
      number,
      expirationMonth: '12',
      expirationYear: '2030',
      cvv: '123',
    },
  });
  expect(answer.status).toBe(201);
  return String(answer.body.token);
}

test.describe('whoever holds the public key', () => {
  const SESSIONS = 'three-d-secure-sessions';

  test('opens no session for a token that is foreign, made up or malformed', async ({ system }) => {
    const foreign = await makeToken(system, 'pk_test_postorder');
    const real = await makeToken(system, PREORDER);
    for (const token of [
      foreign,
      `${real}x`,
      real.slice(0, -1),
      real.toUpperCase(),
      'tok_1',
      ' ',
    ]) {
      const answer = await callPublic(system, PREORDER, SESSIONS, { token });
      expect([answer.status, codeIn(answer)]).toEqual([400, 'INVALID_DATA']);
    }
    for (const body of [{}, { token: null }, { token: 7 }, { token: 'x'.repeat(5_000) }, []]) {
      expect((await callPublic(system, PREORDER, SESSIONS, body)).status).toBe(400);
    }
    expect((await callPublic(system, PREORDER, SESSIONS, { token: real })).status).toBe(201);
  });

  test('opens none on an account that authenticates after the order or not at all', async ({
    system,
  }) => {
    for (const key of ['pk_test_postorder', 'pk_test_no3ds']) {
      const token = await makeToken(system, key);
      const answer = await callPublic(system, key, SESSIONS, { token });
      expect([answer.status, codeIn(answer)]).toEqual([403, 'METHOD_NOT_ENABLED']);
    }
  });

  test('completes nothing with an id that is made up, foreign or leads elsewhere', async ({
    system,
  }) => {
    const token = await makeToken(system, PREORDER);
    const opened = await callPublic(system, PREORDER, SESSIONS, { token });
    const { session_id: id } = opened.body.threeDSecureAction as { session_id: string };
    const flipped = id.slice(0, -1) + (id.endsWith('a') ? 'b' : 'a');
    for (const made of [flipped, 'tds_1', '..%2f..%2fpayin', `${id}%00`, `${id}%2f`, '%27or%271']) {
      for (const outcome of ['done', 'cancelled', 'failed']) {
        const answer = await callPublic(system, PREORDER, `${SESSIONS}/${made}/complete`, {
          outcome,
        });
        expect([made, answer.status]).toEqual([made, 404]);
      }
    }
    const stranger = await callPublic(system, 'pk_test_postorder', `${SESSIONS}/${id}/complete`, {
      outcome: 'failed',
    });
    expect([stranger.status, codeIn(stranger)]).toEqual([404, 'NOT_FOUND']);
    const state = await callPublic(system, PREORDER, `${SESSIONS}/${id}`);
    expect(state.body).toMatchObject({ status: 'OPEN' });
  });

  test('decides nothing by saying it is done, however it is said', async ({ system }) => {
    const token = await makeToken(system, PREORDER);
    const opened = await callPublic(system, PREORDER, SESSIONS, { token });
    const { session_id: id } = opened.body.threeDSecureAction as { session_id: string };
    const complete = (body: object) =>
      callPublic(system, PREORDER, `${SESSIONS}/${id}/complete`, body);
    for (let time = 0; time < 5; time += 1) {
      const answer = await complete({
        outcome: 'done',
        status: 'AUTHENTICATED',
        transStatus: 'Y',
        cavv: 'AAABBIIFmAAAAAAAAAAAAAAAAAA=',
        eci: '05',
      });
      expect(answer).toMatchObject({ status: 200, body: { status: 'OPEN' } });
    }
    for (const outcome of ['AUTHENTICATED', 'Y', '', null, ['done']]) {
      expect((await complete({ outcome })).status).toBe(400);
    }
    const card = { token, installments: 1, threeDSecure: { referenceId: id } };
    const paid = await createPayin(system, 'preorder', card, newReference());
    expect(paid.status).toBeGreaterThanOrEqual(400);
  });

  test('changes no end by saying it again', async ({ page, system, merchant }) => {
    await openThreeDSPage(page, { system, merchant }, { flow: 'preorder', mode: 'hosted' });
    const input = cardInput({ number: FRICTIONLESS, referenceId: newReference() });
    const told = await settle(page, `client.prepareCardPaymentHosted(${JSON.stringify(input)})`);
    const { payinCard } = told as {
      payinCard: { token: string; threeDSecure: { referenceId: string } };
    };
    const id = payinCard.threeDSecure.referenceId;
    for (const outcome of ['cancelled', 'failed', 'done', 'cancelled']) {
      const answer = await callPublic(system, PREORDER, `${SESSIONS}/${id}/complete`, { outcome });
      expect(answer).toMatchObject({ status: 200, body: { status: 'AUTHENTICATED' } });
    }
    const again = await callPublic(system, PREORDER, SESSIONS, { token: payinCard.token });
    expect([again.status, codeIn(again)]).toEqual([400, 'INVALID_DATA']);
    const paid = await createPayin(system, 'preorder', payinCard, input.referenceId);
    expect(paid).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    const twice = await createPayin(system, 'preorder', payinCard, newReference());
    expect(twice.status).toBeGreaterThanOrEqual(400);
  });

  test('wins no race of many reports', async ({ system }) => {
    const token = await makeToken(system, PREORDER, CHALLENGED);
    const opened = await callPublic(system, PREORDER, SESSIONS, { token });
    const { session_id: id } = opened.body.threeDSecureAction as { session_id: string };
    const outcomes = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'done' : 'cancelled'));
    await Promise.all(
      outcomes.map((outcome) =>
        callPublic(system, PREORDER, `${SESSIONS}/${id}/complete`, { outcome }),
      ),
    );
    const state = await callPublic(system, PREORDER, `${SESSIONS}/${id}`);
    expect(state.body).toMatchObject({ status: 'FAILED', reason: 'cancelled' });
  });
});
