import type { Acquirer } from '../cielo/acquirer.ts';
import type { Call } from './call.ts';
import { createCaller } from './call.ts';

/** A merchant that calls the acquirer as its manual says, by plain requests. */
export function createTestMerchant(acquirer: Acquirer) {
  const send = createCaller({ trusted: acquirer.authorityPem });
  const { merchantId, merchantKey } = acquirer.credentials;
  const { prefix } = acquirer.profile;

  function call(origin: string, path: string, { headers, ...rest }: Call = {}) {
    return send(`${origin}${prefix}${path}`, {
      ...rest,
      headers: { merchantid: merchantId, merchantkey: merchantKey, ...headers },
    });
  }

  return {
    send,
    write: (path: string, options?: Call) => call(acquirer.api, path, options),
    read: (path: string, options?: Call) => call(acquirer.query, path, options),
    /** The id of a sale, from the answer to it. */
    sell: async (body: unknown) => {
      const answer = await call(acquirer.api, '/sales/', { method: 'POST', body });
      const paymentId = [...acquirer.sales.keys()].at(-1) ?? '';
      return { ...answer, paymentId };
    },
  };
}

/** A sale as the manual's examples have it. */
export function aSale({
  card,
  ...payment
}: { card?: Record<string, unknown> } & Record<string, unknown> = {}) {
  return {
    MerchantOrderId: '2014111701',
    Customer: {
      Name: 'Comprador crédito completo',
      Identity: '11225468954',
      IdentityType: 'CPF',
      Email: 'compradorteste@teste.com',
      Address: { Street: 'Rua Teste', Number: '123', City: 'Rio de Janeiro', State: 'RJ' },
    },
    Payment: {
      Type: 'CreditCard',
      Amount: 15700,
      Installments: 1,
      Interest: 'ByMerchant',
      Capture: true,
      SoftDescriptor: '123456789ABCD',
      CreditCard: {
        CardNumber: '4024007153763191',
        Holder: 'Teste Holder',
        ExpirationDate: '12/2030',
        SecurityCode: '123',
        Brand: 'Visa',
        ...card,
      },
      ...payment,
    },
  };
}

/** What the browser's 3-D Secure came to. */
export const A_PROOF = {
  Cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=',
  Eci: '5',
  Version: '2',
  ReferenceId: 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6',
};
