import { methodOf } from '../test-cards/outcomes.ts';
import { areqSchema, aresSchema } from './authentication-message.ts';
import { erroSchema, erroText } from './erro.ts';
import { readMessage } from './message-text.ts';
import type { RandomBytes } from './proof.ts';
import { createTransId } from './proof.ts';
import { rreqSchema } from './results-message.ts';

export type DirectoryServer = {
  /** What a card's range can do. */
  method(acctNumber: string): 'none' | 'answers' | 'silent';
  /** Carries an AReq to the bank; answers its ARes, or an Erro. Both as JSON text. */
  authenticate(areqText: string): Promise<string>;
  /** Carries an RReq to the 3DS Server; answers its RRes, or an Erro. Both as JSON text. */
  results(rreqText: string): Promise<string>;
};

/** The card scheme's server between 3DS Server and bank. */
export function createDirectoryServer(options: {
  randomBytes: RandomBytes;
  acs: { authenticate(areqText: string): Promise<string> };
  threeDSServer: { results(rreqText: string): Promise<string> };
}): DirectoryServer {
  const { randomBytes, acs, threeDSServer } = options;
  return {
    method: methodOf,

    async authenticate(areqText) {
      const areq = readMessage(areqSchema, areqText);
      if (!areq.isValid) return refusal('AReq', areq.fields);
      const dsTransID = createTransId(randomBytes);
      const answer = await acs.authenticate(JSON.stringify({ ...areq.message, dsTransID }));
      if (readMessage(erroSchema, answer).isValid) return answer;
      const ares = readMessage(aresSchema, answer);
      if (!ares.isValid) return refusal('ARes', ares.fields);
      return JSON.stringify({ ...ares.message, dsReferenceNumber: 'SANDBOX-DS' });
    },

    async results(rreqText) {
      const rreq = readMessage(rreqSchema, rreqText);
      return rreq.isValid ? threeDSServer.results(rreqText) : refusal('RReq', rreq.fields);
    },
  };
}

function refusal(errorMessageType: 'AReq' | 'ARes' | 'RReq', fields: string[]): string {
  return erroText('invalidFormat', { errorComponent: 'D', errorMessageType }, fields.join(','));
}
