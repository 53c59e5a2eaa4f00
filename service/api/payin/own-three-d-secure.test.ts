import { beforeEach, describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { servedBy, testProvider } from '../../testing/test-provider.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import { scriptedAcquirer, scriptedThreeDS } from '../../testing/test-three-d-secure.ts';

/** Of texts that nothing else holds. */
const PROOF = {
  cavv: Buffer.from('CanaryOfTheCavv!7391').toString('base64'),
  eci: '05',
  dsTransactionId: '7a5b0c91-52d8-4d3e-9a41-c8f1b6e2d704',
  version: '2.2.0',
};
const MASTERCARD = { ...VALID_CARD, number: '5555555555554444' };
const AT = 'card.threeDSecure';

describe.each(testDatabases())('3-D Secure of the merchant’s own, on $engine', (database) => {
  const { acquirer, charges } = scriptedAcquirer();
  const threeDS = scriptedThreeDS();
  const cards = { ...acquirer, takesMerchantProof: true } as const;

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, provider: { cards, threeDS: threeDS.provider } }),
  );
  const operator = opened(() => openTestOperator(db));
  beforeEach(async () => {
    charges.charges.length = 0;
    threeDS.script.opened.length = 0;
    await setCapabilities({ 'own-three-ds': 'yes', 'three-ds': 'none', 'card-on-file': 'no' });
  });

  const setCapabilities = (capabilities: Record<string, string>) =>
    operator.run('company set-capabilities', { company: 'no3ds', ...capabilities });
  const post = (body: unknown) => service.post('no3ds', '/payin', body);
  /** `undefined` leaves a member out. */
  const pay = (proof: object, card: object = VALID_CARD, referenceId = newReference()) =>
    post(validPayin({ referenceId, card: { ...card, installments: 1, threeDSecure: proof } }));
  const tokenFor = async (referenceId: string, card: object = VALID_CARD) => {
    return (await service.tokenize('no3ds', { referenceId, card })).token;
  };
  /** Status, code, and the rule that each field broke. */
  const refusal = ({ status, body }: Awaited<ReturnType<typeof send>>) => ({
    told: [status, body.error.code],
    fields: Object.fromEntries(
      body.error.details.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
    ),
  });
  const proofs = () => charges.charges.map(({ authentication }) => authentication);

  it('is handed to the acquirer as it came, with a card in the clear', async () => {
    const { status, body } = await pay(PROOF);
    expect([status, body.status]).toEqual([201, 'APPROVED']);
    expect(proofs()).toEqual([{ kind: 'cryptogram', ...PROOF }]);
    const sent = { used: true, eci: '05', expectedLiability: 'issuer' };
    expect(body.threeDSecure).toEqual(sent);
    const url = `${service.baseUrl}/payin/${body.id}`;
    expect((await send(url, { headers: basic('no3ds') })).body.threeDSecure).toEqual(sent);
    const without = await pay({});
    const none = { used: false, eci: null, expectedLiability: 'merchant' };
    expect(without.body.threeDSecure).toEqual(none);
  });

  it.each([
    ['an attempt', VALID_CARD, '06'],
    ['a Mastercard', MASTERCARD, '02'],
    ['an attempt with a Mastercard', MASTERCARD, '01'],
  ])('is taken of %s, and with a token as well', async (_of, card, eci) => {
    const proof = { ...PROOF, eci };
    expect((await pay(proof, card)).status).toBe(201);
    const referenceId = newReference();
    const token = await tokenFor(referenceId, card);
    expect((await pay(proof, { token }, referenceId)).body.status).toBe('APPROVED');
    expect(proofs()).toEqual([
      { kind: 'cryptogram', ...proof },
      { kind: 'cryptogram', ...proof },
    ]);
  });

  it.each([
    ['before', 'pre-order'],
    ['after', 'post-order'],
  ])('stands for the one that would be made %s the order', async (_when, flow) => {
    await setCapabilities({ 'three-ds': flow });
    const referenceId = newReference();
    const token = await tokenFor(referenceId);
    expect((await pay(PROOF, { token }, referenceId)).body.status).toBe('APPROVED');
    expect((await pay(PROOF)).body.status).toBe('APPROVED');
    expect(proofs()).toHaveLength(2);
    expect(charges.charges.map((charge) => charge.canAuthenticateLater)).toEqual([false, false]);
    expect(threeDS.script.opened).toEqual([]);
  });

  it('that is left out leaves the account as it is', async () => {
    await setCapabilities({ 'three-ds': 'post-order' });
    expect((await pay({})).body.status).toBe('PENDING_3DS');
    await setCapabilities({ 'three-ds': 'pre-order' });
    expect(refusal(await pay({}))).toEqual({
      told: [422, 'INVALID_DATA'],
      fields: { [`${AT}.referenceId`]: 'required' },
    });
    const none = validPayin({ card: { ...VALID_CARD, installments: 1 } });
    expect((await post(none)).body.error.code).toBe('REJECTED_BY_RISK');
    expect(charges.charges).toEqual([]);
  });

  it('shows that the buyer of a saved card is there', async () => {
    await setCapabilities({ 'card-on-file': 'yes', 'cvv-required': 'no' });
    const { token, referenceId } = await service.tokenize('no3ds', { consent: CONSENT });
    await pay({}, { token }, referenceId);
    await pay({}, { token });
    await pay(PROOF, { token });
    expect(charges.charges.map((charge) => charge.storedCredential?.initiator)).toEqual([
      'buyer',
      'merchant',
      'buyer',
    ]);
    expect(proofs()).toEqual([undefined, undefined, { kind: 'cryptogram', ...PROOF }]);
  });

  describe('on an account that takes none', () => {
    it.each([
      ['whole', PROOF, 'none'],
      ['malformed', { cavv: 'forged', eci: '05' }, 'none'],
      ['before the order', PROOF, 'pre-order'],
      ['after the order', PROOF, 'post-order'],
    ])('is refused where it stands alone: %s', async (_how, proof, flow) => {
      await setCapabilities({ 'own-three-ds': 'no', 'three-ds': flow });
      expect(refusal(await pay(proof))).toEqual({
        told: [422, 'INVALID_DATA'],
        fields: { [`${AT}.cavv`]: 'not_enabled', [`${AT}.eci`]: 'not_enabled' },
      });
      expect(charges.charges).toEqual([]);
    });

    it.each([
      ['beside a session', { ...PROOF, referenceId: 'tds_no3ds_1' }],
      ['empty', { cavv: '', eci: null }],
      ['without CAVV and ECI', { dsTransactionId: PROOF.dsTransactionId, version: '2.2.0' }],
    ])('is not looked at %s', async (_how, proof) => {
      await setCapabilities({ 'own-three-ds': 'no' });
      expect((await pay(proof)).status).toBe(201);
      expect(proofs()).toEqual([undefined]);
    });
  });

  describe('is refused before anything is charged', () => {
    it.each([
      ['cavv', PROOF.cavv.slice(1), 'format'],
      ['cavv', `${PROOF.cavv.slice(0, -1)}A`, 'format'],
      ['cavv', `${PROOF.cavv}\n`, 'format'],
      ['cavv', PROOF.cavv.replace('Q', '-'), 'format'],
      ['cavv', 7391, 'wrong_type'],
      ['eci', '5', 'one_of'],
      ['eci', '07', 'one_of'],
      ['eci', '04', 'one_of'],
      ['eci', '005', 'one_of'],
      ['eci', 5, 'wrong_type'],
      ['dsTransactionId', PROOF.dsTransactionId.slice(1), 'format'],
      ['dsTransactionId', PROOF.dsTransactionId.replaceAll('-', ''), 'format'],
      ['dsTransactionId', PROOF.cavv, 'format'],
      ['version', '1.0.2', 'format'],
      ['version', '2', 'format'],
      ['version', '2.2.0 ', 'format'],
    ])('with another form of its %s: %j', async (field, value, rule) => {
      const answer = await pay({ ...PROOF, [field]: value });
      expect(refusal(answer)).toEqual({
        told: [400, 'INVALID_DATA'],
        fields: { [`${AT}.${field}`]: rule },
      });
      expect(JSON.stringify(answer.body.error.details)).not.toContain(`"${value}"`);
      expect(charges.charges).toEqual([]);
    });

    it.each(['cavv', 'eci', 'dsTransactionId', 'version'])('without its %s', async (field) => {
      for (const value of [undefined, null, '']) {
        expect(refusal(await pay({ ...PROOF, [field]: value }))).toEqual({
          told: [400, 'INVALID_DATA'],
          fields: { [`${AT}.${field}`]: 'required' },
        });
      }
      expect(charges.charges).toEqual([]);
    });

    it('naming every part of it that is missing', async () => {
      expect(Object.keys(refusal(await pay({ eci: '05' })).fields)).toEqual([
        `${AT}.cavv`,
        `${AT}.dsTransactionId`,
        `${AT}.version`,
      ]);
    });

    it.each([
      ['a Visa', VALID_CARD, '02'],
      ['a Mastercard', MASTERCARD, '05'],
    ])('with the ECI of another brand than that of %s', async (_of, card, eci) => {
      const referenceId = newReference();
      const token = await tokenFor(referenceId, card);
      const proof = { ...PROOF, eci };
      for (const answer of [await pay(proof, card), await pay(proof, { token }, referenceId)]) {
        expect(refusal(answer)).toEqual({
          told: [400, 'INVALID_DATA'],
          fields: { [`${AT}.eci`]: 'of_another' },
        });
      }
      expect(charges.charges).toEqual([]);
    });

    it('beside a session of ours', async () => {
      const answer = await pay({ ...PROOF, referenceId: 'tds_no3ds_x' });
      expect(refusal(answer).fields).toEqual({ [`${AT}.referenceId`]: 'not_together' });
    });
  });

  describe('in a repeat of its order', () => {
    it('is the same, and the order is charged once', async () => {
      const referenceId = newReference();
      const first = await pay(PROOF, VALID_CARD, referenceId);
      const again = await pay(PROOF, VALID_CARD, referenceId);
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect(proofs()).toHaveLength(1);
    });

    it.each([
      ['another one', { ...PROOF, cavv: Buffer.alloc(20, 9).toString('base64') }],
      ['one that differs in its ECI', { ...PROOF, eci: '06' }],
      ['none', {}],
    ])('may be %s, and nobody is charged by it', async (_which, proof) => {
      const referenceId = newReference();
      const first = await pay(PROOF, VALID_CARD, referenceId);
      const again = await pay(proof, VALID_CARD, referenceId);
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect(proofs()).toHaveLength(1);
    });
  });

  it('is in no answer, log line, row or command of the operator', async () => {
    const { cavv, dsTransactionId } = PROOF;
    const referenceId = newReference();
    const paid = await pay(PROOF, VALID_CARD, referenceId);
    const { id } = paid.body;
    const shown = await service.get('no3ds', `/payin/${id}`);
    const again = await pay({ ...PROOF, eci: '06' }, VALID_CARD, referenceId);
    const refused = await pay({ ...PROOF, cavv: `${cavv}=` });
    const cut = await post(`{"card":{"threeDSecure":${JSON.stringify(PROOF)}`);
    await operator.run('payin show', { payin: id });
    expect(proofs().at(-1)).toMatchObject({ cavv });
    const rows = await readEveryRow(db);
    expect(rows.join('\n')).toContain(id);
    const texts = [paid, shown, again, refused, cut].map(({ text }) => text);
    const left = [...texts, ...service.logged, ...rows, ...operator.printed].join('\n');
    for (const secret of [cavv, dsTransactionId]) {
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('hex'), bytes.toString('base64')]) {
        expect(left).not.toContain(form);
      }
    }
    expect(left).not.toContain(Buffer.from(cavv, 'base64').toString('hex'));
  });
});

