import { SHOW_BANK } from '../server/challenge-page.ts';

/**
 * The script of the MPI V3 in the browser, as its page and those who read it describe it: one global
 * with `load`, `init`, `updateCard` and `challenge`, which take no callback: all is told to the
 * configuration that `load` was given first. It says `onValidationRequired` whatever the buyer did.
 * Not played: Cardinal's own script, in the place of which an empty one is loaded.
 */
export function mpiScript(bank: string): string {
  return SCRIPT.replaceAll('%BANK%', bank).replace('%SHOW_BANK%', SHOW_BANK);
}

const SCRIPT = `(() => {
  'use strict';
  let settings = null;
  let token = '';
  const tell = (name, told) => settings[name] && settings[name](told);
  const fail = () => tell('onError', { ReturnCode: 'MPI901', ReturnMessage: 'Unexpected error' });
  const post = (path, body) => fetch('%BANK%/cruise' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...body }),
  });
  %SHOW_BANK%

  window.MPI = {
    load(config) {
      if (settings !== null) return;
      settings = config;
      const script = document.createElement('script');
      script.src = '%BANK%/songbird.js';
      script.onload = () => tell('onLoadComplete');
      script.onerror = fail;
      document.head.append(script);
    },
    init(referenceId, given) {
      token = given;
      const asked = post('/setup', { referenceId });
      asked.then(({ ok }) => (ok ? tell('onReady') : fail()), fail);
    },
    updateCard() {
      post('/card', { number: settings.cardNumberReader() }).catch(() => undefined);
    },
    challenge({ AcsUrl: acsUrl, Pareq: payload, TransactionId: transactionId }, order) {
      if (!order || !order.OrderDetails) return fail();
      const shown = showBank({ acsUrl, payload, transactionId });
      shown.then(() => tell('onValidationRequired', { TransactionId: transactionId }));
    },
  };
})();
`;
