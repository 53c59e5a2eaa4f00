import { expect, it, onTestFinished } from 'vitest';
import { arrangeCielo, CIELO_CARD } from '../testing/test-cielo.ts';
import { arrangeMercadoPago, MERCADO_CARD } from '../testing/test-mercado-pago.ts';
import { arrangePagBank, PAGBANK_CARD } from '../testing/test-pagbank.ts';
import { startTestService, VALID_CARD, validPayin } from '../testing/test-service.ts';
import type { Acquirer } from './acquirer.ts';

const PROOF = {
  cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAA=',
  eci: '05',
  dsTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
};

function payinWith(card: object, threeDSecure: object = PROOF) {
  return validPayin({ card: { ...card, installments: 1, threeDSecure } });
}

/** A whole service whose cards go to that acquirer, and a payin with a proof of the merchant's own. */
async function payAt(cards: Acquirer, number: string, eci = PROOF.eci) {
  const service = await startTestService({ provider: { cards } });
  onTestFinished(() => service.stop());
  const body = payinWith({ ...VALID_CARD, number }, { ...PROOF, eci });
  return service.post('company', '/payin', body);
}

function bodiesOf(requests: readonly { method: string; rawBody: Uint8Array | string }[]) {
  const posted = requests.filter(({ method }) => method === 'POST');
  return posted.map(({ rawBody }) => JSON.parse(`${rawBody}`));
}

it.each(['cielo', 'braspag'] as const)('a merchant’s proof reaches %s', async (profile) => {
  const { acquirer, party } = await arrangeCielo({ profile });
  expect((await payAt(acquirer, CIELO_CARD)).body.status).toBe('APPROVED');
  expect(bodiesOf(party.requests)).toMatchObject([
    {
      Payment: {
        Authenticate: true,
        ExternalAuthentication: {
          ...{ Cavv: PROOF.cavv, Eci: '05', Version: '2', ReferenceId: PROOF.dsTransactionId },
        },
      },
    },
  ]);
});

it('a merchant’s proof reaches PagBank', async () => {
  const { provider, party } = await arrangePagBank();
  expect((await payAt(provider.cards, PAGBANK_CARD)).body.status).toBe('APPROVED');
  const { cavv, eci, version, dsTransactionId } = PROOF;
  expect(bodiesOf(party.requests).at(-1).charges[0].payment_method.authentication_method).toEqual({
    ...{ type: 'THREEDS', cavv, eci, version, dstrans_id: dsTransactionId },
  });
});

it('a merchant’s proof is refused where Mercado Pago takes the cards, and nothing leaves', async () => {
  const { provider, party } = await arrangeMercadoPago();
  if (provider.cards === null) throw new Error('it takes cards');
  const answer = await payAt(provider.cards, MERCADO_CARD.number, '02');
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'card.threeDSecure']);
  expect(bodiesOf(party.requests)).toEqual([]);
});
