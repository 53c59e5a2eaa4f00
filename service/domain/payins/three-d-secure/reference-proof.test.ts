import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../base/crypto/envelope.ts';
import type { ThreeDSecureProvider } from '../../../providers/three-d-secure-provider.ts';
import { opened } from '../../../testing/opened.ts';
import type { TestService } from '../../../testing/test-service.ts';
import {
  newReference,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../../testing/test-service.ts';
import { PROOF, scriptedAcquirer, scriptedThreeDS } from '../../../testing/test-three-d-secure.ts';
import type { ThreeDSProof } from './three-d-secure-vault.ts';
import { createThreeDSVault } from './three-d-secure-vault.ts';

const REFERENCE = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';

/** One that nobody can ask: what the browser carries is verified by the charge. */
function acquirerVerified(): ThreeDSecureProvider {
  const { provider } = scriptedThreeDS();
  return {
    ...provider,
    verifiedBy: 'acquirer',
    find: async ({ reference }) =>
      reference === undefined ? { kind: 'open' } : { kind: 'referenced', id: reference },
    cancel: async () => ({ kind: 'failed', reason: 'cancelled' }),
  };
}

/** The calls of a browser and of a merchant around one authentication before the order. */
function callsOf(service: () => TestService) {
  const browser = (path: string, body: unknown) =>
    service().fromPage('preorder', `/checkout${path}`, body);
  return {
    async open() {
      const order = { amount: 10_000, installments: 2, referenceId: newReference() };
      const { body } = await browser('/tokens', { ...order, card: VALID_CARD });
      const token = String(body.token);
      const session = await browser('/three-d-secure-sessions', { token });
      const { session_id: id } = session.body.threeDSecureAction;
      const { amount, referenceId, installments } = order;
      const card = { token, installments, threeDSecure: { referenceId: id } };
      const payin = { ...validPayin({ amount, referenceId }), card };
      return { id: String(id), payin };
    },
    complete: (id: string, completion: unknown) =>
      browser(`/three-d-secure-sessions/${id}/complete`, completion),
    pay: (body: unknown) => service().post('preorder', '/payin', body),
  };
}

describe('a sealed proof', () => {
  const key = { version: 1, key: Buffer.alloc(32, 7) };
  const envelope = createEnvelope([key], (length) => Buffer.alloc(length, 1));
  const vault = createThreeDSVault(envelope);
  const owner = { companyId: 'acme', id: 'tds_1' };

  it.each<ThreeDSProof>([
    { kind: 'cryptogram', ...PROOF },
    { kind: 'reference', provider: 'pagbank', id: REFERENCE },
  ])('is read as it was sealed, and for no other authentication: $kind', (proof) => {
    const sealed = vault.sealProof(proof, owner);
    expect(vault.openProof(sealed, owner)).toEqual(proof);
    expect(() => vault.openProof(sealed, { ...owner, id: 'tds_2' })).toThrow();
  });

  it('of a build that knew cryptograms alone is one', () => {
    const context = 'three-d-secure-proof|acme|tds_1';
    const sealed = envelope.seal(Buffer.from(JSON.stringify(PROOF)), context);
    expect(vault.openProof(sealed, owner)).toEqual({ kind: 'cryptogram', ...PROOF });
  });
});

describe('an authentication that only the charge can verify', () => {
  const { charges, acquirer } = scriptedAcquirer();
  const { open, complete, pay } = callsOf(() => service);
  const service = opened(() =>
    startTestService({
      provider: { name: 'scripted', cards: acquirer, threeDS: acquirerVerified() },
    }),
  );

  it('goes to the acquirer by the name that the browser carried', async () => {
    const { id, payin } = await open();
    const ended = await complete(id, { outcome: 'done', providerReference: REFERENCE });
    expect(ended).toMatchObject({ status: 200, body: { status: 'AUTHENTICATED' } });
    expect(ended.text).not.toContain(REFERENCE);
    expect((await pay(payin)).body.status).toBe('APPROVED');
    expect(charges.charges.at(-1)?.authentication).toEqual({
      ...{ kind: 'reference', provider: 'scripted', id: REFERENCE },
    });
  });

  it('is shown to nobody but who gave the name', async () => {
    const provider = { name: 'another', cards: acquirer, threeDS: acquirerVerified() };
    const other = await startTestService({ provider });
    const calls = callsOf(() => other);
    const { id, payin } = await calls.open();
    await calls.complete(id, { outcome: 'done', providerReference: REFERENCE });
    const before = charges.charges.length;
    expect(await calls.pay(payin)).toMatchObject({
      status: 502,
      body: { error: { code: 'PROVIDER_ERROR' } },
    });
    expect(charges.charges).toHaveLength(before);
    await other.stop();
  });

  it('stays open where the browser carries no name, and cannot be paid with', async () => {
    const { id, payin } = await open();
    expect((await complete(id, { outcome: 'done' })).body.status).toBe('OPEN');
    const before = charges.charges.length;
    expect((await pay(payin)).status).toBe(422);
    expect(charges.charges).toHaveLength(before);
  });

  it('keeps the first name, whatever is said later', async () => {
    const { id, payin } = await open();
    await complete(id, { outcome: 'done', providerReference: REFERENCE });
    await complete(id, { outcome: 'done', providerReference: 'another' });
    await pay(payin);
    expect(charges.charges.at(-1)?.authentication).toMatchObject({ id: REFERENCE });
  });

  it.each(['cancelled', 'failed'])('that %s ends without a proof, name or not', async (outcome) => {
    const { id, payin } = await open();
    const ended = await complete(id, { outcome, providerReference: REFERENCE });
    expect(ended.body.status).toBe('FAILED');
    expect((await pay(payin)).status).toBe(422);
  });

  it.each(['a b', '../x', 'é', 'x'.repeat(101), 7])(
    'takes no name of another form: %j',
    async (providerReference) => {
      const { id } = await open();
      expect(await complete(id, { outcome: 'done', providerReference })).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'providerReference' }] } },
      });
    },
  );

  it('is not told by a name where its provider can be asked', async () => {
    const { provider, script } = scriptedThreeDS();
    const other = await startTestService({ provider: { cards: acquirer, threeDS: provider } });
    const calls = callsOf(() => other);
    const { id } = await calls.open();
    const named = { outcome: 'done', providerReference: REFERENCE };
    expect(await calls.complete(id, named)).toMatchObject({ status: 400 });
    expect(script.asked).toBe(0);
    expect((await calls.complete(id, { outcome: 'done' })).body.status).toBe('OPEN');
    await other.stop();
  });
});
