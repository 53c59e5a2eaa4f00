/**
 * The script of the MPI V3 in the browser, as its page and those who read it describe it: one global
 * with `load`, `init`, `updateCard` and `challenge`, which take no callback: all is told to the
 * configuration that `load` was given first. It says `onValidationRequired` whatever the buyer did.
 * Not played: Cardinal's own script, in the place of which an empty one is loaded.
 */
export function mpiScript(bank: string): string {
  return SCRIPT.replaceAll('%BANK%', bank);
}

const SCRIPT = `(() => {
  'use strict';
  let settings = null;
  let token = '';
  const tell = (name, told) => settings[name] && settings[name](told);
  const error = (ReturnCode, ReturnMessage) => tell('onError', { ReturnCode, ReturnMessage });
  const post = (path, body) => fetch('%BANK%/cruise' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...body }),
  });

  window.MPI = {
    load(config) {
      if (settings !== null) return;
      settings = config;
      const script = document.createElement('script');
      script.src = '%BANK%/songbird.js';
      script.onload = () => tell('onLoadComplete');
      script.onerror = () => error('MPI901', 'Unexpected error');
      document.head.append(script);
    },
    init(referenceId, given) {
      token = given;
      post('/setup', { referenceId, env: settings.Environment }).then(
        ({ ok }) => (ok ? tell('onReady') : error('MPI901', 'Unexpected error')),
        () => error('MPI900', 'An error has occurred'),
      );
    },
    updateCard() {
      post('/card', { number: settings.cardNumberReader() }).catch(() => undefined);
    },
    challenge({ AcsUrl, Pareq, TransactionId }, order) {
      if (!order || !order.OrderDetails) return error('MPI902', 'There is no order');
      const cover = document.createElement('div');
      cover.id = 'Cardinal-Modal';
      cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:#fff';
      const frame = document.createElement('iframe');
      frame.name = 'Cardinal-' + TransactionId;
      frame.title = 'Bank';
      frame.style.cssText = 'width:100%;height:100%;border:0';
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: AcsUrl, target: frame.name, hidden: true });
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: 'payload', value: Pareq });
      form.append(field);
      cover.append(frame, form);
      document.body.append(cover);
      addEventListener('message', function onMessage({ source, data }) {
        if (source !== frame.contentWindow || data !== 'challenge-over') return;
        removeEventListener('message', onMessage);
        cover.remove();
        tell('onValidationRequired', { TransactionId });
      });
      form.submit();
    },
  };
})();
`;
