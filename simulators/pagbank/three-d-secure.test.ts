import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { createCaller } from '../testing/call.ts';
import { aCardCharge, anOrder, aPlainCard, createTestSeller } from '../testing/pagbank-seller.ts';
import { startPagBank } from './pagbank.ts';

const PATH = '/checkout-sdk/3ds/authentications';
const FRICTIONLESS = '4000000000002701';
const CHALLENGED = '4000000000002503';

/** What the browser's script sends of a purchase. */
function aPurchase({ number = FRICTIONLESS }: { number?: string } = {}) {
  return {
    customer: { name: 'Jose da Silva', email: 'jose@test.com', phones: [] },
    paymentMethod: {
      type: 'CREDIT_CARD',
      installments: 1,
      card: { number, expMonth: '12', expYear: '2030', holder: { name: 'JOSE DA SILVA' } },
    },
    amount: { value: 5880, currency: 'BRL' },
    billingAddress: {
      ...{ street: 'Rua A', number: '10', regionCode: 'SP', country: 'BRA', city: 'São Paulo' },
      postalCode: '01452002',
    },
    dataOnly: false,
    deviceInformation: {
      httpBrowserColorDepth: 24,
      httpBrowserJavaEnabled: false,
      httpBrowserJavaScriptEnabled: true,
      httpBrowserLanguage: 'pt-BR',
      httpBrowserScreenHeight: 800,
      httpBrowserScreenWidth: 1280,
      httpBrowserTimeDifference: 180,
      httpDeviceChannel: 'Browser',
      userAgentBrowserValue: 'Test',
    },
  };
}

async function arrange() {
  const around = createTestHarness();
  const party = await startPagBank(around);
  onTestFinished(() => party.stop());
  const send = createCaller({ trusted: party.authorityPem });
  const seller = createTestSeller(party);
  const session = await seller.openSession();
  const ask = async (path: string, body?: unknown, authorization = session) => {
    const call = { method: 'POST', headers: { authorization } };
    const answer = await send(`${party.sdk}${PATH}${path}`, body ? { ...call, body } : call);
    return { ...answer, json: answer.json as Record<string, unknown> };
  };
  /** Begins an authentication and goes on once. */
  const authenticate = async (purchase: object = aPurchase()) => {
    const { json } = await ask('', purchase);
    return (await ask(`/${json.id}`)).json;
  };
  const order = (id: unknown, { number = FRICTIONLESS, value = 5880 } = {}) => {
    const authentication_method = { type: 'THREEDS', id };
    const card = aPlainCard(number);
    return seller.order(
      anOrder({ charges: [aCardCharge({ card, value, authentication_method })] }),
    );
  };
  /** The form by which the script, or its page, comes to the bank. */
  const atBank = async (told: Record<string, unknown>, answer?: string) => {
    const { acsUrl, payload } = told.challenge as { acsUrl: string; payload: string };
    const fields = new URLSearchParams({ payload, ...(answer ? { answer } : {}) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return send(`${acsUrl}${answer ? '/answer' : ''}`, {
      method: 'POST',
      headers,
      body: fields.toString(),
    });
  };
  return { ...{ ...around, party, send, ask, authenticate, order, atBank } };
}

describe('an authentication by the script', () => {
  it('is begun, gone on with, and used by an order once', async () => {
    const { ask, authenticate, order, party } = await arrange();
    const begun = await ask('', aPurchase());
    expect(begun).toMatchObject({ status: 201, json: { status: 'REQUIRE_INITIALIZATION' } });
    const told = await authenticate();
    expect(told).toMatchObject({
      status: 'AUTH_FLOW_COMPLETED',
      authenticationStatus: 'AUTHENTICATED',
    });
    expect((await order(told.id)).status).toBe(201);
    expect((await order(told.id)).status).toBe(400);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('is of one card and one amount', async () => {
    const { authenticate, order, party } = await arrange();
    const { id } = await authenticate();
    expect((await order(id, { number: CHALLENGED })).status).toBe(400);
    expect((await order(id, { value: 5881 })).status).toBe(400);
    const at = 'POST /orders: charges.0.payment_method.authentication_method.id';
    expect(party.takeViolations()).toEqual([
      `${at} is of another card`,
      `${at} is of another amount`,
    ]);
    expect((await order(id)).status).toBe(201);
  });

  it.each(['AUTH_NOT_SUPPORTED', 'CHANGE_PAYMENT_METHOD'] as const)(
    'that came to %s is of no use to an order',
    async (flow) => {
      const { authenticate, order, party } = await arrange();
      party.authenticateNext(flow);
      const told = await authenticate();
      expect(told).toEqual({ id: expect.any(String), status: flow });
      expect((await order(told.id)).status).toBe(400);
      expect(party.takeViolations()).toHaveLength(1);
    },
  );

  it('that nobody went on with is of no use to an order', async () => {
    const { ask, order, party } = await arrange();
    const { json } = await ask('', aPurchase());
    expect((await order(json.id)).status).toBe(400);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('waits for the buyer where the bank asks, and for nobody else', async () => {
    const { ask, authenticate, atBank } = await arrange();
    const told = await authenticate(aPurchase({ number: CHALLENGED }));
    expect(told.status).toBe('REQUIRE_CHALLENGE');
    expect((await ask(`/${told.id}`)).json.status).toBe('REQUIRE_CHALLENGE');
    expect((await atBank(told)).text).toContain('Confirm');
    const forged = { ...told, challenge: { ...(told.challenge as object), payload: 'another' } };
    expect((await atBank(forged, 'confirm')).status).toBe(400);
    expect((await ask(`/${told.id}`)).json.status).toBe('REQUIRE_CHALLENGE');
    await atBank(told, 'confirm');
    expect((await ask(`/${told.id}`)).json.authenticationStatus).toBe('AUTHENTICATED');
    expect((await atBank(told, 'refuse')).status).toBe(400);
    expect((await ask(`/${told.id}`)).json.authenticationStatus).toBe('AUTHENTICATED');
  });

  it('of a buyer who refuses is of nobody', async () => {
    const { ask, authenticate, atBank } = await arrange();
    const told = await authenticate(aPurchase({ number: CHALLENGED }));
    await atBank(told, 'refuse');
    expect((await ask(`/${told.id}`)).json.authenticationStatus).toBe('NOT_AUTHENTICATED');
  });

  it('is refused in a session that is over, or is none', async () => {
    const { ask, clock, party } = await arrange();
    expect((await ask('', aPurchase(), 'another')).status).toBe(401);
    clock.advance(30 * 60_000);
    expect((await ask('', aPurchase())).status).toBe(401);
    expect(party.authentications.size).toBe(0);
  });

  it('takes no CVV, nor half a purchase', async () => {
    const { ask, party } = await arrange();
    await ask('', { ...aPurchase(), securityCode: '123' });
    expect(party.takeViolations()).toEqual([`POST ${PATH}: securityCode is no field there`]);
    expect((await ask('', { ...aPurchase(), customer: undefined })).status).toBe(400);
    expect((await ask('', { ...aPurchase(), billingAddress: undefined })).status).toBe(400);
    expect(party.takeViolations()).toHaveLength(2);
  });
});