describe('a proof of the merchant’s own, at acquirers', () => {
  const takes = scriptedAcquirer();
  const { onCharge } = takes.charges;
  const without = scriptedAcquirer();
  const taking = testProvider({
    name: 'taking',
    cards: { ...takes.acquirer, takesMerchantProof: true },
  });
  const other = testProvider({ name: 'other', cards: without.acquirer });
  let route = servedBy(other);

  const service = opened(() =>
    startTestService({
      provider: { cards: null, payments: null },
      switchedOn: {
        route: (...asked) => route.route(...asked),
        isRouted: (...asked) => route.isRouted(...asked),
        find: (...asked) => route.find(...asked),
      },
    }),
  );
  beforeEach(() => {
    Object.assign(takes.charges, { charges: [], onCharge });
    without.charges.charges.length = 0;
  });

  const pay = (threeDSecure: object) =>
    service.post(
      'company',
      '/payin',
      validPayin({ card: { ...VALID_CARD, installments: 1, threeDSecure } }),
    );

  it('that take none is refused and charged nowhere; the card alone is', async () => {
    route = servedBy(other);
    const { status, body } = await pay(PROOF);
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'INVALID_DATA',
      [errorDetail(AT, 'no_provider')],
    ]);
    expect(without.charges.charges).toEqual([]);
    expect((await pay({})).status).toBe(201);
    expect(without.charges.charges).toHaveLength(1);
  });

  it('goes past the ones of the route that take none', async () => {
    route = servedBy(other, taking);
    expect((await pay(PROOF)).status).toBe(201);
    expect(without.charges.charges).toEqual([]);
    expect(takes.charges.charges).toHaveLength(1);
  });

  it('is not left out where the one that takes it fails for a moment', async () => {
    route = servedBy(taking, other);
    takes.charges.onCharge = async () => ({ kind: 'unavailable' });
    const { status, body } = await pay(PROOF);
    expect([status, body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
    expect(without.charges.charges).toEqual([]);
  });
});
