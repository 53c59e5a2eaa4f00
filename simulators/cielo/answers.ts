import { localTime } from '../server/harness.ts';
import type { AcquirerProfile } from './profiles.ts';
import type { Sale } from './sale.ts';
import { STATUS } from './sale.ts';

type Origins = { api: string; query: string };

export function tellNewSale(sale: Sale, profile: AcquirerProfile, origins: Origins) {
  const { fields, status, returnCode, returnMessage, merchantAdviceCode } = sale;
  return {
    MerchantOrderId: fields.MerchantOrderId,
    ...(fields.Customer ? { Customer: fields.Customer } : {}),
    Payment: {
      ...tellPayment(sale, profile, origins),
      ReturnCode: returnCode,
      ReturnMessage: returnMessage,
      ...(merchantAdviceCode !== null ? { MerchantAdviceCode: merchantAdviceCode } : {}),
      ...(profile.hasProvider
        ? { ReasonCode: status === STATUS.denied ? 7 : 0, ProviderReturnCode: returnCode }
        : {}),
    },
  };
}

/** A sale as it is looked up: the manual's example has no return code there. */
export function tellFoundSale(sale: Sale, profile: AcquirerProfile, origins: Origins) {
  const { fields, capturedAmount, capturedAt, voidedAmount, voidedAt } = sale;
  return {
    MerchantOrderId: fields.MerchantOrderId,
    ...(fields.Customer ? { Customer: fields.Customer } : {}),
    Payment: {
      ...tellPayment(sale, profile, origins),
      ...(capturedAt !== null
        ? { CapturedAmount: capturedAmount, CapturedDate: localTime(capturedAt) }
        : {}),
      ...(voidedAt !== null ? { VoidedAmount: voidedAmount, VoidedDate: localTime(voidedAt) } : {}),
    },
  };
}

export function tellChange(
  sale: Sale,
  { returnCode, returnMessage }: { returnCode: string; returnMessage: string },
  profile: AcquirerProfile,
  origins: Origins,
) {
  return {
    Status: sale.status,
    Tid: sale.tid,
    AuthorizationCode: sale.authorizationCode,
    ReturnCode: returnCode,
    ReturnMessage: returnMessage,
    ...(profile.hasProvider ? { ReasonCode: 0, ProviderReturnCode: returnCode } : {}),
    Links: linksOf(sale, profile, origins),
  };
}

function tellPayment(sale: Sale, profile: AcquirerProfile, origins: Origins) {
  const { fields, status, cardToken, brandTransactionId } = sale;
  const { Payment } = fields;
  const isDecided = status !== STATUS.notFinished;
  const card = {
    CardNumber: sale.maskedNumber,
    Holder: sale.holder,
    ExpirationDate: sale.expirationDate,
    SaveCard: cardToken !== null,
    ...(cardToken !== null ? { CardToken: cardToken } : {}),
    Brand: sale.brand,
    ...(brandTransactionId !== null
      ? { CardOnFile: { BrandTransactionId: brandTransactionId } }
      : {}),
  };
  return {
    Installments: Payment.Installments,
    Interest: Payment.Interest,
    Capture: true,
    Authenticate: Payment.Authenticate ?? false,
    CreditCard: card,
    ...(Payment.ExternalAuthentication
      ? { ExternalAuthentication: Payment.ExternalAuthentication }
      : {}),
    ...(brandTransactionId !== null ? { IssuerTransactionId: brandTransactionId } : {}),
    ...(sale.risk === null ? {} : { FraudAnalysis: { Status: sale.risk } }),
    ...(Payment.SoftDescriptor !== undefined ? { SoftDescriptor: Payment.SoftDescriptor } : {}),
    ...(Payment.Provider !== undefined ? { Provider: Payment.Provider } : {}),
    ...(isDecided ? { Tid: sale.tid } : {}),
    ...(status === STATUS.denied || !isDecided
      ? {}
      : { AuthorizationCode: sale.authorizationCode }),
    PaymentId: sale.paymentId,
    Type: Payment.Type,
    Amount: Payment.Amount,
    ReceivedDate: localTime(sale.receivedAt),
    Status: status,
    Links: linksOf(sale, profile, origins),
  };
}

function linksOf({ paymentId, status }: Sale, { prefix }: AcquirerProfile, origins: Origins) {
  const path = `${prefix}/sales/${paymentId}`;
  const change = { Method: 'PUT', Rel: 'void', Href: `${origins.api}${path}/void` };
  return [
    { Method: 'GET', Rel: 'self', Href: `${origins.query}${path}` },
    ...(status === STATUS.confirmed ? [change] : []),
  ];
}
