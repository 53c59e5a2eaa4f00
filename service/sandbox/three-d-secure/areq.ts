import type { CardWithoutCvv } from '../../../contract/card.ts';
import type { Acs } from './acs.ts';
import type { AReq, RequestedBrowser, ScriptedBrowser } from './authentication-message.ts';
import { aresSchema } from './authentication-message.ts';
import { erroSchema, erroText } from './erro.ts';
import { MESSAGE_VERSION } from './message-fields.ts';
import { readMessage } from './message-text.ts';
import type { Transaction } from './transaction.ts';

/** The AReq of a purchase in BRL by a browser. */
export function createAreq(purchase: {
  threeDSServerTransID: string;
  transaction: Transaction;
  card: CardWithoutCvv;
  browser: ScriptedBrowser & RequestedBrowser;
  bankUrl: string;
  purchasedAt: Date;
}): AReq {
  const { transaction, card, browser, bankUrl } = purchase;
  const merchantName = shortened(transaction.merchantName, 40);
  const cardholderName = shortened(card.holderName, 45);
  return {
    messageType: 'AReq',
    messageVersion: MESSAGE_VERSION,
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: purchase.threeDSServerTransID,
    threeDSServerRefNumber: 'SANDBOX-3DS-SERVER',
    threeDSServerURL: `${bankUrl}/3ds/results`,
    threeDSRequestorID: 'SANDBOX-REQUESTOR',
    threeDSRequestorName: merchantName,
    threeDSRequestorURL: bankUrl,
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorChallengeInd: '01',
    threeDSRequestorDecReqInd: 'N',
    threeDSCompInd: compIndOf(transaction),
    acctNumber: card.number,
    cardExpiryDate: `${card.expirationYear.slice(-2)}${card.expirationMonth}`,
    // The protocol wants two characters at least, or no name.
    ...(cardholderName.length < 2 ? {} : { cardholderName }),
    acquirerBIN: '000000',
    acquirerMerchantID: shortened(transaction.companyId, 35),
    mcc: '5999',
    merchantCountryCode: '076',
    merchantName,
    purchaseAmount: String(transaction.amount),
    purchaseCurrency: '986',
    purchaseExponent: '2',
    purchaseDate: purchase.purchasedAt.toISOString().replace(/\D/g, '').slice(0, 14),
    notificationURL: `${bankUrl}/3ds/challenge-notification`,
    ...browser,
  };
}

/** Asks the bank; what is no ARes of this transaction becomes an Erro of ours. */
export async function askBank(areq: AReq, acs: Pick<Acs, 'authenticate'>): Promise<string> {
  const answer = await acs.authenticate(JSON.stringify(areq));
  if (readMessage(erroSchema, answer).isValid) return answer;
  const { threeDSServerTransID } = areq;
  const ares = readMessage(aresSchema, answer);
  if (ares.isValid && ares.message.threeDSServerTransID === threeDSServerTransID) return answer;
  const fields = ares.isValid ? ['threeDSServerTransID'] : ares.fields;
  return erroText(
    'invalidMessage',
    { errorComponent: 'S', errorMessageType: 'ARes', threeDSServerTransID },
    fields.join(','),
  );
}

/** Y: the bank has seen the browser. N: it was given the chance. U: it wanted none. */
function compIndOf({ method, isMethodDone }: Transaction): AReq['threeDSCompInd'] {
  if (method === 'none') return 'U';
  return isMethodDone ? 'Y' : 'N';
}

/** At most so many UTF-16 units, never half a character. */
function shortened(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}
